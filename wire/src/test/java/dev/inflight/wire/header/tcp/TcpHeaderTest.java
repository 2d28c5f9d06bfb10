package dev.inflight.wire.header.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** TCP's headers byte by byte, compared with bytes built manually from the RFCs; written headers are read again. */
class TcpHeaderTest {
  private static final int AT = 3;
  private static final int ROUNDS = 2000;

  private final byte[] bytes = new byte[200];
  private final SplittableRandom random = new SplittableRandom(93);
  private final TcpOptions options = new TcpOptions();

  TcpHeaderTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  private void assertWritten(int size, String hex) {
    assertThat(HexFormat.of().formatHex(bytes, AT, AT + size)).isEqualTo(hex.replace(" ", ""));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + size]).isEqualTo((byte) 0xEE);
  }

  private boolean read(String hex) {
    byte[] written = HexFormat.of().parseHex(hex.replace(" ", ""));
    byte[] shifted = new byte[AT + written.length]; // reading behind the end would throw
    System.arraycopy(written, 0, shifted, AT, written.length);
    return options.read(shifted, AT, shifted.length);
  }

  @Test
  void header() {
    int size = TcpHeader.write(bytes, AT, 0xC001, 5001, 0x81F2E3D4, 0x90A0B0C0, 32, TcpHeader.ACK | TcpHeader.ECE, 0x8001);
    assertWritten(size, "c001 1389 81f2e3d4 90a0b0c0 80 50 8001 0000 0000");
    assertThat(TcpHeader.source(bytes, AT)).isEqualTo(0xC001);
    assertThat(TcpHeader.destination(bytes, AT)).isEqualTo(5001);
    assertThat(TcpHeader.sequence(bytes, AT)).isEqualTo(0x81F2E3D4);
    assertThat(TcpHeader.acknowledgement(bytes, AT)).isEqualTo(0x90A0B0C0);
    assertThat(TcpHeader.headerBytes(bytes, AT)).isEqualTo(32);
    assertThat(TcpHeader.reserved(bytes, AT)).isZero();
    assertThat(TcpHeader.flags(bytes, AT)).isEqualTo(0x50);
    assertThat(TcpHeader.window(bytes, AT)).isEqualTo(0x8001);
    assertThat(TcpHeader.urgent(bytes, AT)).isZero();
    assertThat(TcpHeader.checksum(bytes, AT)).isZero();
    bytes[AT + 12] = 0x5F;
    bytes[AT + 16] = (byte) 0xFE;
    bytes[AT + 19] = 7;
    assertThat(TcpHeader.headerBytes(bytes, AT)).isEqualTo(20);
    assertThat(TcpHeader.reserved(bytes, AT)).isEqualTo(0xF);
    assertThat(TcpHeader.checksum(bytes, AT)).isEqualTo(0xFE00);
    assertThat(TcpHeader.urgent(bytes, AT)).isEqualTo(7);
  }

  /** RFC 9293 §3.1, and RFC 3168 §6.1 for the two in front: the bits of the thirteenth byte, from the left. */
  @Test
  void flags() {
    assertThat(new int[] {TcpHeader.CWR, TcpHeader.ECE, TcpHeader.URG, TcpHeader.ACK, TcpHeader.PSH, TcpHeader.RST, TcpHeader.SYN,
        TcpHeader.FIN}).containsExactly(0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01);
  }

  @Test
  void longestHeader() {
    TcpHeader.write(bytes, AT, 1, 2, 3, 4, TcpHeader.MOST_HEADER_BYTES, 0x1FF, 0x1FFFF);
    assertWritten(TcpHeader.HEADER_BYTES, "0001 0002 00000003 00000004 f0 ff ffff 0000 0000");
    assertThat(TcpHeader.headerBytes(bytes, AT)).isEqualTo(60);
  }

  /** RFC 7323 appendix A has the timestamps behind two NOPs. */
  @Test
  void timestamps() {
    assertThat(TcpOptions.writeTimestamps(bytes, AT, 0x81020304, 0xF1F2F3F4)).isEqualTo(TcpOptions.TIMESTAMPS_BYTES);
    assertWritten(12, "01 01 08 0a 81020304 f1f2f3f4");
    assertThat(options.read(bytes, AT, AT + 12)).isTrue();
    assertThat(options.hasTimestamps()).isTrue();
    assertThat(options.timestamp()).isEqualTo(0x81020304);
    assertThat(options.timestampEcho()).isEqualTo(0xF1F2F3F4);
    assertThat(options.sackBlocks()).isZero();
  }

  /** RFC 2018 §3 and the first example of §4: 5500 to 6000 and so on have arrived. */
  @Test
  void selectiveAcknowledgement() {
    int at = AT + TcpOptions.beginSack(bytes, AT, 2);
    at += TcpOptions.writeSackBlock(bytes, at, 5500, 6000);
    at += TcpOptions.writeSackBlock(bytes, at, 0xFFFF_FFF0, 16);
    assertWritten(at - AT, "01 01 05 12 0000157c 00001770 fffffff0 00000010");
    assertThat(options.read(bytes, AT, at)).isTrue();
    assertThat(options.sackBlocks()).isEqualTo(2);
    assertThat(options.sackLeft(0)).isEqualTo(5500);
    assertThat(options.sackRight(0)).isEqualTo(6000);
    assertThat(options.sackLeft(1)).isEqualTo(-16);
    assertThat(options.sackRight(1)).isEqualTo(16);
    assertThat(options.hasTimestamps()).isFalse();
  }

  /** A SYN of a common kernel: MSS, SACK permitted, timestamps, NOP, window scale; and one with an end of list and padding. */
  @Test
  void otherOptionsAreSkipped() {
    assertThat(read("020405b4 0402 080a 01020304 00000000 01 030307")).isTrue();
    assertThat(options.timestamp()).isEqualTo(0x01020304);
    assertThat(read("1e04dead 00 08ffff")).isTrue(); // bytes behind the end of the list are ignored
    assertThat(options.hasTimestamps()).isFalse();
    assertThat(read("")).isTrue();
    assertThat(read("01010101")).isTrue();
    assertThat(read("1c02 080a 01020304 05060708 050a 00000001 00000002")).isTrue();
    assertThat(options.timestampEcho()).isEqualTo(0x05060708);
    assertThat(options.sackRight(0)).isEqualTo(2);
  }

  @Test
  void malformedOptions() {
    for (String hex : new String[] {"08", "0101 08", "1e00", "1e01", "1e05dead", "0101080a 01020304 050607",
        "08090102030405060708", "080b0102030405060708ff", "0502", "05060000000100", "0509000000010000000200",
        "050a 00000001 000000", "080a0102030405060708 080a0102030405060708", "050a0000000100000002 050a0000000100000002",
        "05030001"}) {
      assertThat(read(hex)).as(hex).isFalse();
    }
  }

  @Test
  void readsWrittenHeaders() {
    for (int round = 0; round < ROUNDS; round++) {
      int blocks = random.nextInt(4);
      int value = random.nextInt();
      int echo = random.nextInt();
      int[] edges = random.ints(8).toArray();
      int at = AT + TcpHeader.HEADER_BYTES;
      at += TcpOptions.writeTimestamps(bytes, at, value, echo);
      at += blocks == 0 ? 0 : TcpOptions.beginSack(bytes, at, blocks);
      for (int block = 0; block < blocks; block++) {
        at += TcpOptions.writeSackBlock(bytes, at, edges[2 * block], edges[2 * block + 1]);
      }
      TcpHeader.write(bytes, AT, 1, 2, value, echo, at - AT, TcpHeader.ACK, 3);
      assertThat(options.read(bytes, AT + TcpHeader.HEADER_BYTES, AT + TcpHeader.headerBytes(bytes, AT))).isTrue();
      assertThat(options.timestamp()).isEqualTo(value);
      assertThat(options.timestampEcho()).isEqualTo(echo);
      assertThat(options.sackBlocks()).isEqualTo(blocks);
      for (int block = 0; block < blocks; block++) {
        assertThat(options.sackLeft(block)).isEqualTo(edges[2 * block]);
        assertThat(options.sackRight(block)).isEqualTo(edges[2 * block + 1]);
      }
    }
  }

  /** For any bytes, nothing outside them is read, and all results are within them. */
  @Test
  void anyBytes() {
    byte[] common = HexFormat.of().parseHex("0101080a0102030405060708050a0000000100000002");
    long read = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] any = Arrays.copyOf(common, 1 + random.nextInt(40));
      for (int change = random.nextInt(4); change > 0; change--) {
        any[random.nextInt(any.length)] = (byte) random.nextInt(random.nextBoolean() ? 12 : 256);
      }
      if (options.read(any, 0, any.length)) {
        read += options.hasTimestamps() ? options.timestamp() ^ options.timestampEcho() : 1;
        for (int block = 0; block < options.sackBlocks(); block++) {
          read += options.sackLeft(block) ^ options.sackRight(block);
        }
      }
    }
    assertThat(read).isNotZero();
  }

  @Test
  void probeHeader() {
    assertThat(TcpProbe.write(bytes, AT, TcpProbe.PROBE, 3, 0x8899AABB)).isEqualTo(TcpProbe.BYTES);
    assertWritten(8, "4850 01 03 8899aabb");
    assertThat(TcpProbe.type(bytes, AT)).isEqualTo(TcpProbe.PROBE);
    assertThat(TcpProbe.format(bytes, AT)).isEqualTo(3);
    assertThat(TcpProbe.number(bytes, AT)).isEqualTo(0x8899AABB);
    assertThat(TcpProbe.is(bytes, AT, 8, 0b011_011)).isTrue();
    assertThat(TcpProbe.is(bytes, AT, 7, 0b011_011)).isFalse();
    for (int dscp = 0; dscp < 64; dscp++) {
      assertThat(TcpProbe.is(bytes, AT, 8, dscp)).isEqualTo(dscp % 8 == 3);
    }
    TcpProbe.write(bytes, AT, TcpProbe.ANSWER, 0, 1);
    assertWritten(8, "4850 02 00 00000001");
    assertThat(TcpProbe.is(bytes, AT, 8, 3)).isTrue();
    for (String hex : new String[] {"48500100", "4850010f", "48500200", "48500300", "4850030f", "48500400"}) {
      System.arraycopy(HexFormat.of().parseHex(hex), 0, bytes, AT, 4);
      assertThat(TcpProbe.is(bytes, AT, 8, 3)).as(hex).isTrue();
    }
    for (String hex : new String[] {"48500000", "48500500", "48510100", "49500100", "48500110", "48500201", "48500310",
        "48500401", "485001ff"}) {
      System.arraycopy(HexFormat.of().parseHex(hex), 0, bytes, AT, 4);
      assertThat(TcpProbe.is(bytes, AT, 8, 3)).as(hex).isFalse();
    }
  }

  /** The checksum of the published frame is correct, and recomputation gives the same value. */
  @Test
  void checksumOfAPublishedFrame() {
    byte[] frame = Vector.INT_TCP_DSCP.bytes();
    int ip = Ethernet.HEADER_BYTES;
    int tcp = ip + Ipv4.HEADER_BYTES;
    assertThat(TcpHeader.checksum(frame, tcp)).isEqualTo(0xB910);
    assertThat(TcpHeader.checksumMatches(frame, tcp, ip, frame.length - tcp)).isTrue();
    TcpHeader.writeChecksum(frame, tcp, ip, frame.length - tcp);
    assertThat(frame).isEqualTo(Vector.INT_TCP_DSCP.bytes());
    frame[frame.length - 1]++;
    assertThat(TcpHeader.checksumMatches(frame, tcp, ip, frame.length - tcp)).isFalse();
  }

  /** Word by word, pseudo header first, as in RFC 9293 §3.1 and RFC 8200 §8.1. */
  @Test
  void checksumsByTheBook() {
    for (int round = 0; round < ROUNDS; round++) {
      boolean ipv6 = random.nextBoolean();
      int tcp = ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES;
      int length = 20 + random.nextInt(100);
      byte[] packet = new byte[tcp + length];
      random.nextBytes(packet);
      packet[0] = (byte) (ipv6 ? 0x60 : 0x45);
      TcpHeader.writeChecksum(packet, tcp, 0, length);
      long sum = 6 + length;
      for (int at = ipv6 ? 8 : 12; at < packet.length; at++) {
        sum += (packet[at] & 0xFFL) << (at % 2 == 0 ? 8 : 0);
      }
      assertThat(sum % 0xFFFF).isZero();
      int before = packet[tcp + 4] << 8 & 0xFF00 | packet[tcp + 5] & 0xFF;
      int after = random.nextInt(0x10000);
      packet[tcp + 4] = (byte) (after >> 8);
      packet[tcp + 5] = (byte) after;
      TcpHeader.changeChecksum(packet, tcp, before, after);
      assertThat(TcpHeader.checksumMatches(packet, tcp, 0, length)).isTrue();
    }
  }
}
