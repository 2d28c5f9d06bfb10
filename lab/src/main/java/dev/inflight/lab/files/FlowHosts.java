package dev.inflight.lab.files;

import dev.inflight.lab.files.flow.FlowCsv;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Tokens;
import java.util.List;

/** Number of hosts that the flows of a file need. */
public final class FlowHosts {
  private static final int MOST_DIGITS = 6;

  private FlowHosts() {
  }

  /**
   * Returns one more than the highest node of a file's flows. It ignores lines after those that the first line announces. It
   * returns 0 for a {@link FlowCsv} with names of nodes.
   *
   * @throws dev.inflight.lab.read.InputError when the columns of nodes are ambiguous
   */
  public static int of(InputText text) {
    if (FlowCsv.mayBegin(text.lines().get(FlowCsv.firstLine(text)))) {
      return FlowCsv.hosts(text);
    }
    List<Tokens> lines = text.fields();
    long announced = lines.getFirst().whole(0, "number of flows", 0, Long.MAX_VALUE);
    List<Tokens> flows = lines.subList(1, (int) Math.min(lines.size(), announced + 1));
    if (flows.isEmpty()) {
      return 0;
    }
    FlowForm form = FlowForm.of(flows, FlowColumnOrder.AUTO);
    int hosts = 0;
    for (Tokens flow : flows) {
      for (int column = form.source; column < Math.min(form.source + 2, flow.count()); column++) {
        String node = flow.word(column);
        boolean whole = node.length() <= MOST_DIGITS && node.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        hosts = whole && !node.isEmpty() ? Math.max(hosts, Integer.parseInt(node) + 1) : hosts;
      }
    }
    return hosts;
  }
}
