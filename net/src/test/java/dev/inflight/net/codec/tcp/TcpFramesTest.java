package dev.inflight.net.codec.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.FrameDecoder;
import dev.inflight.net.codec.FlowFactory;
import dev.inflight.net.codec.TestPorts;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestSegment;
import dev.inflight.wire.frame.FrameForwarder;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.tcp.TcpHeader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets of TCP become the right segments, and segments the original packets. */
class TcpFramesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/tcp-frames.txt");
  private static final int UNIT = TcpPackets.UNIT;
  private static final int ROUNDS = 1000;

  static Stream<Arguments> networks() {
    Stream<@Nullable TelemetryFormat> formats = Stream.concat(Stream.of((TelemetryFormat) null),
        TestFormats.ON_THE_WIRE.stream().filter(TestSegment::carries));
    return formats.flatMap(format -> Stream.of(Framing.TCP, Framing.TCP_IPV6)
        .filter(framing -> framing == Framing.TCP_IPV6 || format == null || !format.placement().needsIpv6())
        .flatMap(framing -> Stream.of(false, true).map(sealed -> Arguments.of(framing, format, sealed))));
  }

  private static List<Object> fields(Packet packet) {
    boolean answers = packet.kind == Packet.Kind.NOTIFICATION;
    return Arrays.asList(packet.kind, packet.flow, packet.code, packet.number, packet.sequence,
        answers ? packet.arrivedNumber : 0, packet.payloadBytes, packet.sizeBytes, packet.priority, packet.ecnMarked,
        packet.kind == Packet.Kind.ACK ? packet.sack().toString() : "",
        HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
  }

  private static void assertReturns(TcpPackets packets, Packet packet) {
    byte[] frame = packets.frame(packet);
    assertThat(frame.length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
    byte[] shifted = new byte[frame.length + 6];
    System.arraycopy(frame, 0, shifted, 3, frame.length);
    Packet back = packets.empty();
    back.sack().clear();
    back.sack().add(1, 2);
    DecodeStatus outcome = packets.codec.decoder().decode(shifted, 3, frame.length, back);
    assertThat(outcome).as("%s: %s", packet, packets.codec.decoder().problem()).isEqualTo(DecodeStatus.READ);
    assertThat(fields(back)).isEqualTo(fields(packet));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    var packets = new TcpPackets(framing, format, sealed, 1_000_003);
    packets.all().forEach(packet -> assertReturns(packets, packet));
    var random = new SplittableRandom(7);
    for (int round = 0; round < ROUNDS; round++) {
      assertReturns(packets, packets.any(random));
    }
  }

  /** 32 bits wrap after 4 GiB: an end's state distinguishes the wraps within 2 GiB. */
  @Test
  void longStreamsWrap() {
    long size = 5L << 32;
    var packets = new TcpPackets(Framing.TCP, NativeFormat.DEFAULT, false, size);
    var random = new SplittableRandom(8);
    for (int round = 0; round < ROUNDS; round++) {
      long known = random.nextLong(size / UNIT);
      packets.flow.receiver = TcpPackets.end(known, 0);
      packets.flow.sender = TcpPackets.end(known, 1L << 40);
      long number = Math.clamp(known + random.nextLong(-(1L << 26), 1L << 26), 0, size / UNIT - 4);
      long at = number * UNIT;
      assertReturns(packets, packets.data(at));
      assertReturns(packets, packets.probe(round, 1));
      assertReturns(packets, packets.answer(at, round, 1));
      assertReturns(packets, packets.data(at, 1));
      assertReturns(packets, packets.returning(at, 1, at + UNIT, at + 2 * UNIT));
      assertReturns(packets, packets.ack(at, at + UNIT, at + 2 * UNIT, at + 3 * UNIT, at + 4 * UNIT));
    }
  }

  @Test
  void flowsOfOneByteAndOfNone() {
    for (long size : new long[] {0, 1, UNIT, UNIT + 1}) {
      var packets = new TcpPackets(Framing.TCP_IPV6, null, false, size);
      assertReturns(packets, packets.data(0));
      assertReturns(packets, packets.ack(size));
      assertReturns(packets, packets.probe(0, 0));
    }
  }

  /** A sender may have the port of the receivers, and a host be sender and receiver at once. */
  @Test
  void portsOfBothEndsMayBeAlike() {
    var there = new TcpPackets(Framing.TCP, null, false, UNIT, new Flow(1, 0, 2, Segments.RECEIVER_PORT, 100, 3, 1_000_000, 0));
    var back = new Flow(2, 2, 0, 10_000, 100, 3, 1_000_000, 0);
    there.codec.flows().add(back);
    there.all().forEach(packet -> assertReturns(there, packet));
  }

  /** One packet of each kind, as text: separate fields can be read from a column. */
  @Test
  void golden() throws IOException {
    var lines = new ArrayList<String>();
    for (Framing framing : new Framing[] {Framing.TCP, Framing.TCP_IPV6}) {
      var packets = new TcpPackets(framing, NativeFormat.DEFAULT, false, 1603);
      for (Packet packet : packets.all()) {
        lines.add((framing + " " + packet.kind).toLowerCase(Locale.ROOT) + " " + spaced(packets.frame(packet)));
      }
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  /** Ethernet, IP, TCP, its options, and the rest. */
  private static String spaced(byte[] frame) {
    var view = new FrameView(List.of(NativeFormat.DEFAULT));
    view.parse(frame, 0, frame.length);
    int[] starts = {0, view.ip, view.tcp, view.tcp + 20, view.tcp + TcpHeader.headerBytes(frame, view.tcp), frame.length};
    var text = new StringBuilder();
    for (int part = 0; part < starts.length - 1; part++) {
      text.append(part > 0 ? " " : "").append(HexFormat.of().formatHex(frame, starts[part], starts[part + 1]));
    }
    return text.toString().stripTrailing();
  }

  /** RFC 3168 §6.1.4: acknowledgements are not ECN-capable; data is, and a mark on the way is CE. */
  @Test
  void onlyDataIsEcnCapable() {
    for (Framing framing : new Framing[] {Framing.TCP, Framing.TCP_IPV6}) {
      var packets = new TcpPackets(framing, NativeFormat.DEFAULT, false, 1603);
      for (Packet packet : packets.all()) {
        byte[] frame = packets.frame(packet);
        int ip = Ethernet.HEADER_BYTES;
        boolean ipv6 = framing == Framing.TCP_IPV6;
        assertThat(ipv6 ? Ipv6.ecn(frame, ip) : Ipv4.ecn(frame, ip)).isEqualTo(packet.kind.forward ? Ipv4.ECT_0 : Ipv4.NOT_ECT);
        boolean apart = packet.kind == Packet.Kind.PROBE || packet.kind == Packet.Kind.NOTIFICATION || packet.telemetryBytes > 0;
        assertThat(ipv6 ? Ipv6.dscp(frame, ip) : Ipv4.dscp(frame, ip)).isEqualTo(3 << 3 | (apart ? 3 : 0));
      }
    }
  }

  @Test
  void packetsThatNoSegmentCanBe() {
    var packets = new TcpPackets(Framing.TCP, NativeFormat.DEFAULT, false, 1603);
    Packet numbered = packets.data(32);
    numbered.number = 3;
    Packet carrying = packets.data(32);
    carrying.telemetryBytes = 4;
    Packet asking = packets.data(32);
    asking.code = 1;
    Packet reflecting = packets.ack(32);
    reflecting.telemetryBytes = 4;
    Packet ofData = packets.answer(32, 1, 1);
    ofData.code = Packet.OF_DATA;
    Packet refused = packets.ack(32);
    refused.kind = Packet.Kind.NACK;
    Packet large = packets.ack(32);
    large.sizeBytes++;
    Port port = TestPorts.of(0, 1);
    for (Packet packet : List.of(numbered, carrying, asking, reflecting, ofData, refused, large)) {
      assertThatIllegalArgumentException().isThrownBy(() -> packets.codec.encoder().encode(packet, port))
          .withMessageStartingWith(packet.toString());
    }
    FrameCodec without = new TcpPackets(Framing.TCP, null, false, 1603).codec;
    assertThatIllegalArgumentException().isThrownBy(() -> without.encoder().encode(packets.probe(0, 1), port))
        .withMessageEndingWith("bytes of telemetry in a network without");
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameDecoder(packets.rules, new FlowLookup(), new FlowFactory() {
    })).withMessage("segments of TCP do not state the end of an unknown flow");
  }

  /** A switch writes the same into bytes as into the packet. */
  @ParameterizedTest
  @MethodSource("networks")
  void aSwitchWritesTheSameIntoBytes(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    if (format == null) {
      return;
    }
    var packets = new TcpPackets(framing, format, sealed, 1603);
    aSwitchWritesTheSame(packets, format, packets.probe(7, 0), packets.probe(7, 2));
    aSwitchWritesTheSame(packets, format, packets.data(32, 0), packets.data(32, 2));
  }

  private static void aSwitchWritesTheSame(TcpPackets packets, TelemetryFormat format, Packet sent, Packet meant) {
    byte[] frame = Arrays.copyOf(packets.frame(sent), 1000);
    int length = packets.codec.encoder().encode(sent, TestPorts.of(0, 1));
    for (int hop = 0; hop < 2; hop++) {
      var port = new FrameForwarder(format, new EgressLink(3 + hop, 1, 100_000_000_000L), true);
      var now = new PortSnapshot().at(1_000_000 + hop * 1_100_000L, 7919L * (hop + 1), 2000L * hop);
      length = port.forward(frame, 0, length, frame.length, now, false);
    }
    Packet back = packets.empty();
    assertThat(packets.codec.decoder().decode(frame, 0, length, back)).isEqualTo(DecodeStatus.READ);
    assertThat(fields(back)).isEqualTo(fields(meant));
  }

  @Test
  void aSegmentCostsNothing() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var packets = new TcpPackets(Framing.TCP, NativeFormat.DEFAULT, true, 1603);
    List<Packet> all = packets.all();
    Packet back = packets.empty();
    back.sack().clear();
    Port port = TestPorts.of(0, 1);
    long allocated = 0;
    int read = 0;
    for (int round = 0; round < 4; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 2000; i++) {
        Packet packet = all.get(i % all.size());
        int length = packets.codec.encoder().encode(packet, port);
        read += packets.codec.decoder().decode(packets.codec.encoder().frame(), 0, length, back) == DecodeStatus.READ ? 1 : 0;
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(read).isEqualTo(8000);
    assertThat(allocated).isLessThan(2000); // not even a byte for each
  }
}
