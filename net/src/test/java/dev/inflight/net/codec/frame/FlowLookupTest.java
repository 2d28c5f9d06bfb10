package dev.inflight.net.codec.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows are found as long as they are in the table, also among many colliding entries. */
class FlowLookupTest {
  private static Flow find(FlowLookup flows, Flow flow) {
    return flows.find(flow.queuePair(), flow.source(), flow.destination(), flow.sourcePort());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void flowsThatAreTakenOutAreGoneAndNoOthersAre(boolean byPorts) {
    var random = new SplittableRandom(7);
    var flows = new FlowLookup(byPorts);
    var there = new ArrayList<Flow>();
    var gone = new ArrayList<Flow>();
    for (int step = 0; step < 4000; step++) {
      if (there.isEmpty() || random.nextInt(100) < (step < 2000 ? 60 : 40)) {
        int source = random.nextInt(3); // many of the same hosts and ports, which start at the same place
        Flow made = new Flow(step, source, 3 + random.nextInt(2), 4791 + random.nextInt(2), 4791, 3, 1000, 0);
        flows.add(made);
        flows.add(made);
        there.add(made);
      } else {
        Flow out = there.remove(random.nextInt(there.size()));
        flows.remove(out);
        flows.remove(out);
        gone.add(out);
      }
      assertThat(flows.count()).isEqualTo(there.size());
    }
    assertThat(there).allMatch(flow -> find(flows, flow) == flow);
    assertThat(gone).hasSizeGreaterThan(1000).allMatch(flow -> find(flows, flow) == null);
  }
}
