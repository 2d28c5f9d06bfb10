package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Problems that are reported of frames with a right checksum that are not quite those of packets. */
class FrameProblemsTest {
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int BTH = 42;

  private final PacketPool pool = new PacketPool(0);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 3000, 0);
  private final FrameCodec codec = FrameCodec.of(new FrameRules(Framing.ROCEV2, 1000, null, false));

  private Packet data(long sequence, Framing framing) {
    Packet packet = pool.take();
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.priority = flow.priority();
    packet.sequence = sequence;
    packet.number = packet.sequence / 1000;
    packet.payloadBytes = 1000;
    packet.sizeBytes = framing.dataBytes(1000, 0, sequence == 0 ? framing.rethBytes() : 0);
    return packet;
  }

  private byte[] frame(long sequence) {
    int length = codec.encoder().encode(data(sequence, Framing.ROCEV2), TestPorts.of(0, 1));
    return Arrays.copyOf(codec.encoder().frame(), length);
  }

  private void assertRefused(byte[] frame, DecodeStatus outcome, String problem) {
    codec.flows().add(flow);
    Icrc.write(frame, frame.length - 4, new Icrc().roceV2(frame, IP, UDP, BTH, frame.length - 4));
    assertThat(codec.decoder().decode(frame, 0, frame.length, pool.take())).isEqualTo(outcome);
    assertThat(codec.decoder().problem()).isEqualTo(problem);
  }

  @Test
  void headersThatThePacketIsTooShortFor() {
    byte[] frame = Arrays.copyOf(frame(0), BTH + 12 + 15 + 4); // a WRITE FIRST with 15 bytes of its RETH
    Ipv4.changeTotalBytes(frame, IP, frame.length - IP);
    Udp.length(frame, UDP, frame.length - UDP);
    assertRefused(frame, DecodeStatus.MALFORMED, "the packet ends within its extended headers");
  }

  @Test
  void opcodesThatNoPacketHas() {
    byte[] immediate = frame(1000);
    Bth.write(immediate, BTH, Opcode.WRITE_LAST_IMMEDIATE, flow.queuePair(), 1);
    assertRefused(immediate, DecodeStatus.UNSUPPORTED,
        "the opcode is none of a WRITE, a READ, an acknowledgement, a probe or what answers it");
    byte[] send = frame(1000);
    send[BTH] = 4; // RC SEND ONLY
    assertRefused(send, DecodeStatus.UNSUPPORTED, "the base transport header has an unknown opcode, or another version");
  }

  /** The hop limit is the packet's, over either version of IP: 64 at the NIC, one less at each switch. */
  @Test
  void hopLimitsCountDown() {
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      FrameEncoder encoder = FrameCodec.of(new FrameRules(framing, 1000, null, false)).encoder();
      for (short hop = 0; hop < 5; hop++) {
        Packet packet = data(1000, framing);
        packet.hop = hop;
        encoder.encode(packet, TestPorts.of(0, 1));
        int limit = framing == Framing.ROCEV2 ? Ipv4.ttl(encoder.frame(), IP) : Ipv6.hopLimit(encoder.frame(), IP);
        assertThat(limit).isEqualTo(64 - hop);
      }
    }
  }
}
