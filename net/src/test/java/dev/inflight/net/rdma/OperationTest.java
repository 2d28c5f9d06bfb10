package dev.inflight.net.rdma;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static dev.inflight.net.rdma.RdmaNet.BASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.TestNet;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.net.rdma.memory.MemoryRegions;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Properties of an operation, a connection and its memory that an application can read. */
class OperationTest {
  private final RdmaNet rdma = RdmaNet.of(TestNet.of(new Star(3, 100 * G, US)).build());

  @Test
  void operationHasItsParametersAndStatus() {
    QueuePair pair = rdma.connect(0, 1, 0);
    Operation write = pair.write(7, BASE + 3, rdma.key(1), 1000, 0);
    assertThat(write).hasToString("WRITE 7 of 1000 B (PENDING)");
    assertThat(write.id()).isEqualTo(7);
    assertThat(write.kind()).isEqualTo(Operation.Kind.WRITE);
    assertThat(write.bytes()).isEqualTo(1000);
    assertThat(write.address()).isEqualTo(BASE + 3);
    rdma.net.run();
    assertThat(write).hasToString("WRITE 7 of 1000 B (SUCCESS)");
    assertThat(write.status()).isEqualTo(Operation.Status.SUCCESS);
    assertThat(pair).hasToString("queue pair 2 of host 0 (" + pair.state() + ")");
  }

  @Test
  void operationsCountTheirBytesOfAStream() {
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    Operation first = pair.write(1, BASE, key, 1500, 0);
    Operation read = pair.read(2, BASE, key, 9000, 0);
    Operation last = pair.write(3, BASE, key, 700, 0);
    rdma.net.run();
    assertThat(new long[] {first.bytesUpTo(0, pair.stream()), first.bytesUpTo(1, pair.stream()),
        first.bytesUpTo(1500, pair.stream()), first.bytesUpTo(5000, pair.stream())}).containsExactly(0, 1, 1500, 1500);
    long start = 1500 + Message.READ_REQUEST_BYTES; // the request takes as much of the stream
    assertThat(new long[] {last.bytesUpTo(1500, pair.stream()), last.bytesUpTo(start, pair.stream()),
        last.bytesUpTo(start + 5, pair.stream()), last.bytesUpTo(start + 701, pair.stream())}).containsExactly(0, 0, 5, 700);
    assertThat(read.bytesUpTo(8000, pair.stream().opposite())).as("of the stream of the other end").isEqualTo(8000);
  }

  @Test
  void aReadThatWasNotAnsweredHasNoBytes() {
    QueuePair pair = rdma.connect(0, 1, 0);
    Operation read = pair.read(2, BASE, rdma.key(1), 9000, 0);
    assertThat(read.bytesUpTo(8000, pair.stream().opposite())).isZero();
  }

  @Test
  void anOperationMovesOneByteToTwoGibibytes() {
    QueuePair pair = rdma.connect(0, 1, 0);
    int key = rdma.key(1);
    assertThat(pair.write(1, BASE, key, 1, 0).bytes()).isEqualTo(1);
    assertThat(pair.read(2, BASE, key, 1L << 31, 0).bytes()).isEqualTo(1L << 31);
    assertThatThrownBy(() -> pair.write(3, BASE, key, 0, 0)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("WRITE of 0 bytes is outside 1 to 2147483648");
    assertThatThrownBy(() -> pair.read(4, BASE, key, (1L << 31) + 1, 0)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("READ of 2147483649 bytes is outside 1 to 2147483648");
  }

  @Test
  void aConnectionIsBetweenTwoHostsInAPriorityOfDataPackets() {
    assertThat(new QueuePairConnection.Request(0, 1, 10_000, 4791, 1).priority()).isEqualTo(1);
    assertThat(new QueuePairConnection.Request(0, 1, 10_000, 4791, 7).priority()).isEqualTo(7);
    assertThatThrownBy(() -> new QueuePairConnection.Request(0, 1, 10_000, 4791, 0)).hasMessage("priority 0 is outside 1 to 7");
    assertThatThrownBy(() -> new QueuePairConnection.Request(0, 1, 10_000, 4791, 8)).hasMessage("priority 8 is outside 1 to 7");
    assertThatThrownBy(() -> new QueuePairConnection.Request(2, 2, 10_000, 4791, 3))
        .hasMessage("a connection from host 2 to itself");
  }

  private static RdmaHeader request(Operation.Kind kind, long address, int key, long bytes) {
    var header = new RdmaHeader();
    header.kind = kind == Operation.Kind.WRITE ? RdmaHeader.Kind.WRITE : RdmaHeader.Kind.READ_REQUEST;
    header.first = true;
    header.address = address;
    header.key = key;
    header.memoryBytes = bytes;
    return header;
  }

  private static boolean isPermitted(MemoryRegion region, Operation.Kind kind, long address, long bytes) {
    return region.permits(request(kind, address, region.key(), bytes));
  }

  @Test
  void memoryIsOpenFromItsFirstByteToItsLast() {
    var region = new MemoryRegion(5, 1000, 500, true, true);
    for (Operation.Kind kind : Operation.Kind.values()) {
      assertThat(isPermitted(region, kind, 1000, 500)).isTrue();
      assertThat(isPermitted(region, kind, 1499, 1)).isTrue();
      assertThat(isPermitted(region, kind, 999, 1)).isFalse();
      assertThat(isPermitted(region, kind, 999, 501)).isFalse();
      assertThat(isPermitted(region, kind, 1000, 501)).isFalse();
      assertThat(isPermitted(region, kind, 1499, 2)).isFalse();
      assertThat(isPermitted(region, kind, 1500, 1)).isFalse();
      assertThat(isPermitted(region, kind, -1, 1)).isFalse();
    }
  }

  @Test
  void memoryMayUseTheUpperHalfOfAddresses() {
    var region = new MemoryRegion(5, Long.MAX_VALUE - 9, 20, true, true);
    assertThat(isPermitted(region, Operation.Kind.WRITE, Long.MAX_VALUE - 9, 20)).isTrue();
    assertThat(isPermitted(region, Operation.Kind.WRITE, Long.MIN_VALUE, 10)).isTrue();
    assertThat(isPermitted(region, Operation.Kind.WRITE, Long.MIN_VALUE, 11)).isFalse();
    assertThat(isPermitted(region, Operation.Kind.WRITE, Long.MIN_VALUE + 10, 1)).isFalse();
    assertThat(isPermitted(region, Operation.Kind.WRITE, 5, 1)).isFalse();
  }

  @Test
  void memoryPermitsOnlyItsKindsOfAccess() {
    var writable = new MemoryRegion(5, 0, 10, true, false);
    var readable = new MemoryRegion(5, 0, 10, false, true);
    assertThat(isPermitted(writable, Operation.Kind.WRITE, 0, 10)).isTrue();
    assertThat(isPermitted(writable, Operation.Kind.READ, 0, 10)).isFalse();
    assertThat(isPermitted(readable, Operation.Kind.WRITE, 0, 10)).isFalse();
    assertThat(isPermitted(readable, Operation.Kind.READ, 0, 10)).isTrue();
  }

  @Test
  void keysOpenTheRegionThatTheyWereGivenFor() {
    MemoryRegions memory = new MemoryRegions();
    MemoryRegion first = memory.register(0, 10, true, true);
    MemoryRegion second = memory.register(100, 10, true, true);
    assertThat(first.key()).isNotEqualTo(second.key());
    assertThat(memory.permits(request(Operation.Kind.WRITE, 0, first.key(), 10))).isTrue();
    assertThat(memory.permits(request(Operation.Kind.WRITE, 0, second.key(), 10))).isFalse();
    assertThat(memory.permits(request(Operation.Kind.WRITE, 100, second.key(), 10))).isTrue();
    assertThat(memory.permits(request(Operation.Kind.WRITE, 0, 0, 10))).as("a key that nobody gave").isFalse();
    assertThat(memory.permits(request(Operation.Kind.WRITE, 0, 3 * first.key(), 10))).as("that of the next region").isFalse();
    assertThat(memory.permits(request(Operation.Kind.WRITE, 0, -first.key(), 10))).isFalse();
  }

  @Test
  void retriesUnansweredHandshakeSixteenTimes() {
    int[] asked = {0};
    rdma.losing(packet -> {
      asked[0]++;
      return true;
    });
    rdma.connect(0, 1, 0).write(1, BASE, 7, 10, 0);
    rdma.net.run(15 * 4 * MS + MS);
    assertThat(asked[0]).isEqualTo(16);
    assertThat(rdma.diary).isEmpty();
    rdma.net.run();
    assertThat(asked[0]).isEqualTo(16);
    assertThat(rdma.diary).containsExactly("host 0 WRITE 1 RETRY_EXCEEDED", "host 0 closed");
  }

  @Test
  void answersCloseAtOnce() {
    QueuePair pair = rdma.connect(0, 1, 0);
    pair.write(1, BASE, rdma.key(1), 1000, 0);
    assertThat(pair.incomplete()).isEqualTo(1);
    rdma.net.run(MS);
    assertThat(pair.incomplete()).isZero();
    assertThat(pair.state()).isEqualTo(QueuePair.State.READY);
    rdma.net.at(MS, () -> pair.close(MS));
    rdma.net.run(MS + 10 * US);
    assertThat(rdma.diary).endsWith("host 1 closed", "host 0 closed");
  }

  @Test
  void bothEndsKnowTheConnectionByOneNumber() {
    var seen = new ArrayList<Integer>();
    rdma.net.fabric.connections(2).acceptor(connection -> {
      seen.add(connection.queuePair());
      seen.add(connection.forward().queuePair());
      seen.add(connection.reverse().queuePair());
      return null;
    });
    QueuePair first = rdma.connect(0, 1, 0);
    QueuePair second = rdma.connect(0, 2, 0);
    rdma.net.run();
    assertThat(first.stream().queuePair()).isEqualTo(2);
    assertThat(second.stream().queuePair()).isEqualTo(4);
    assertThat(seen).containsExactly(4, 4, 4);
  }

  /** If several packets have one acknowledgement, the last one of each message is answered at once nonetheless, and no other. */
  @Test
  void theLastPacketOfAMessageIsAcknowledgedAtOnce() {
    TestNet net = TestNet.of(new Star(2, 100 * G, US));
    net.ackEveryPackets = 4;
    net.ackDelayPs = MS;
    int[] acks = new int[1];
    net.onPacket = packet -> acks[0] += packet.kind == Packet.Kind.ACK && packet.hop == 0 ? 1 : 0;
    RdmaNet few = RdmaNet.of(net.build());
    QueuePair pair = few.connect(0, 1, 0);
    int key = few.key(1);
    pair.write(1, BASE, key, 8000, 0);
    pair.write(2, BASE, key, 6000, 0);
    net.run(100 * US);
    assertThat(few.diary).contains("host 0 WRITE 1 SUCCESS", "host 0 WRITE 2 SUCCESS");
    assertThat(acks[0]).isEqualTo(2 + 2);
  }

  /** Every packet arrives twice, those of the handshake too. */
  @Test
  void reportsDuplicatesOnce() {
    TestNet net = TestNet.of(new Star(2, 100 * G, US));
    net.disorder = new TestNet.Disorder(new SplittableRandom(3), 0, 1, 1);
    RdmaNet twice = RdmaNet.of(net.build());
    QueuePair pair = twice.connect(0, 1, 0);
    int key = twice.key(1);
    pair.write(1, BASE, key, 5000, 0);
    pair.read(2, BASE, key, 5000, 0);
    pair.close(0);
    net.run();
    assertThat(twice.diary).containsExactly("host 0 connected", "host 1 connected", "host 0 WRITE 1 SUCCESS",
        "host 0 READ 2 SUCCESS", "host 1 closed", "host 0 closed");
    assertThat(net.fabric.counters().deliveredBytes).isEqualTo(5000 + 5000 + Message.READ_REQUEST_BYTES);
    assertThat(net.fabric.packetsInside()).isZero();
  }
}
