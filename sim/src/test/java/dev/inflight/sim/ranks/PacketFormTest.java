package dev.inflight.sim.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A packet that comes from another process equals the one that has left there. */
class PacketFormTest {
  private static final int ROOM = 300;
  private static final int SACK_ROOM = 2 * Long.BYTES * SackBlocks.MOST;
  private static final int FLOWS = 50;
  private static final int PACKETS = 40;

  private final SplittableRandom random = new SplittableRandom(11);
  private final Topology topology = new Star(5, 100_000_000_000L, 1_000_000).build();
  private final FlowTable table = table();
  private final FlowsBetween flows = flows();

  private FlowTable table() {
    var made = new FlowTable();
    for (int row = 0; row < FLOWS; row++) {
      int source = random.nextInt(5);
      made.add(source, (source + 1 + random.nextInt(4)) % 5, 1 + random.nextInt(7), random.nextInt(1 << 16),
          1 + random.nextInt(1 << 30), row);
    }
    return made;
  }

  private FlowsBetween flows() {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows.add(0, 1, 3, 200, 1000, 0);
    return new FlowsBetween(new Simulation(setup.build(), Recorder.NONE).fabric(), Division.whole(topology), table);
  }

  private Flow flow(int row) {
    return new Flow(row, table.source(row), table.destination(row), random.nextInt(1 << 16), table.destinationPort(row),
        table.priority(row), table.sizeBytes(row), table.startPs(row), table.flowClass(row));
  }

  private Packet packet(Packet.Kind kind) {
    var packet = new Packet(ROOM);
    packet.kind = kind;
    packet.flow = kind.isLinkControl() ? null : flow(random.nextInt(FLOWS));
    packet.timePs = random.nextLong();
    packet.key = random.nextLong();
    packet.sequence = random.nextLong();
    packet.number = random.nextLong();
    packet.arrivedNumber = random.nextBoolean() ? Packet.NO_NUMBER : random.nextLong();
    packet.sentPs = random.nextLong();
    packet.sizeBytes = random.nextInt();
    packet.payloadBytes = random.nextInt();
    packet.routeEpoch = random.nextInt();
    packet.overlay = random.nextLong();
    packet.telemetryBytes = (short) random.nextInt(ROOM + 1);
    packet.hop = (short) random.nextInt();
    packet.priority = (byte) random.nextInt();
    packet.flowClass = (byte) random.nextInt();
    packet.code = (byte) random.nextInt();
    packet.entropy = (byte) random.nextInt(Flow.ENTROPIES);
    packet.ecnMarked = random.nextBoolean();
    packet.afterTimeout = random.nextBoolean();
    random.nextBytes(packet.telemetry);
    packet.sack().clear();
    for (int blocks = random.nextInt(SackBlocks.MOST + 1); blocks > 0; blocks--) {
      packet.sack().add(random.nextLong(), random.nextLong());
    }
    return packet;
  }

  /** All fields that are sent. */
  private static List<Object> fields(Packet packet) {
    var fields = new ArrayList<Object>(
        List.of(packet.kind, packet.timePs, packet.key, packet.sequence, packet.number, packet.arrivedNumber, packet.sentPs,
            packet.sizeBytes, packet.payloadBytes, packet.routeEpoch, packet.telemetryBytes, packet.hop, packet.overlay,
            packet.priority, packet.flowClass, packet.code, packet.entropy, packet.ecnMarked, packet.afterTimeout));
    fields.add(Arrays.toString(Arrays.copyOf(packet.telemetry, packet.telemetryBytes)));
    fields.add(packet.kind == Packet.Kind.ACK ? packet.sack().toString() : "");
    Flow flow = packet.flow;
    if (flow != null) {
      fields.addAll(
          List.of(flow.id(), flow.source(), flow.destination(), flow.sourcePort(), flow.destinationPort(), flow.priority(),
              flow.sizeBytes(), flow.startPs(), flow.flowClass(), flow.queuePair()));
    }
    return fields;
  }

  /** One behind the other, and into reused packets. */
  @ParameterizedTest
  @EnumSource
  void thereAndBack(Packet.Kind kind) {
    var buffer = ByteBuffer.allocate(PACKETS * (PacketForm.BYTES + ROOM + SACK_ROOM));
    var sent = new ArrayList<Packet>();
    for (int number = 0; number < PACKETS; number++) {
      Packet packet = packet(kind);
      int before = buffer.position();
      PacketForm.write(packet, number * 1001, buffer);
      assertThat(buffer.position() - before).isEqualTo(PacketForm.bytes(packet));
      assertThat(PacketForm.bytes(packet)).isLessThanOrEqualTo(PacketForm.BYTES + packet.telemetryBytes + SACK_ROOM);
      sent.add(packet);
    }
    buffer.flip();
    for (int number = 0; number < PACKETS; number++) {
      Packet arrived = packet(Packet.Kind.DATA);
      assertThat(buffer.getInt()).isEqualTo(number * 1001);
      PacketForm.read(buffer, arrived, flows);
      assertThat(fields(arrived)).isEqualTo(fields(sent.get(number)));
    }
    assertThat(buffer.hasRemaining()).isFalse();
  }

  /** For any source ports of its packets, a flow that only passes is made once for each, and not for each packet. */
  @Test
  void rememberFlowsThatPass() {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows.add(0, 1, 3, 200, 1000, 0);
    Fabric fabric = new Simulation(setup.build(), Recorder.NONE).fabric();
    var passing = new FlowsBetween(fabric, Division.of(topology, new int[] {0, 0, 0, 0, 0, 1}).share(1, 2), table);
    Packet packet = packet(Packet.Kind.DATA);
    Flow sent = Objects.requireNonNull(packet.flow);
    packet.routeEpoch = fabric.routes().epoch();
    for (int entropy = 1; entropy < Flow.ENTROPIES; entropy++) {
      packet.entropy = (byte) entropy;
      Flow first = passing.flow(sent.id(), sent.sourcePort(), entropy);
      packet.flow = first;
      assertThat(passing.path(packet)).isNotEmpty();
      assertThat(passing.flow(sent.id(), sent.sourcePort(), entropy)).isSameAs(first);
    }
  }
}
