package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A monitor gets the ports with long queues, each once, until it drops them. */
class LongQueuesTest {
  private static final int RECEIVERS = 20;

  /** Two senders for each of the receivers, at ports 41 to 60 of switch 60. */
  private final TestNet net = TestNet.of(new Star(3 * RECEIVERS, 100 * G, US)).scheme(NoControl.DEFAULT).build();
  private final LongQueues watch = net.fabric.parts().getFirst().watch();

  private void incast(int receiver, long startPs) {
    net.flow(2 * receiver, 2 * RECEIVERS + receiver, 40_000, startPs);
    net.flow(2 * receiver + 1, 2 * RECEIVERS + receiver, 40_000, startPs);
  }

  private List<Integer> watched() {
    return IntStream.range(0, watch.count()).mapToObj(at -> watch.port(at).number() - 1 - 2 * RECEIVERS).toList();
  }

  @Test
  void eachOnceHoweverLongAndHoweverMany() {
    assertThat(watch.count()).isZero();
    for (int receiver = 0; receiver < RECEIVERS; receiver++) {
      incast(receiver, receiver * US / 10);
    }
    net.run().assertAllFinished();
    assertThat(watched()).containsExactlyElementsOf(IntStream.range(0, RECEIVERS).boxed().toList());
    for (SwitchPort port : net.fabric.switches().getFirst().ports()) {
      assertThat(port.peakBytes() >= LongQueues.WATCH_BYTES).isEqualTo(port.number() > 2 * RECEIVERS);
    }
  }

  @Test
  void droppedQueueReturnsWithItsNextLongQueue() {
    for (int receiver = 0; receiver < 3; receiver++) {
      incast(receiver, receiver * US / 10);
    }
    net.run();
    assertThat(watched()).containsExactly(0, 1, 2);
    watch.drop(0);
    assertThat(watched()).as("the last one takes its place").containsExactly(2, 1);
    var later = new ArrayList<Integer>();
    net.at(1000 * US, () -> later.addAll(watched()));
    incast(0, 1000 * US);
    incast(1, 1000 * US);
    net.run();
    assertThat(later).containsExactly(2, 1);
    assertThat(watched()).containsExactly(2, 1, 0);
    while (watch.count() > 0) {
      watch.drop(watch.count() - 1);
    }
    assertThat(watched()).isEmpty();
  }
}
