package dev.inflight.net.codec.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Segments that no sender of this network has sent are refused, each for its reason. */
class TcpHostileTest {
  private static final int IP = 14;
  private static final int TCP = IP + 20;
  private static final int OPTIONS = TCP + 20;
  private static final int DATA = OPTIONS + TcpOptions.TIMESTAMPS_BYTES;
  private static final int UNIT = TcpPackets.UNIT;
  private static final String NO_SUCH_SEGMENT = "the flow has no segment of this sequence number and size";
  private static final String FLAGS = "the flags are not those of an open connection's segment";
  private static final String NO_SUCH_BYTES = "the acknowledgement is for bytes that the flow does not have";
  private static final String NO_SUCH_BLOCK = "a block is of bytes that the flow does not have behind a gap";
  private static final String OPTIONS_OTHERS = "the TCP options are not timestamps, and blocks of what has arrived";

  private final TcpPackets packets = new TcpPackets(Framing.TCP, NativeFormat.DEFAULT, false, 1603);
  private final Packet into = packets.empty();

  private DecodeStatus decode(byte[] frame) {
    return packets.codec.decoder().decode(frame, 0, frame.length, into);
  }

  private void assertRefused(byte[] frame, DecodeStatus outcome, String why) {
    assertThat(decode(frame)).as(why).isEqualTo(outcome);
    assertThat(packets.codec.decoder().problem()).isEqualTo(why);
  }

  /** The frame of a packet after a change, with right checksums again. */
  private byte[] changed(Packet packet, Consumer<byte[]> change) {
    byte[] frame = packets.frame(packet);
    change.accept(frame);
    return right(frame);
  }

  private static byte[] right(byte[] frame) {
    Ipv4.writeChecksum(frame, IP);
    TcpHeader.writeChecksum(frame, TCP, IP, Ipv4.totalBytes(frame, IP) - 20);
    return frame;
  }

  /** A frame with other bytes behind an offset. */
  private byte[] behind(Packet packet, int from, String hex) {
    byte[] rest = HexFormat.of().parseHex(hex.replace(" ", ""));
    byte[] frame = Arrays.copyOf(packets.frame(packet), from + rest.length);
    System.arraycopy(rest, 0, frame, from, rest.length);
    Ipv4.changeTotalBytes(frame, IP, frame.length - IP);
    return right(frame);
  }

  @Test
  void headers() {
    byte[] wrong = packets.frame(packets.data(32));
    wrong[DATA + 3] ^= 1;
    assertRefused(wrong, DecodeStatus.MALFORMED, "the TCP checksum does not match");
    byte[] padded = Arrays.copyOf(packets.frame(packets.data(32)), DATA + UNIT + 1);
    assertRefused(padded, DecodeStatus.MALFORMED, "there are bytes behind the segment");
    String bits = "the TCP header has reserved bits, an urgent pointer, or a window that bounds";
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 12] |= 1), DecodeStatus.UNSUPPORTED, bits);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 19] = 1), DecodeStatus.UNSUPPORTED, bits);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 15] = 1), DecodeStatus.UNSUPPORTED, bits);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 12] = 0x40), DecodeStatus.MALFORMED,
        "TCP and IP disagree about the packet's length");
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 12] = (byte) 0xF0), DecodeStatus.MALFORMED,
        "TCP and IP disagree about the packet's length");
    assertRefused(changed(packets.data(32), frame -> frame[IP + 9] = Ipv4.UDP), DecodeStatus.UNSUPPORTED,
        "the IP protocol is not TCP");
  }

  @Test
  void options() {
    assertRefused(changed(packets.data(32), frame -> frame[OPTIONS + 3] = 9), DecodeStatus.MALFORMED,
        "the TCP options contradict themselves");
    assertRefused(changed(packets.data(32), frame -> frame[OPTIONS + 2] = 30), DecodeStatus.UNSUPPORTED, OPTIONS_OTHERS);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 12] = 0x50), DecodeStatus.UNSUPPORTED, OPTIONS_OTHERS);
    assertRefused(changed(packets.ack(32, 48, 64), frame -> frame[DATA] = 0), DecodeStatus.UNSUPPORTED, OPTIONS_OTHERS);
    byte[] four = behind(packets.ack(32), OPTIONS,
        "080a 00000000 00000000 0522 00000030 00000040 00000030 00000040 00000030 00000040 00000030 00000040");
    four[TCP + 12] = (byte) 0xF0;
    assertThat(four).hasSize(OPTIONS + 44); // too many for a header: the bytes behind it count as data
    assertThat(decode(right(four))).isNotEqualTo(DecodeStatus.READ);
  }

  @Test
  void flags() {
    for (int flag : new int[] {TcpHeader.FIN, TcpHeader.SYN, TcpHeader.RST, TcpHeader.URG, TcpHeader.CWR}) {
      for (Packet packet : packets.all()) {
        assertRefused(changed(packet, frame -> frame[TCP + 13] |= (byte) flag), DecodeStatus.UNSUPPORTED, FLAGS);
      }
    }
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 13] = 0), DecodeStatus.UNSUPPORTED, FLAGS);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 13] = TcpHeader.ACK | TcpHeader.ECE), DecodeStatus.UNSUPPORTED,
        FLAGS);
    assertRefused(changed(packets.ack(32), frame -> frame[TCP + 13] = TcpHeader.ACK | TcpHeader.PSH), DecodeStatus.UNSUPPORTED,
        FLAGS);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 13] = TcpHeader.ACK | TcpHeader.PSH), DecodeStatus.MALFORMED,
        NO_SUCH_SEGMENT);
    assertRefused(changed(packets.data(1600), frame -> frame[TCP + 13] = TcpHeader.ACK), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
  }

  @Test
  void portsAndAddresses() {
    String nobody = "the ports and addresses are those of no flow";
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 1]++), DecodeStatus.UNSUPPORTED, nobody);
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 3]++), DecodeStatus.UNSUPPORTED, nobody);
    assertRefused(changed(packets.ack(32), frame -> frame[TCP + 1]++), DecodeStatus.UNSUPPORTED, nobody);
    assertRefused(changed(packets.data(32), frame -> frame[IP + 15]++), DecodeStatus.UNSUPPORTED, nobody);
    assertRefused(changed(packets.data(32), frame -> frame[IP + 12] = 11), DecodeStatus.UNSUPPORTED, nobody);
  }

  @Test
  void sequenceNumbers() {
    for (int sequence : new int[] {33, -16, 1616, 1600, 1603, Integer.MIN_VALUE}) {
      assertRefused(changed(packets.data(32), frame -> BigEndian.set32(frame, TCP + 4, sequence)), DecodeStatus.MALFORMED,
          NO_SUCH_SEGMENT);
    }
    assertRefused(changed(packets.data(32), frame -> frame[TCP + 11] = 1), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    assertRefused(behind(packets.data(32), DATA, "00010203"), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    assertRefused(behind(packets.data(32), DATA, ""), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    assertRefused(behind(packets.data(32), DATA, "00".repeat(UNIT + 1)), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    for (int field : new int[] {TCP + 4, TCP + 7, TCP + 8, TCP + 11}) {
      assertRefused(changed(packets.probe(1, 1), frame -> frame[field]++), DecodeStatus.MALFORMED,
          "the probe has a place in the stream");
    }
  }

  @Test
  void acknowledgements() {
    for (int next : new int[] {33, -16, 1616, 1602, Integer.MIN_VALUE}) {
      for (Packet packet : new Packet[] {packets.ack(32), packets.answer(32, 1, 1)}) {
        assertRefused(changed(packet, frame -> BigEndian.set32(frame, TCP + 8, next)), DecodeStatus.MALFORMED, NO_SUCH_BYTES);
      }
    }
    assertRefused(changed(packets.ack(32), frame -> frame[TCP + 7] = 16), DecodeStatus.MALFORMED, NO_SUCH_BYTES);
    assertRefused(behind(packets.ack(32), DATA, "00"), DecodeStatus.MALFORMED,
        "the receiver sends data, which flows have one way only");
  }

  @Test
  void blocks() {
    for (long[] edges : new long[][] {{32, 48}, {16, 64}, {48, 48}, {64, 48}, {48, 1619}, {1616, 1632}, {49, 64}, {48, 65},
        {-64, -48}, {48, 48 + (1L << 31)}}) {
      assertRefused(packets.frame(packets.ack(32, edges)), DecodeStatus.MALFORMED, NO_SUCH_BLOCK);
      assertRefused(packets.frame(packets.ack(32, 64, 80, 96, 112, edges[0], edges[1])), DecodeStatus.MALFORMED, NO_SUCH_BLOCK);
    }
    assertThat(decode(packets.frame(packets.ack(32, 1600, 1603)))).isEqualTo(DecodeStatus.READ);
    Packet answer = packets.answer(32, 1, 0);
    byte[] with = behind(answer, DATA, "0101050a 00000030 00000040 48500200 00000001");
    with[TCP + 12] = (byte) 0xB0;
    assertRefused(right(with), DecodeStatus.MALFORMED, "the answer names a probe that the flow has not sent");
  }

  @Test
  void probesAndAnswers() {
    String asks = "the low bits of DSCP hold an unknown request";
    assertRefused(changed(packets.data(32), frame -> frame[IP + 1] |= 3 << 2), DecodeStatus.UNSUPPORTED, asks);
    assertRefused(changed(packets.data(32), frame -> frame[IP + 1] |= 1 << 2), DecodeStatus.UNSUPPORTED, asks);
    assertRefused(changed(packets.probe(1, 1), frame -> frame[IP + 1] ^= 1 << 2), DecodeStatus.UNSUPPORTED, asks);
    assertRefused(changed(packets.probe(1, 1), frame -> frame[DATA]++), DecodeStatus.UNSUPPORTED, asks);
    assertRefused(changed(packets.probe(1, 1), frame -> frame[DATA + 3] = 15), DecodeStatus.MALFORMED, "the probe has a payload");
    assertRefused(behind(packets.probe(1, 0), DATA + 8, "00"), DecodeStatus.TRUNCATED,
        "the telemetry header has no length, or one beyond the packet");
    String against = "telemetry that is collected goes against its flow's data, or returned telemetry with it";
    byte[] probe = changed(packets.probe(1, 0), frame -> {
      frame[DATA + 2] = 2;
      frame[DATA + 3] = 0;
    });
    assertRefused(probe, DecodeStatus.MALFORMED, against);
    assertRefused(changed(packets.answer(32, 1, 1), frame -> frame[DATA + 2] = 1), DecodeStatus.MALFORMED, against);
    assertRefused(changed(packets.answer(32, 1, 1), frame -> frame[DATA + 8]++), DecodeStatus.UNSUPPORTED,
        "the acknowledgement reflects another format, or is sealed against the rules, or not");
    assertRefused(behind(packets.answer(32, 1, 1), DATA + 8, "11000012"), DecodeStatus.TRUNCATED,
        "the acknowledgement's payload is no reflection");
    packets.flow.sender = TcpPackets.end(2, 5);
    assertThat(decode(packets.frame(packets.answer(32, 4, 1)))).isEqualTo(DecodeStatus.READ);
    assertRefused(packets.frame(packets.answer(32, 5, 1)), DecodeStatus.MALFORMED,
        "the answer names a probe that the flow has not sent");
  }

  @Test
  void telemetryInTheStream() {
    assertRefused(changed(packets.data(32, 0), frame -> frame[DATA + 7] = 1), DecodeStatus.MALFORMED,
        "the segment of the stream has the number of a probe");
    assertRefused(changed(packets.data(32, 1), frame -> frame[DATA + 3] = 15), DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    assertRefused(changed(packets.data(32, 1), frame -> frame[DATA + 2] = 4), DecodeStatus.UNSUPPORTED,
        "the low bits of DSCP hold an unknown request");
    assertRefused(behind(packets.data(32, 0), DATA, "48500300 00000000" + "00".repeat(UNIT)), DecodeStatus.UNSUPPORTED,
        "the segment has the header for telemetry, and no telemetry");
    assertRefused(behind(packets.returning(32, 0), DATA + 8, ""), DecodeStatus.MALFORMED,
        "the acknowledgement lacks its telemetry");
    String against = "telemetry that is collected goes against its flow's data, or returned telemetry with it";
    assertRefused(changed(packets.returning(32, 1), frame -> frame[DATA + 2] = 3), DecodeStatus.MALFORMED, against);
    assertRefused(changed(packets.returning(32, 1), frame -> frame[DATA + 7] = 1), DecodeStatus.MALFORMED,
        "the segment of the stream has the number of a probe");
  }

  /** The hop-by-hop options name the next header. */
  @Test
  void optionsOfIpv6() {
    var over = new TcpPackets(Framing.TCP_IPV6, IoamFormat.DEFAULT, false, 1603);
    byte[] frame = over.frame(over.probe(1, 0));
    int ip = IP;
    assertThat(Ipv6.nextHeader(frame, ip)).isEqualTo(Ipv6.HOP_BY_HOP);
    assertThat(frame[ip + 40]).isEqualTo((byte) Ipv4.TCP);
    frame[ip + 40] = Ipv4.UDP;
    assertThat(over.codec.decoder().decode(frame, 0, frame.length, over.empty())).isNotEqualTo(DecodeStatus.READ);
    byte[] data = over.frame(over.data(32));
    assertThat(Ipv6.nextHeader(data, ip)).isEqualTo(Ipv4.TCP);
  }

  /** TCP of others, over IPv4, with INT, and data of a RoCE network. */
  @Test
  void trafficOfOthers() {
    for (Vector vector : Vector.ALL) {
      assertThat(decode(vector.bytes())).isNotEqualTo(DecodeStatus.READ);
    }
  }

  /** Every byte is under a checksum, or counts: a change of one is detected, except in the MAC addresses and the marks of IP. */
  @Test
  void detectsTruncationAndChanges() {
    for (Packet packet : packets.all()) {
      byte[] frame = packets.frame(packet);
      for (int cut = 0; cut < frame.length; cut++) {
        assertThat(packets.codec.decoder().decode(frame, 0, cut, into)).as("cut to %d", cut).isNotEqualTo(DecodeStatus.READ);
      }
      for (int at = 12; at < frame.length; at++) {
        frame[at] ^= 0x11;
        assertThat(decode(frame)).as("byte %d of %s changed", at, packet).isNotEqualTo(DecodeStatus.READ);
        frame[at] ^= 0x11;
      }
    }
  }

  /** Any bytes with right checksums: the decoder accepts only packets that the flow has. */
  @Test
  void anyBytes() {
    var random = new SplittableRandom(12);
    int read = 0;
    for (int round = 0; round < 50_000; round++) {
      byte[] frame = packets.frame(packets.any(random));
      for (int change = random.nextInt(3); change > 0; change--) {
        frame[IP + random.nextInt(frame.length - IP)] ^= (byte) (1 << random.nextInt(8));
      }
      if (frame[IP] == 0x45 && Ipv4.totalBytes(frame, IP) >= 40 && Ipv4.totalBytes(frame, IP) <= frame.length - IP) {
        right(frame);
      }
      if (decode(frame) == DecodeStatus.READ) {
        read++;
        Flow flow = into.flow();
        assertThat(flow).isSameAs(packets.flow);
        assertThat(into.sequence).isBetween(0L, 1603L);
        assertThat(into.sequence + into.payloadBytes).isLessThanOrEqualTo(1603);
        for (int block = 0; into.kind == Packet.Kind.ACK && block < into.sack().count(); block++) {
          assertThat(into.sack().start(block)).isGreaterThan(into.sequence);
          assertThat(into.sack().end(block)).isBetween(into.sack().start(block) + 1, 1603L);
        }
      } else {
        assertThat(packets.codec.decoder().problem()).isNotEmpty();
      }
    }
    assertThat(read).isBetween(10_000, 49_000);
  }
}
