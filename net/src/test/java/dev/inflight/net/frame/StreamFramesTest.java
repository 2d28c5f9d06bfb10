package dev.inflight.net.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.inflight.net.ControlMessage;
import dev.inflight.net.EgressPort;
import dev.inflight.net.Flow;
import dev.inflight.net.Framing;
import dev.inflight.net.Packet;
import dev.inflight.net.PacketPool;
import dev.inflight.net.TestStreams;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.NativeFormat;
import dev.inflight.telemetry.Outcome;
import dev.inflight.telemetry.Question;
import dev.inflight.telemetry.ReportSeal;
import dev.inflight.telemetry.Snapshot;
import dev.inflight.telemetry.TelemetryFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packets of connections become the frames that they have to become, and come back as what they were. */
class StreamFramesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/stream-frames.txt");
  private static final int UNIT = 40;
  private static final int KEY = 0x9E3779B1;
  private static final long ADDRESS = 0x7F00_1234_5678L;

  private final EgressPort port = TestPorts.of(0, 1);
  private final PacketPool pool = new PacketPool(1100);
  private final TestStreams streams = new TestStreams(5, 0, 2, UNIT);

  StreamFramesTest() {
    streams.write(ADDRESS, KEY, 2 * UNIT + 7);
    streams.write(ADDRESS + 1, KEY, 1);
    streams.read(ADDRESS + 2, KEY, 2 * UNIT + 9);
    streams.read(ADDRESS + 3, KEY, 5);
    streams.write(ADDRESS + 4, KEY + 1, UNIT);
  }

  private FrameCodec codec(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, format, sealed));
    codec.flows().add(streams.there());
    codec.flows().add(streams.back());
    return codec;
  }

  /** All packets of both streams, an answer of each kind to each, and all that makes and ends a connection. */
  private List<Packet> all(FrameRules rules) {
    var packets = new ArrayList<Packet>();
    for (Flow stream : List.of(streams.there(), streams.back())) {
      for (long at = 0; at < stream.sizeBytes(); at = TestStreams.after(stream, at)) {
        Packet data = TestStreams.data(pool, stream, at, rules.framing());
        TestStreams.carrying(data, telemetry(rules.telemetry(), packets.size() % 4, data.telemetry), rules.framing());
        data.ecnMarked = packets.size() % 3 == 0;
        data.afterTimeout = packets.size() % 2 == 0 || Messages.ends(stream, TestStreams.after(stream, at), UNIT);
        packets.add(data);
        for (Packet.Kind kind : List.of(Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL)) {
          packets.add(answer(rules, stream, kind, at, packets.size() % 4));
        }
      }
      packets.add(answer(rules, stream, Packet.Kind.ACK, stream.sizeBytes(), 2));
      packets.add(answer(rules, stream, Packet.Kind.NACK, stream.sizeBytes(), 0));
    }
    for (ControlMessage message : ControlMessage.values()) {
      for (Flow stream : List.of(streams.there(), streams.back())) {
        if (CmDatagram.isSaidBy(message, stream)) {
          packets.add(TestStreams.control(pool, stream, message, rules.framing()));
        }
      }
    }
    return packets;
  }

  private Packet answer(FrameRules rules, Flow stream, Packet.Kind kind, long expected, int hops) {
    Packet answer = TestStreams.answer(pool, stream, kind, expected, rules.framing());
    answer.telemetryBytes = (short) telemetry(rules.telemetry(), hops, answer.telemetry);
    if (rules.sealed() && answer.telemetryBytes > 0) {
      new ReportSeal(1, 2).seal(answer.telemetry, 0, answer.telemetryBytes, stream.id(), expected, 17);
      answer.telemetryBytes += ReportSeal.BYTES;
    }
    answer.ecnMarked = hops % 2 == 1;
    answer.sizeBytes = rules.framing().ackBytes(answer.telemetryBytes);
    return answer;
  }

  private static int telemetry(@Nullable TelemetryFormat format, int hops, byte[] into) {
    if (format == null) {
      return 0;
    }
    int bytes = format.begin(into, 0, Question.UTILISATION);
    for (int hop = 0; hop < hops; hop++) {
      var now = new Snapshot().at(1_000_000 + hop * 1_100_000L, 7919L * (hop + 1), 2000 * hop);
      bytes += format.stamper(new EgressLink(3 + hop, 1, 100_000_000_000L)).stamp(into, 0, bytes, into.length, now);
    }
    return bytes;
  }

  private static List<Object> fields(Packet packet) {
    return Arrays.asList(packet.kind, packet.flow, packet.sequence, packet.payloadBytes, packet.sizeBytes, packet.group,
        packet.ecnMarked, packet.afterTimeout, packet.kind == Packet.Kind.CONTROL ? packet.code : -1,
        HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
  }

  private byte[] frame(FrameCodec codec, Packet packet) {
    int length = codec.encoder().encode(packet, port);
    return Arrays.copyOf(codec.encoder().frame(), length);
  }

  /** The frames are right: tshark reads the same fields in such ones, and scapy finds the same CRCs. */
  @Test
  void golden() throws IOException {
    var lines = new ArrayList<String>();
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      FrameCodec codec = codec(framing, null, false);
      var view = new FrameView(List.of());
      for (Packet packet : all(codec.encoder().rules())) {
        byte[] frame = frame(codec, packet);
        view.parse(frame, 0, frame.length);
        String what = packet.kind == Packet.Kind.CONTROL ? ControlMessage.of(packet.code).toString() : packet.kind.toString();
        lines.add((framing == Framing.ROCEV2 ? "ipv4 " : "ipv6 ") + what + " " + packet.sequence + " " + view.opcode() + " "
            + HexFormat.of().formatHex(frame));
      }
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.frame.FrameCodecTest#networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = codec(framing, format, sealed);
    for (Packet packet : all(codec.encoder().rules())) {
      byte[] frame = frame(codec, packet);
      assertThat(frame.length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      byte[] shifted = new byte[frame.length + 6];
      System.arraycopy(frame, 0, shifted, 3, frame.length);
      Packet back = pool.take();
      back.code = -1;
      assertThat(codec.decoder().decode(shifted, 3, frame.length, back)).as("%s: %s", packet, codec.decoder().problem())
          .isEqualTo(Outcome.READ);
      assertThat(fields(back)).isEqualTo(fields(packet));
      pool.release(packet);
      pool.release(back);
    }
  }

  @Test
  void opcodesAndHeadersAreThoseOfTheMessages() {
    var seen = new ArrayList<String>();
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    var view = new FrameView(List.of());
    for (Flow stream : List.of(streams.there(), streams.back())) {
      for (long at = 0; at < stream.sizeBytes(); at = TestStreams.after(stream, at)) {
        byte[] frame = frame(codec, TestStreams.data(pool, stream, at, Framing.ROCEV2));
        assertThat(view.parse(frame, 0, frame.length)).isEqualTo(Outcome.READ);
        String reth = view.rethOffset() == FrameView.ABSENT
            ? ""
            : " " + (Reth.virtualAddress(frame, view.rethOffset()) - ADDRESS) + ","
                + (Reth.remoteKey(frame, view.rethOffset()) - KEY)
                + "," + Reth.messageBytes(frame, view.rethOffset());
        String aeth = view.aethOffset() == FrameView.ABSENT ? "" : " msn=" + Aeth.msn(frame, view.aethOffset());
        seen.add(Bth.psn(frame, view.bthOffset()) + " " + view.opcode() + " " + view.payloadBytes() + reth + aeth);
      }
    }
    assertThat(seen).containsExactly("0 WRITE_FIRST 40 0,0,87", "1 WRITE_MIDDLE 40", "2 WRITE_LAST 7", "3 WRITE_ONLY 1 1,0,1",
        "4 READ_REQUEST 0 2,0,89", "5 READ_REQUEST 0 3,0,5", "6 WRITE_ONLY 40 4,1,40",
        "0 READ_RESPONSE_FIRST 40 msn=3", "1 READ_RESPONSE_MIDDLE 40", "2 READ_RESPONSE_LAST 9 msn=3",
        "3 READ_RESPONSE_ONLY 5 msn=4");
  }

  @Test
  void answersNamePacketsAndCountMessages() {
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    var view = new FrameView(List.of());
    var seen = new ArrayList<String>();
    for (Packet.Kind kind : List.of(Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL)) {
      byte[] frame = frame(codec, TestStreams.answer(pool, streams.there(), kind, 2 * UNIT + 8, Framing.ROCEV2));
      view.parse(frame, 0, frame.length);
      seen.add("%s %x %d".formatted(Bth.psn(frame, view.bthOffset()), Aeth.syndrome(frame, view.aethOffset()),
          Aeth.msn(frame, view.aethOffset())));
    }
    assertThat(seen).containsExactly("3 1f 2", "4 60 2", "4 62 2");
  }

  @Test
  void whateverIsCutOffOrChangedIsNoticed() {
    FrameCodec codec = codec(Framing.ROCEV2, NativeFormat.DEFAULT, true);
    Packet into = pool.take();
    for (Packet packet : all(codec.encoder().rules())) {
      byte[] frame = frame(codec, packet);
      int padding = Math.max(0, frame.length - 14 - Ipv4.totalBytes(frame, 14));
      for (int cut = 0; cut < frame.length - padding; cut++) {
        assertThat(codec.decoder().decode(frame, 0, cut, into)).as("%s cut to %d", packet, cut).isNotEqualTo(Outcome.READ);
      }
      int telemetry = packet.kind == Packet.Kind.DATA ? packet.telemetryBytes : 0;
      for (int at = Ethernet.HEADER_BYTES; at < frame.length - padding - 14; at++) {
        boolean changesOnTheWay = at >= 40 && at < 42 + telemetry || at == 42 + telemetry + Bth.CONGESTION;
        frame[at] ^= 0x11;
        Outcome outcome = codec.decoder().decode(frame, 0, frame.length, into);
        frame[at] ^= 0x11;
        if (!changesOnTheWay) {
          assertThat(outcome).as("%s, byte %d changed", packet, at).isNotEqualTo(Outcome.READ);
        }
      }
    }
  }

  /** Even under a right CRC, only what the connection's packets say is believed. */
  @Test
  void whateverContradictsTheConnectionIsNoticed() {
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    Packet into = pool.take();
    for (Packet packet : all(codec.encoder().rules())) {
      byte[] frame = frame(codec, packet);
      int from = 42 + Bth.BYTES;
      int headers = packet.kind == Packet.Kind.DATA
          ? MessageHeaders.opcode(packet.flow, packet.sequence, packet.payloadBytes, UNIT).extendedBytes()
          : packet.kind == Packet.Kind.CONTROL ? CmDatagram.BYTES : 1; // of an acknowledgement the syndrome
      for (int at = from; at < from + headers; at++) {
        assertThat(decodeChanged(codec, frame, at, 0x40, into)).as("%s, byte %d changed", packet, at).isNotEqualTo(Outcome.READ);
      }
      if (packet.kind == Packet.Kind.DATA) {
        assertThat(decodeChanged(codec, frame, 42, 0x01, into)).as("%s, another opcode", packet).isNotEqualTo(Outcome.READ);
        assertThat(decodeChanged(codec, frame, 42 + Bth.PSN + 2, 0x80, into)).isEqualTo(Outcome.MALFORMED);
      }
    }
  }

  private static Outcome decodeChanged(FrameCodec codec, byte[] frame, int at, int flip, Packet into) {
    byte[] changed = frame.clone();
    changed[at] ^= (byte) flip;
    int end = 14 + Ipv4.totalBytes(changed, 14);
    Icrc.write(changed, end - 4, new Icrc().roceV2(changed, 14, 34, 42, end - 4));
    return codec.decoder().decode(changed, 0, changed.length, into);
  }

  private static Outcome decode(FrameCodec codec, byte[] frame, Packet into) {
    return decodeChanged(codec, frame, 42 + Bth.CONGESTION, 0, into);
  }

  @Test
  void saysWhatIsWrong() {
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    Packet into = pool.take();
    byte[] write = frame(codec, TestStreams.data(pool, streams.there(), 0, Framing.ROCEV2));
    Bth.write(write, 42, Opcode.WRITE_FIRST, streams.there().queuePair(), 7);
    assertRefused(codec, write, Outcome.MALFORMED, "the flow has no packet of this number and size");
    Bth.write(write, 42, Opcode.WRITE_FIRST, streams.there().queuePair(), 1);
    assertRefused(codec, write, Outcome.MALFORMED, "the flow's messages are not those, or do not begin and end there");
    Bth.write(write, 42, Opcode.WRITE_FIRST, streams.there().queuePair(), 0);
    Reth.write(write, 54, ADDRESS, KEY, 88);
    assertRefused(codec, write, Outcome.MALFORMED, "the extended headers are not those of the flow's message");
    byte[] refusal = frame(codec, TestStreams.answer(pool, streams.there(), Packet.Kind.REFUSAL, 0, Framing.ROCEV2));
    Aeth.write(refusal, 54, Aeth.NAK_REMOTE_OPERATIONAL_ERROR, 0);
    assertRefused(codec, refusal, Outcome.UNSUPPORTED,
        "the acknowledgement refuses for a reason other than a gap or a message's memory");
    byte[] request = frame(codec, TestStreams.control(pool, streams.there(), ControlMessage.CONNECT, Framing.ROCEV2));
    Mad.attributeId(request, 62, 0x11);
    assertRefused(codec, request, Outcome.UNSUPPORTED,
        "the communication manager's message neither makes nor ends a connection");
    Mad.attributeId(request, 62, CmMessage.REP);
    assertRefused(codec, request, Outcome.UNSUPPORTED, "the communication and addresses are those of no connection");
    Mad.attributeId(request, 62, CmMessage.REQ);
    CmRequest.depths(request, 86, 16, 15);
    assertRefused(codec, request, Outcome.MALFORMED, "the communication manager's message is not that of its connection");
    Mad.write(request, 62, 3, 2, 3);
    assertRefused(codec, request, Outcome.UNSUPPORTED, "the datagram is none of the communication manager");
    assertThat(decode(FrameCodec.of(codec.encoder().rules()), write, into)).isEqualTo(Outcome.UNSUPPORTED);
  }

  private void assertRefused(FrameCodec codec, byte[] frame, Outcome outcome, String problem) {
    assertThat(decode(codec, frame, pool.take())).as(codec.decoder().problem()).isEqualTo(outcome);
    assertThat(codec.decoder().problem()).isEqualTo(problem);
  }

  @Test
  void whatNoConnectionSaysHasNoFrame() {
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    Packet wrongEnd = TestStreams.control(pool, streams.back(), ControlMessage.CONNECT, Framing.ROCEV2);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(wrongEnd, port))
        .withMessageContaining("is no CONNECT of its connection");
    var plain = new Flow(5, 0, 2, 10_000, 100, 3, 1000, 0);
    Packet none = TestStreams.control(pool, plain, ControlMessage.DISCONNECT, Framing.ROCEV2);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(none, port))
        .withMessageContaining("is no DISCONNECT of its connection");
    codec.flows().add(plain);
    byte[] refusal = frame(codec, TestStreams.answer(pool, plain, Packet.Kind.REFUSAL, 0, Framing.ROCEV2));
    assertRefused(FrameCodec.of(codec.encoder().rules()), refusal, Outcome.UNSUPPORTED,
        "the queue pair and addresses are those of no flow");
  }

  @Test
  void whateverArrivesIsAnswered() {
    var random = new SplittableRandom(31);
    FrameCodec codec = codec(Framing.ROCEV2_IPV6, NativeFormat.DEFAULT, false);
    Packet into = pool.take();
    var icrc = new Icrc();
    var view = new FrameView(List.of(NativeFormat.DEFAULT));
    int read = 0;
    for (Packet packet : all(codec.encoder().rules())) {
      byte[] frame = frame(codec, packet);
      for (int round = 0; round < 1000; round++) {
        byte[] changed = Arrays.copyOf(frame, random.nextInt(8) == 0 ? random.nextInt(frame.length) : frame.length);
        for (int changes = random.nextInt(0, 4); changes > 0 && changed.length > 0; changes--) {
          changed[random.nextInt(changed.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
        }
        view.parse(changed, 0, changed.length);
        if (view.icrcOffset() != FrameView.ABSENT) {
          Icrc.write(changed, view.icrcOffset(), view.computeIcrc(icrc));
        }
        Outcome outcome = codec.decoder().decode(changed, 0, changed.length, into);
        assertThat(outcome == Outcome.READ || !codec.decoder().problem().isEmpty()).isTrue();
        read += outcome == Outcome.READ ? 1 : 0;
      }
    }
    assertThat(read).as("some are as good as untouched").isPositive();
  }

  @Test
  void framesCostNothing() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    FrameCodec codec = codec(Framing.ROCEV2, NativeFormat.DEFAULT, false);
    List<Packet> packets = all(codec.encoder().rules());
    Packet into = pool.take();
    int frames = 2000;
    long allocated = 0;
    for (int round = 0; round < 6; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int frame = 0; frame < frames; frame++) {
        int length = codec.encoder().encode(packets.get(frame % packets.size()), port);
        if (codec.decoder().decode(codec.encoder().frame(), 0, length, into) != Outcome.READ) {
          throw new AssertionError(codec.decoder().problem());
        }
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isLessThan(frames); // not even a byte for each
  }
}
