package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.TestStreams;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.ConnectionHeader;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Reth;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Frames of a connection that are incomplete, foreign or wrong are refused with a reason. */
class StreamFramesHostileTest {
  private final StreamPackets packets = new StreamPackets();

  @Test
  void detectsTruncationAndChanges() {
    FrameCodec codec = packets.codec(Framing.ROCEV2, NativeFormat.DEFAULT, true);
    Packet into = packets.pool.take();
    for (Packet packet : packets.all(codec.encoder().rules())) {
      byte[] frame = packets.frame(codec, packet);
      int padding = Math.max(0, frame.length - 14 - Ipv4.totalBytes(frame, 14));
      for (int cut = 0; cut < frame.length - padding; cut++) {
        assertThat(codec.decoder().decode(frame, 0, cut, into)).as("%s cut to %d", packet, cut).isNotEqualTo(DecodeStatus.READ);
      }
      int telemetry = packet.kind == Packet.Kind.DATA ? packet.telemetryBytes : 0;
      for (int at = Ethernet.HEADER_BYTES; at < frame.length - padding - 14; at++) {
        boolean changesOnTheWay = at >= 40 && at < 42 + telemetry || at == 42 + telemetry + Bth.CONGESTION;
        frame[at] ^= 0x11;
        DecodeStatus outcome = codec.decoder().decode(frame, 0, frame.length, into);
        frame[at] ^= 0x11;
        if (!changesOnTheWay) {
          assertThat(outcome).as("%s, byte %d changed", packet, at).isNotEqualTo(DecodeStatus.READ);
        }
      }
    }
  }

  /** Even under a right CRC, acknowledgements and control messages are accepted only if they fit the connection. */
  @Test
  void refusesPacketsThatContradictTheConnection() {
    FrameCodec codec = packets.codec(Framing.ROCEV2, null, false);
    Packet into = packets.pool.take();
    for (Packet packet : packets.all(codec.encoder().rules())) {
      byte[] frame = packets.frame(codec, packet);
      int from = 42 + Bth.BYTES;
      int headers = packet.kind == Packet.Kind.DATA
          ? 0 // its content is free, and the receiver checks its access
          : packet.kind == Packet.Kind.CONTROL ? ConnectionDatagram.BYTES : 1; // of an acknowledgement the syndrome
      for (int at = from; at < from + headers; at++) {
        assertThat(decodeChanged(codec, frame, at, 0x40, into)).as("%s, byte %d changed", packet, at)
            .isNotEqualTo(DecodeStatus.READ);
      }
      if (packet.kind == Packet.Kind.DATA) {
      }
    }
  }

  private static DecodeStatus decodeChanged(FrameCodec codec, byte[] frame, int at, int flip, Packet into) {
    byte[] changed = frame.clone();
    changed[at] ^= (byte) flip;
    int end = 14 + Ipv4.totalBytes(changed, 14);
    Icrc.write(changed, end - 4, new Icrc().roceV2(changed, 14, 34, 42, end - 4));
    return codec.decoder().decode(changed, 0, changed.length, into);
  }

  private static DecodeStatus decode(FrameCodec codec, byte[] frame, Packet into) {
    return decodeChanged(codec, frame, 42 + Bth.CONGESTION, 0, into);
  }

  @Test
  void reportsTheProblem() {
    FrameCodec codec = packets.codec(Framing.ROCEV2, null, false);
    Packet into = packets.pool.take();
    byte[] write = packets.frame(codec, TestStreams.data(packets.pool, packets.streams.there(), 0, Framing.ROCEV2));
    int queuePair = packets.streams.there().queuePair();
    String noSuchPacket = "no packet of a stream has this number and size";
    Bth.write(write, 42, Opcode.WRITE_FIRST, queuePair, 0xFFFFFF);
    assertRefused(codec, write, DecodeStatus.MALFORMED, noSuchPacket);
    Bth.write(write, 42, Opcode.READ_REQUEST, queuePair, 0);
    assertRefused(codec, write, DecodeStatus.MALFORMED, noSuchPacket);
    Bth.write(write, 42, Opcode.WRITE_FIRST, queuePair, 0);
    Reth.write(write, 54, StreamPackets.ADDRESS, StreamPackets.KEY, 0);
    assertRefused(codec, write, DecodeStatus.MALFORMED, "the message moves nothing, or more than 2^31 bytes");
    Reth.write(write, 54, StreamPackets.ADDRESS, StreamPackets.KEY, (1L << 31) + 1);
    assertRefused(codec, write, DecodeStatus.MALFORMED, "the message moves nothing, or more than 2^31 bytes");
    byte[] last = packets.frame(codec, TestStreams.data(packets.pool, packets.streams.there(), 80, Framing.ROCEV2));
    Bth.write(last, 42, Opcode.WRITE_MIDDLE, queuePair, 2);
    Bth.padBytes(last, 42, 1);
    assertRefused(codec, last, DecodeStatus.MALFORMED, noSuchPacket);
    byte[] response = packets.frame(codec, TestStreams.data(packets.pool, packets.streams.back(), 0, Framing.ROCEV2));
    Aeth.write(response, 54, Aeth.NAK_REMOTE_ACCESS_ERROR, 3);
    assertRefused(codec, response, DecodeStatus.MALFORMED, "the READ response refuses, which only an acknowledgement does");
    byte[] refusal = packets.frame(codec,
        TestStreams.answer(packets.pool, packets.streams.there(), Packet.Kind.REFUSAL, 0, Framing.ROCEV2));
    Aeth.write(refusal, 54, Aeth.NAK_REMOTE_OPERATIONAL_ERROR, 0);
    assertRefused(codec, refusal, DecodeStatus.UNSUPPORTED,
        "the acknowledgement refuses for a reason other than a gap or a message's memory");
    byte[] request = packets.frame(codec,
        TestStreams.control(packets.pool, packets.streams.there(), HandshakeMessage.CONNECT, Framing.ROCEV2));
    request[67] = 6;
    assertRefused(codec, request, DecodeStatus.UNSUPPORTED, "no message that sets up or closes a connection has this number");
    request[67] = (byte) HandshakeMessage.ACCEPT.ordinal();
    assertRefused(codec, request, DecodeStatus.UNSUPPORTED, "the queue pairs and addresses are those of no connection");
    request[67] = (byte) HandshakeMessage.CONNECT.ordinal();
    ConnectionHeader.payloadBytes(request, 62, StreamPackets.UNIT + 1);
    assertRefused(codec, request, DecodeStatus.MALFORMED, "the message is not that of its connection");
    request[66] = 2; // the version
    assertRefused(codec, request, DecodeStatus.UNSUPPORTED, "the datagram neither makes nor ends a connection");
    assertThat(decode(FrameCodec.of(codec.encoder().rules()), write, into)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  private void assertRefused(FrameCodec codec, byte[] frame, DecodeStatus outcome, String problem) {
    assertThat(decode(codec, frame, packets.pool.take())).as(codec.decoder().problem()).isEqualTo(outcome);
    assertThat(codec.decoder().problem()).isEqualTo(problem);
  }

  @Test
  void packetsOfNoConnectionHaveNoFrame() {
    FrameCodec codec = packets.codec(Framing.ROCEV2, null, false);
    Packet wrongEnd = TestStreams.control(packets.pool, packets.streams.back(), HandshakeMessage.CONNECT, Framing.ROCEV2);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(wrongEnd, packets.port))
        .withMessageContaining("is no CONNECT of its connection");
    var plain = new Flow(5, 0, 2, 10_000, 100, 3, 1000, 0);
    Packet none = TestStreams.control(packets.pool, plain, HandshakeMessage.DISCONNECT, Framing.ROCEV2);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(none, packets.port))
        .withMessageContaining("is no DISCONNECT of its connection");
    codec.flows().add(plain);
    byte[] refusal = packets.frame(codec, TestStreams.answer(packets.pool, plain, Packet.Kind.REFUSAL, 0, Framing.ROCEV2));
    assertRefused(FrameCodec.of(codec.encoder().rules()), refusal, DecodeStatus.UNSUPPORTED,
        "the queue pair and addresses are those of no flow");
  }

  @Test
  void decodesChangedFramesWithoutAnException() {
    var random = new SplittableRandom(31);
    FrameCodec codec = packets.codec(Framing.ROCEV2_IPV6, NativeFormat.DEFAULT, false);
    Packet into = packets.pool.take();
    var icrc = new Icrc();
    var view = new FrameView(List.of(NativeFormat.DEFAULT));
    int read = 0;
    for (Packet packet : packets.all(codec.encoder().rules())) {
      byte[] frame = packets.frame(codec, packet);
      for (int round = 0; round < 1000; round++) {
        byte[] changed = Arrays.copyOf(frame, random.nextInt(8) == 0 ? random.nextInt(frame.length) : frame.length);
        for (int changes = random.nextInt(0, 4); changes > 0 && changed.length > 0; changes--) {
          changed[random.nextInt(changed.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
        }
        view.parse(changed, 0, changed.length);
        if (view.icrc != FrameView.ABSENT) {
          Icrc.write(changed, view.icrc, view.computeIcrc(icrc));
        }
        DecodeStatus outcome = codec.decoder().decode(changed, 0, changed.length, into);
        assertThat(outcome == DecodeStatus.READ || !codec.decoder().problem().isEmpty()).isTrue();
        read += outcome == DecodeStatus.READ ? 1 : 0;
      }
    }
    assertThat(read).as("some are as good as untouched").isPositive();
  }
}
