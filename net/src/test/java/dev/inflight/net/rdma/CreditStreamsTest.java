package dev.inflight.net.rdma;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static dev.inflight.net.rdma.RdmaNet.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.TestNet;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue pairs with receivers that grant credit: messages come without notice. */
class CreditStreamsTest {
  private final TestNet net = TestNet.of(new Star(4, 100 * G, US));

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void messagesStartAtOnceAndReadResponsesGetCredit(int messages) {
    RdmaNet rdma = RdmaNet.of(net.scheme(Rccc.DEFAULT).build());
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    var donePs = new ArrayList<Long>();
    rdma.whenCompleted = donePs::add;
    for (int message = 0; message < messages; message++) {
      int id = message;
      long startPs = (20 + 200L * message) * US;
      net.at(startPs, () -> {
        pair.write(2 * id, BASE, key, 400_000, startPs);
        pair.read(2 * id + 1, BASE, key, 700_000, startPs);
      });
    }
    net.run();
    assertThat(rdma.completed).hasSize(2 * messages).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
    assertThat(net.fabric.counters().timeouts).isZero();
    for (int done = 0; done < donePs.size(); done++) {
      assertThat(donePs.get(done)).as("when %d is done", done).isLessThan((20 + 200L * (done / 2) + 120) * US);
    }
    assertThat(net.fabric.counters().creditGrants).isGreaterThan(50);
  }

  @Test
  void messagesFollowEachOtherWithoutATimeout() {
    RdmaNet rdma = RdmaNet.of(net.scheme(Rccc.DEFAULT).build());
    QueuePair pair = rdma.connect(0, 1, 0);
    QueuePair other = rdma.connect(2, 1, 0);
    int key = rdma.key(1);
    for (int message = 0; message < 400; message++) {
      int id = message;
      long startPs = 20 * US + message * 700_000L; // each before the last is acknowledged
      net.at(startPs, () -> {
        pair.write(id, BASE, key, 1 + 47L * id, startPs);
        other.write(id, BASE, key, 1 + 11L * id, startPs);
      });
    }
    net.run();
    assertThat(rdma.completed).hasSize(800).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
    assertThat(net.fabric.counters().timeouts).isZero();
    assertThat(net.fabric.counters().creditGrants).isPositive();
  }

  /** A first flight of 1.5 bandwidth-delay products is 69 KB here, and a base RTT is 46 KB. */
  @ParameterizedTest
  @ValueSource(strings = {"go-back-n", "irn", "selective"})
  void messagesAboutAsLongAsAFirstFlightNeedNoTimeout(String recovery) {
    net.recovery = Recoveries.RELIABLE.stream().filter(one -> one.name().equals(recovery)).findFirst().orElseThrow();
    RdmaNet rdma = RdmaNet.of(net.scheme(Rccc.DEFAULT).build());
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    var random = new SplittableRandom(1);
    for (int message = 0; message < 400; message++) {
      int id = message;
      long startPs = (20 + 100L * message) * US;
      long bytes = message % 2 == 0 ? 1 + random.nextInt(5_000) : 30_000 + random.nextInt(70_000);
      net.at(startPs, () -> pair.write(id, BASE, key, bytes, startPs));
    }
    net.run();
    assertThat(rdma.completed).hasSize(400);
    assertThat(net.fabric.counters().timeouts).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void creditOfAnEarlierMessageDoesNotEndAFirstFlight(long gapUs) {
    RdmaNet rdma = RdmaNet.of(net.scheme(Rccc.DEFAULT).build());
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    var donePs = new ArrayList<Long>();
    rdma.whenCompleted = donePs::add;
    net.at(20 * US, () -> pair.write(0, BASE, key, 3_000, 20 * US));
    net.at((20 + gapUs) * US, () -> pair.write(1, BASE, key, 400_000, (20 + gapUs) * US));
    net.run();
    assertThat(donePs.getLast() - (20 + gapUs) * US).as("400 kB take 35 us, and a base RTT is 4 us").isLessThan(39_500_000L);
  }
}
