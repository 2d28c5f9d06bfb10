package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.sim.change.FabricEvent;
import java.util.ArrayList;
import java.util.List;

/** Screen text about events that changed a run's fabric. */
final class FabricEventText {
  private static final int MOST = 4;

  private FabricEventText() {
  }

  /**
   * Returns a line for each of the first events; an empty text without events.
   *
   * @param label width of the column of labels, in characters
   */
  static String show(RunSummary outcome, int label) {
    List<FabricEvent> events = outcome.events();
    var lines = new ArrayList<String>();
    events.stream().limit(MOST).map(event -> Quoted.printable(EventText.sentence(event, outcome.scenario().setup().topology())))
        .forEach(lines::add);
    if (events.size() > MOST) {
      lines.add("and " + Humanize.count(events.size() - MOST) + " more");
    }
    var text = new StringBuilder();
    lines.forEach(line -> text.append(Humanize.left(text.isEmpty() ? "events" : "", label)).append(line).append('\n'));
    return text.toString();
  }
}
