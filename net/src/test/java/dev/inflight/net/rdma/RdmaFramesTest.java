package dev.inflight.net.rdma;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static dev.inflight.net.rdma.RdmaNet.BASE;
import static dev.inflight.net.rdma.RdmaNet.ROOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.TestNet;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.util.SplitMix;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Results of queue pairs are the same if every packet is a frame on every cable; also after faults. */
class RdmaFramesTest {
  private final Set<Packet.Kind> kinds = EnumSet.noneOf(Packet.Kind.class);
  private long trajectory;

  /** A run of a story: the events of applications, and a hash over all packets in their order. */
  private record Run(List<String> diary, long trajectory, String losses) {
  }

  private Run run(Consumer<RdmaNet> story, boolean coded) {
    TestNet net = TestNet.of(new Star(4, 100 * G, US));
    RdmaNet rdma = RdmaNet.of(net.build());
    FrameCodec codec = FrameCodec.of(new FrameRules(Framing.ROCEV2, net.payloadBytes, NativeFormat.DEFAULT, false));
    trajectory = 0;
    net.onPacket = packet -> {
      kinds.add(packet.kind);
      trajectory = SplitMix.mix(trajectory ^ packet.sequence << 20 ^ (long) packet.kind.ordinal() << 16 ^ packet.sizeBytes);
      if (coded) {
        recode(packet, codec, net.fabric.ports(0).getFirst());
      }
    };
    story.accept(rdma);
    net.run();
    assertThat(net.fabric.packetsInside()).as("packets left in the fabric").isZero();
    return new Run(rdma.diary, trajectory, net.losses.toString());
  }

  /** Encodes a packet, erases the fields that a frame carries, and decodes it; the ports matter only for MAC addresses. */
  private static void recode(Packet packet, FrameCodec codec, Port from) {
    if (packet.flow != null) {
      codec.flows().add(packet.flow);
    }
    int length = codec.encoder().encode(packet, from);
    if (packet.kind != Packet.Kind.DATA) { // only its sender has its start in its stream
      packet.sequence = Long.MIN_VALUE;
    }
    packet.kind = Packet.Kind.RESUME;
    packet.flow = null;
    packet.number = Long.MIN_VALUE;
    packet.arrivedNumber = Long.MIN_VALUE;
    packet.rdma().set(new RdmaHeader());
    packet.code = -1;
    packet.payloadBytes = -1;
    packet.telemetryBytes = -1;
    packet.sizeBytes = -1;
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, packet)).as(codec.decoder().problem())
        .isEqualTo(DecodeStatus.READ);
  }

  private Run assertSame(Consumer<RdmaNet> story) {
    Run plain = run(story, false);
    assertThat(run(story, true)).isEqualTo(plain);
    return plain;
  }

  @Test
  void operationsOfBothEndsOverCablesThatLosePackets() {
    Run run = assertSame(rdma -> {
      var random = new SplittableRandom(4);
      rdma.losing(packet -> random.nextInt(50) == 0);
      QueuePair asking = rdma.connect(0, 1, 0);
      int key = rdma.key(1);
      int back = rdma.key(0);
      for (int n = 0; n < 20; n++) {
        asking.write(n, BASE + n, key, 1 + 777 * n, 0);
        asking.read(100 + n, BASE + n, key, 1 + 1333 * n, 0);
      }
      rdma.net.at(100 * US, () -> {
        QueuePair asked = Objects.requireNonNull(rdma.lastAccepted());
        asked.read(200, BASE, back, 50_001, 100 * US);
        asked.write(201, BASE, back, 1, 100 * US);
      });
    });
    assertThat(run.diary).filteredOn(line -> line.endsWith("SUCCESS")).hasSize(42);
    assertThat(run.losses).contains("RANDOM");
    assertThat(kinds).contains(Packet.Kind.NACK, Packet.Kind.CONTROL);
  }

  @Test
  void aRefusedRequestFailsTheConnection() {
    Run run = assertSame(rdma -> {
      QueuePair pair = rdma.connect(0, 1, 0);
      int key = rdma.key(1);
      pair.write(1, BASE, key, 5001, 0);
      pair.read(2, BASE + ROOM, key, 1, 0);
      pair.write(3, BASE, key, 5001, 0);
    });
    assertThat(run.diary).contains("host 0 WRITE 1 SUCCESS", "host 0 READ 2 REMOTE_ACCESS_ERROR", "host 0 WRITE 3 FLUSHED",
        "host 0 closed", "host 1 closed");
    assertThat(kinds).contains(Packet.Kind.REFUSAL);
  }

  @Test
  void rejectsAConnection() {
    Run run = assertSame(rdma -> {
      rdma.net.fabric.connections(1).acceptor(ConnectionListener.NONE);
      rdma.connect(0, 1, 0).write(1, BASE, 7, 10, 0);
    });
    assertThat(run.diary).containsExactly("host 0 WRITE 1 REJECTED", "host 0 closed");
  }

  @Test
  void aPacketMustHoldAReadRequest() {
    TestNet net = TestNet.of(new Star(4, 100 * G, US));
    net.payloadBytes = 15;
    RdmaNet rdma = RdmaNet.of(net.build());
    assertThatIllegalArgumentException().isThrownBy(() -> rdma.connect(0, 1, 0))
        .withMessage("a READ request takes 16 bytes of a packet, which holds 15");
  }
}
