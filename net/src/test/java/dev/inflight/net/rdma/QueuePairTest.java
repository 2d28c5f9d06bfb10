package dev.inflight.net.rdma;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static dev.inflight.net.rdma.RdmaNet.BASE;
import static dev.inflight.net.rdma.RdmaNet.ROOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.net.rdma.memory.MemoryRegions;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue pairs from the application's side: made, used, refused, broken and destroyed. */
class QueuePairTest {
  private static final long CABLE_PS = US;

  private final TestNet net = TestNet.of(new Star(4, 100 * G, CABLE_PS));

  private RdmaNet rdma() {
    return RdmaNet.of(net.build());
  }

  private void assertQuiet() {
    assertThat(net.fabric.packetsInside()).as("packets left in the fabric").isZero();
  }

  @Test
  void aWriteCompletesWhenItsLastByteIsAcknowledged() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(7, BASE, rdma.key(1), 100_001, 0);
    pair.close(0);
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 connected", "host 1 connected", "host 0 WRITE 7 SUCCESS", "host 1 closed",
        "host 0 closed");
    assertThat(net.fabric.counters().deliveredBytes).isEqualTo(100_001);
    assertThat(pair.state()).isEqualTo(QueuePair.State.CLOSED);
    assertQuiet();
  }

  @Test
  void nothingIsSentBeforeTheOtherEndHasAgreed() {
    RdmaNet rdma = rdma();
    rdma.connect(0, 1, 0).write(1, BASE, rdma.key(1), 10_000, 0);
    net.run(4 * CABLE_PS); // there and back take that much and more
    assertThat(rdma.diary).isEmpty();
    assertThat(net.fabric.counters().dataPackets).isZero();
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 SUCCESS");
  }

  @Test
  void aReadBringsItsBytesBackAndItsAnswerIsPacedAtTheResponder() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.read(1, BASE + 5, rdma.key(1), 1_000_000, 0);
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 connected", "host 1 connected", "host 0 READ 1 SUCCESS");
    assertThat(net.fabric.counters().deliveredBytes).isEqualTo(1_000_000 + Message.READ_REQUEST_BYTES);
    Sender responder = Objects.requireNonNull(Objects.requireNonNull(rdma.lastAccepted()).sender());
    assertThat(responder.ackedBytes()).isEqualTo(1_000_000);
    assertThat(responder.windowBytes()).as("HPCC at work where the bytes are sent").isLessThan(200_000);
    assertThat(net.fabric.counters().acksWithHops).isGreaterThan(1000);
  }

  @Test
  void aResponderInAnIncastOfReadersSlowsDown() {
    RdmaNet rdma = rdma();
    for (int reader = 1; reader < 4; reader++) {
      rdma.connect(0, reader, 0).read(reader, BASE, rdma.key(reader), 2_000_000, 0);
    }
    net.run(150 * US); // all three answer at once
    for (QueuePair responder : rdma.accepted) {
      assertThat(Objects.requireNonNull(responder.sender()).paceBitsPerSec()).isLessThan(60 * G);
    }
    net.run();
    assertThat(rdma.completed).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS).hasSize(3);
    assertThat(net.losses).isEmpty();
  }

  @Test
  void severalMessagesCompleteInOrderEvenIfAWriteIsDoneBeforeTheReadAheadOfIt() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    pair.write(1, BASE, key, 1500, 0);
    pair.read(2, BASE, key, 300_000, 0);
    pair.write(3, BASE, key, 1, 0);
    pair.write(4, BASE, key, 64_000, 0);
    pair.read(5, BASE, key, 1, 0);
    pair.close(0);
    net.run();
    assertThat(rdma.completed).extracting(Operation::id).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(rdma.completed).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
    assertThat(pair.incomplete()).isZero();
    assertQuiet();
  }

  @Test
  void noMoreThanSixteenReadsAreUnanswered() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    for (int n = 0; n < 40; n++) {
      pair.read(n, BASE, key, 5_000_000, 0);
    }
    net.run(100 * US);
    assertThat(pair.stream().sizeBytes()).isEqualTo(16L * Message.READ_REQUEST_BYTES);
    net.run();
    assertThat(rdma.completed).hasSize(40);
  }

  @Test
  void bothEndsMayPost() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, rdma.key(1), 500_000, 0);
    net.run(20 * US);
    QueuePair other = Objects.requireNonNull(rdma.lastAccepted());
    int key = rdma.key(0);
    net.at(30 * US, () -> {
      other.write(2, BASE, key, 400_000, 30 * US);
      other.read(3, BASE, key, 300_000, 30 * US);
    });
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 SUCCESS", "host 1 WRITE 2 SUCCESS", "host 1 READ 3 SUCCESS");
  }

  @Test
  void aWrongKeyIsRefusedAndFailsTheQueuePair() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    pair.write(1, BASE, key, 5000, 0);
    pair.write(2, BASE, key + 1, 5000, 0);
    pair.read(3, BASE, key, 5000, 0);
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 connected", "host 1 connected", "host 0 WRITE 1 SUCCESS",
        "host 0 WRITE 2 REMOTE_ACCESS_ERROR", "host 0 READ 3 FLUSHED", "host 1 closed", "host 0 closed");
    assertThat(net.fabric.counters().deliveredBytes).isEqualTo(5000);
    assertThat(net.fabric.counters().refusals).isPositive();
    assertQuiet();
  }

  @ParameterizedTest
  @ValueSource(longs = {BASE - 1, BASE + ROOM - 999, BASE + ROOM, -1, Long.MIN_VALUE})
  void rejectsAccessOutOfBounds(long address) {
    RdmaNet rdma = rdma();
    int key = rdma.key(1);
    rdma.connect(0, 1, 0).write(1, address, key, 1000, 0);
    rdma.connect(2, 1, 0).read(2, address, key, 1000, 0);
    rdma.connect(3, 1, 0).write(3, BASE + ROOM - 1000, key, 1000, 0); // just fits
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 REMOTE_ACCESS_ERROR", "host 2 READ 2 REMOTE_ACCESS_ERROR",
        "host 3 WRITE 3 SUCCESS");
  }

  @Test
  void memoryThatIsReadOnlyOrWriteOnlyIsRefused() {
    RdmaNet rdma = rdma();
    MemoryRegions memory = net.fabric.connections(1).memory();
    MemoryRegion readable = memory.register(BASE, 1000, false, true);
    MemoryRegion writable = memory.register(BASE, 1000, true, false);
    rdma.connect(0, 1, 0).write(1, BASE, readable.key(), 10, 0);
    rdma.connect(0, 1, 0).read(2, BASE, writable.key(), 10, 0);
    rdma.connect(0, 1, 0).read(4, BASE, readable.key(), 10, 0);
    rdma.connect(0, 1, 0).write(5, BASE, writable.key(), 10, 0);
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 REMOTE_ACCESS_ERROR", "host 0 READ 2 REMOTE_ACCESS_ERROR",
        "host 0 READ 4 SUCCESS", "host 0 WRITE 5 SUCCESS");
  }

  @Test
  void hostWithoutListenerRejects() {
    RdmaNet rdma = rdma();
    net.fabric.connections(1).acceptor(ConnectionListener.NONE);
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, 0, 10, 0);
    pair.write(2, BASE, 0, 10, 0);
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 WRITE 1 REJECTED", "host 0 WRITE 2 FLUSHED", "host 0 closed");
    assertQuiet();
  }

  @Test
  void aHostThatNeverAnswersIsGivenUp() {
    RdmaNet rdma = rdma().losing(packet -> packet.kind == Packet.Kind.CONTROL);
    rdma.connect(0, 1, 0).write(1, BASE, 0, 10, 0);
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 WRITE 1 RETRY_EXCEEDED", "host 0 closed");
    assertThat(net.losses.get(Observer.Loss.RANDOM)).isEqualTo(16);
  }

  @Test
  void aQueuePairThatIsGoneDoesNotAnswerAndItsPeerGivesUp() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    net.run(20 * US);
    rdma.losing(packet -> packet.kind == Packet.Kind.CONTROL); // the other end's farewell is lost
    QueuePair other = Objects.requireNonNull(rdma.lastAccepted());
    net.at(30 * US, () -> other.close(30 * US));
    long laterPs = 1000 * TestNet.MS; // it has given up closing and is gone
    net.at(laterPs, () -> pair.write(1, BASE, key, 5000, laterPs));
    net.run();
    assertThat(rdma.diary).containsExactly("host 0 connected", "host 1 connected", "host 1 closed",
        "host 0 WRITE 1 RETRY_EXCEEDED", "host 0 closed");
    assertThat(net.fabric.counters().unknownQueuePair).isGreaterThanOrEqualTo(5 * 8);
    assertThat(net.fabric.counters().deliveredBytes).isZero();
    assertQuiet();
  }

  static Stream<Arguments> lossyRuns() {
    return LongStream.rangeClosed(1, 8).boxed()
        .flatMap(seed -> Stream.of(Arguments.of(seed, GoBackN.DEFAULT), Arguments.of(seed, Irn.DEFAULT)));
  }

  @ParameterizedTest
  @MethodSource("lossyRuns")
  void underLossEveryOperationCompletesOnceAndInOrder(long seed, Recovery recovery) {
    var random = new SplittableRandom(seed);
    net.recovery = recovery;
    RdmaNet rdma = rdma().losing(packet -> random.nextInt(20) == 0);
    int key = rdma.key(1);
    QueuePair pair = rdma.connect(0, 1, 0);
    long bytes = 0;
    for (int n = 0; n < 30; n++) {
      long size = 1 + random.nextInt(40_000);
      if (random.nextBoolean()) {
        pair.write(n, BASE, key, size, 0);
      } else {
        pair.read(n, BASE, key, size, 0);
        bytes += Message.READ_REQUEST_BYTES;
      }
      bytes += size;
    }
    pair.read(30, BASE - 1, key, 10_000, 0); // refused, behind all others
    pair.close(0);
    net.run();
    assertThat(rdma.completed.removeLast().status()).isEqualTo(Operation.Status.REMOTE_ACCESS_ERROR);
    assertThat(rdma.completed).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
    assertThat(rdma.completed).extracting(Operation::id).isSorted().hasSize(30);
    assertThat(net.fabric.counters().deliveredBytes).as("each byte once").isEqualTo(bytes);
    assertThat(pair.state()).isEqualTo(QueuePair.State.CLOSED);
    assertQuiet();
  }

  @Test
  void queuePairsGiveTheirSlotsInTheNicBack() {
    net.nic = new EngineNic(1, 2, 5_000);
    RdmaNet rdma = rdma();
    int key = rdma.key(1);
    for (int n = 0; n < 6; n++) {
      QueuePair pair = rdma.connect(0, 1, 0);
      pair.write(n, n == 3 ? BASE - 1 : BASE, key, 50_000, 0);
      pair.read(10 + n, BASE, key, 50_000, 0);
      pair.close(0);
    }
    net.run();
    assertThat(rdma.completed).hasSize(12).extracting(Operation::status).containsOnlyOnce(Operation.Status.REMOTE_ACCESS_ERROR)
        .containsOnlyOnce(Operation.Status.FLUSHED);
    assertThat(net.fabric.counters().flowsWaitedForSlot).isPositive();
    assertThat(rdma.diary).filteredOn(line -> line.endsWith("closed")).hasSize(12);
    assertQuiet();
  }

  @Test
  void theOtherEndsOperationsAreFlushedWhenOneCloses() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(0);
    net.run(20 * US);
    QueuePair other = Objects.requireNonNull(rdma.lastAccepted());
    net.at(30 * US, () -> {
      other.write(1, BASE, key, 50_000_000, 30 * US);
      pair.close(30 * US);
    });
    net.run();
    assertThat(rdma.diary).contains("host 1 WRITE 1 FLUSHED", "host 0 closed", "host 1 closed");
    assertQuiet();
  }

  @Test
  void flushesPostsAfterAFailureAndRejectsThemAfterClose() {
    RdmaNet rdma = rdma();
    int key = rdma.key(1);
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, key + 1, 10, 0);
    net.run();
    pair.write(2, BASE, key, 10, 1000 * TestNet.MS);
    assertThat(rdma.diary).endsWith("host 0 WRITE 2 FLUSHED");
    pair.close(1000 * TestNet.MS);
    assertThatThrownBy(() -> pair.write(3, BASE, key, 10, 1000 * TestNet.MS)).hasMessageContaining("has closed");
    assertThatThrownBy(() -> pair.write(3, BASE, key, 0, 0)).hasMessageContaining("0 bytes");
    assertThatThrownBy(() -> pair.read(3, BASE, key, (1L << 31) + 1, 0)).hasMessageContaining("outside 1 to");
  }

  @Test
  void whenBothEndsAreRefusedWithReadsUnderWayBothEndTheConnection() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int keyOf0 = rdma.key(0);
    int keyOf1 = rdma.key(1);
    net.run(20 * US);
    QueuePair other = Objects.requireNonNull(rdma.lastAccepted());
    pair.read(1, BASE, keyOf1, 1_000_000, 20 * US);
    pair.write(2, BASE, keyOf1 + 1, 1000, 20 * US);
    other.read(3, BASE, keyOf0, 1_000_000, 20 * US);
    other.write(4, BASE, keyOf0 + 1, 1000, 20 * US);
    net.run();
    assertThat(pair.incomplete() + other.incomplete()).isZero();
    assertThat(rdma.diary).contains("host 0 WRITE 2 REMOTE_ACCESS_ERROR", "host 1 WRITE 4 REMOTE_ACCESS_ERROR", "host 0 closed",
        "host 1 closed");
    assertQuiet();
  }

  @Test
  void aReadIsGivenUpWhenItsAnswersStopForGood() {
    RdmaNet rdma = rdma();
    boolean[] cut = {false};
    rdma.losing(packet -> cut[0]);
    rdma.connect(0, 1, 0).read(1, BASE, rdma.key(1), 10_000_000, 0);
    net.at(100 * US, () -> cut[0] = true);
    net.at(3000 * TestNet.MS, () -> cut[0] = false);
    net.run();
    assertThat(rdma.diary).contains("host 0 READ 1 RETRY_EXCEEDED", "host 0 closed", "host 1 closed");
    assertQuiet();
  }

  @Test
  void withoutAWayAnOperationIsGivenUpLikeOneWithoutAnswer() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, rdma.key(1), 10_000_000, 0);
    pair.close(0);
    net.at(100 * US, () -> net.fabric.setLink(1, 4, false, 100 * US));
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 RETRY_EXCEEDED", "host 0 closed");
    assertQuiet();
  }

  /**
   * The cable fails while the last acknowledgement is between the switch and the sender: that has all its bytes acknowledged,
   * and no route.
   */
  @ParameterizedTest
  @ValueSource(longs = {7_500_000, 8_000_000})
  void givesUpPostsToAnIdleStreamWithoutARoute(long downAtPs) {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    pair.write(1, BASE, key, 1000, 0);
    net.at(downAtPs, () -> net.fabric.setLink(1, 4, false, downAtPs));
    net.at(8 * US + US / 2, () -> assertThat(net.fabric.host(0).unroutable()).hasSize(1));
    net.at(10 * TestNet.MS, () -> pair.write(2, BASE, key, 1000, 10 * TestNet.MS));
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 SUCCESS", "host 0 WRITE 2 RETRY_EXCEEDED");
    assertQuiet();
  }

  @Test
  void aWayThatComesBackInTimeIsUsed() {
    RdmaNet rdma = rdma();
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    net.at(20 * US, () -> net.fabric.setLink(1, 4, false, 20 * US));
    net.at(30 * US, () -> pair.write(1, BASE, key, 100_000, 30 * US));
    net.at(300 * TestNet.MS, () -> net.fabric.setLink(1, 4, true, 300 * TestNet.MS));
    net.run();
    assertThat(rdma.diary).contains("host 0 WRITE 1 SUCCESS");
    assertQuiet();
  }

  @Test
  void readersAtBothEndsShareFewSlots() {
    net.nic = new EngineNic(1, 2, 5_000);
    RdmaNet rdma = rdma();
    for (int n = 0; n < 8; n++) {
      int from = n % 2;
      QueuePair pair = rdma.connect(from, 1 - from, 0);
      pair.read(n, BASE, rdma.key(1 - from), 100_000, 0);
      pair.read(10 + n, BASE, rdma.key(1 - from), 100_000, 0);
    }
    net.run();
    assertThat(rdma.completed).hasSize(16).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
  }

  @Test
  void idleStreamsAreNotInTheWayOfTheNic() {
    RdmaNet rdma = rdma();
    int key = rdma.key(1);
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, key, 100_000, 0);
    net.run();
    Nic nic = net.fabric.host(0).nics()[0];
    nic.kick(TestNet.MS);
    assertThat(nic.senders()).isEmpty();
    pair.write(2, BASE, key, 100_000, TestNet.MS);
    assertThat(nic.senders()).hasSize(1);
    net.run();
    assertThat(rdma.diary).endsWith("host 0 WRITE 2 SUCCESS");
  }

  static Stream<Arguments> roughRuns() {
    return LongStream.rangeClosed(1, 40).boxed()
        .flatMap(seed -> Stream.of(Arguments.of(seed, GoBackN.DEFAULT), Arguments.of(seed, Irn.DEFAULT)));
  }

  /** Late events, losses, few slots, several queue pairs, and applications that post on another one at a completion. */
  @ParameterizedTest
  @MethodSource("roughRuns")
  void everyOperationCompletesDespiteFaults(long seed, Recovery recovery) {
    var random = new SplittableRandom(seed);
    net.recovery = recovery;
    net.latenessPs = random.nextLong(40 * US);
    net.retransmitTimeoutPs = 200 * US;
    net.nic = random.nextBoolean() ? new EngineNic(1 + random.nextInt(2), 1 + random.nextInt(8), 5_000) : UnlimitedNic.DEFAULT;
    RdmaNet rdma = rdma().losing(packet -> packet.flow != null && random.nextInt(100) == 0);
    int[] keys = {rdma.key(0), rdma.key(1)};
    var pairs = new ArrayList<QueuePair>();
    for (int n = 0; n < 4; n++) {
      pairs.add(rdma.connect(n % 2, 1 - n % 2, 0));
    }
    int[] left = {60};
    rdma.whenCompleted = nowPs -> {
      if (left[0]-- > 0) {
        int chosen = random.nextInt(4);
        QueuePair pair = pairs.get(chosen);
        long bytes = 1 + random.nextInt(8000);
        if (random.nextBoolean()) {
          pair.write(left[0], BASE, keys[1 - chosen % 2], bytes, nowPs);
        } else {
          pair.read(left[0], BASE, keys[1 - chosen % 2], bytes, nowPs);
        }
      }
    };
    for (int n = 0; n < 4; n++) {
      pairs.get(n).read(100 + n, BASE, keys[1 - n % 2], 5000, 0);
    }
    net.run();
    assertThat(rdma.completed).hasSize(64).extracting(Operation::status).containsOnly(Operation.Status.SUCCESS);
    assertQuiet();
  }
}
