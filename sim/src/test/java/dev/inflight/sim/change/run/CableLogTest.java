package dev.inflight.sim.change.run;

import dev.inflight.sim.change.NodeUp;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.LinkEnds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.run.CableLog.CableChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class CableLogTest {
  private static final long G = 1_000_000_000L;
  /** Hosts 0 to 3, leaves 4 and 5, spines 6 and 7. */
  private static final Topology TOPOLOGY = new LeafSpine(2, 2, 2, 100 * G, 100 * G, 1000, 1).build();

  private static CableChange change(long atPs, int a, int b, boolean up) {
    return new CableChange(atPs, new LinkEnds(a, b), up);
  }

  @Test
  void endOfAnEventRestoresTheLink() {
    assertThat(CableLog.of(TOPOLOGY, List.of(new LinkDown(10, new LinkEnds(6, 4), 20), new LinkUp(30, 4, 6))))
        .containsExactly(change(10, 4, 6, false), change(20, 4, 6, true));
  }

  @Test
  void aNodeTakesAllItsCablesAlong() {
    assertThat(CableLog.of(TOPOLOGY, List.of(new NodeDown(10, 6, FabricEvent.NEVER), new NodeUp(20, 6)))).containsExactly(
        change(10, 4, 6, false), change(10, 5, 6, false), change(20, 4, 6, true), change(20, 5, 6, true));
  }

  @Test
  void aCableThatFailedByItselfStaysDownWhenItsNodeComesBack() {
    assertThat(CableLog.of(TOPOLOGY,
        List.of(new NodeDown(10, 6, 40), new LinkDown(20, 6, 4), new LinkDown(20, 6, 5), new LinkUp(30, 5, 6),
            new LinkUp(50, 4, 6))))
        .containsExactly(change(10, 4, 6, false), change(10, 5, 6, false), change(40, 5, 6, true), change(50, 4, 6, true));
  }

  @Test
  void aCableBetweenTwoFailedNodesNeedsBoth() {
    assertThat(CableLog.of(TOPOLOGY, List.of(new NodeDown(10, 6, 30), new NodeDown(20, 4, 40)))).containsExactly(
        change(10, 4, 6, false), change(10, 5, 6, false), change(20, 0, 4, false), change(20, 1, 4, false),
        change(20, 4, 7, false), change(30, 5, 6, true), change(40, 0, 4, true), change(40, 1, 4, true), change(40, 4, 6, true),
        change(40, 4, 7, true));
  }

  @Test
  void endsPrecedeStartsAtTheSameTime() {
    assertThat(CableLog.of(TOPOLOGY, List.of(new LinkDown(20, new LinkEnds(4, 6), 30), new LinkDown(10, new LinkEnds(4, 6), 20))))
        .containsExactly(change(10, 4, 6, false), change(20, 4, 6, true), change(20, 4, 6, false), change(30, 4, 6, true));
  }

  @Test
  void eventEndsAfterItsStart() {
    assertThatIllegalArgumentException().isThrownBy(() -> new NodeDown(10, 6, 10))
        .withMessage("event ends at 10 ps, which is not after its start at 10 ps");
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkDown(-1, 4, 6)).withMessage("event at -1 ps is before 0");
  }
}
