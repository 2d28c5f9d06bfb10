package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.Vector;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Internet checksums: RFC examples, published frames, and corrections compared with recomputation. */
class ChecksumTest {
  private static final int IP = Ethernet.HEADER_BYTES;
  private static final int ROUNDS = 2000;

  private final SplittableRandom random = new SplittableRandom(11);

  private byte[] randomBytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Sum word by word. */
  private static int plainSum(byte[] bytes, int offset, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += (bytes[offset + i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return sum;
  }

  @Test
  void exampleOfTheRfc() { // RFC 1071 §3
    assertThat(InternetChecksum.sum(HexFormat.of().parseHex("0001f203f4f5f6f7"), 0, 8)).isEqualTo(0xDDF2);
  }

  @Test
  void sumsOfAllLengths() {
    byte[] bytes = randomBytes(200);
    for (int length = 0; length < 190; length++) {
      assertThat(InternetChecksum.sum(bytes, 7, length)).isEqualTo(plainSum(bytes, 7, length));
    }
    byte[] ones = new byte[70_000];
    Arrays.fill(ones, (byte) 0xFF);
    assertThat(InternetChecksum.sum(ones, 0, ones.length)).isEqualTo(0xFFFF);
  }

  @Test
  void sumsOfPiecesAdd() {
    byte[] bytes = randomBytes(100);
    int whole = InternetChecksum.sum(bytes, 0, 100);
    int first = InternetChecksum.sum(bytes, 0, 34);
    int second = InternetChecksum.sum(bytes, 34, 66);
    assertThat(InternetChecksum.add(first, second)).isEqualTo(whole);
  }

  @Test
  void changesOfAnIpv4Header() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] header = randomBytes(20);
      header[0] = 0x45;
      header[8] |= 1;
      Ipv4.writeChecksum(header, 0);
      switch (round % 3) {
        case 0 -> Ipv4.changeTotalBytes(header, 0, random.nextInt(0x10000));
        case 1 -> Ipv4.changeEcn(header, 0, random.nextInt(4));
        default -> Ipv4.decrementTtl(header, 0);
      }
      int corrected = Ipv4.checksum(header, 0);
      Ipv4.writeChecksum(header, 0);
      assertThat(corrected).isEqualTo(Ipv4.checksum(header, 0));
      assertThat(Ipv4.checksumMatches(header, 0)).isTrue();
    }
  }

  @Test
  void changesUpdateTheChecksum() {
    byte[] header = new byte[20];
    Ipv4.write(header, 0, 100, Ipv4.UDP);
    Ipv4.trafficClass(header, 0, 46, Ipv4.ECT_0);
    Ipv4.writeChecksum(header, 0);
    Ipv4.changeTotalBytes(header, 0, 132);
    Ipv4.changeEcn(header, 0, Ipv4.CE);
    Ipv4.decrementTtl(header, 0);
    assertThat(Ipv4.totalBytes(header, 0)).isEqualTo(132);
    assertThat(Ipv4.dscp(header, 0)).isEqualTo(46);
    assertThat(Ipv4.ecn(header, 0)).isEqualTo(Ipv4.CE);
    assertThat(Ipv4.ttl(header, 0)).isEqualTo(63);
  }

  @Test
  void aWrongChecksumStaysWrong() {
    byte[] header = new byte[20];
    Ipv4.write(header, 0, 100, Ipv4.UDP);
    Ipv4.decrementTtl(header, 0);
    assertThat(Ipv4.checksumMatches(header, 0)).isFalse();
  }

  @Test
  void optionsCount() {
    byte[] header = randomBytes(24);
    header[0] = 0x46;
    Ipv4.writeChecksum(header, 0);
    assertThat(Ipv4.checksumMatches(header, 0)).isTrue();
    header[22] ^= 1;
    assertThat(Ipv4.checksumMatches(header, 0)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"UC_IPV6", "INT_IPV6_PORT"}, mode = EnumSource.Mode.EXCLUDE)
  void publishedIpv4Headers(Vector vector) {
    byte[] frame = vector.bytes();
    assertThat(Ipv4.checksumMatches(frame, IP)).isTrue();
    int published = Ipv4.checksum(frame, IP);
    Ipv4.writeChecksum(frame, IP);
    assertThat(Ipv4.checksum(frame, IP)).isEqualTo(published);
  }

  @ParameterizedTest
  @EnumSource(names = {"UC_IPV4", "INT_UDP_DSCP", "INT_UDP_PORT"})
  void publishedUdpOverIpv4(Vector vector) {
    assertUdp(vector.bytes(), IP + 20);
  }

  @ParameterizedTest
  @EnumSource(names = {"UC_IPV6", "INT_IPV6_PORT"})
  void publishedUdpOverIpv6(Vector vector) {
    assertUdp(vector.bytes(), IP + 40);
  }

  @Test
  void publishedUdpBehindIfa() {
    assertUdp(Vector.IFA.bytes(), IP + 24);
  }

  private static void assertUdp(byte[] frame, int udp) {
    assertThat(Udp.checksumMatches(frame, udp, IP)).isTrue();
    int published = Udp.checksum(frame, udp);
    Udp.writeChecksum(frame, udp, IP);
    assertThat(Udp.checksum(frame, udp)).isEqualTo(published);
    frame[udp + 9] ^= 1;
    assertThat(Udp.checksumMatches(frame, udp, IP)).isEqualTo(published == 0);
  }

  @Test
  void publishedTcp() {
    byte[] frame = Vector.INT_TCP_DSCP.bytes();
    int length = frame.length - IP - 20;
    assertThat(InternetChecksum.add(InternetChecksum.pseudoHeader(frame, IP, Ipv4.TCP, length),
        InternetChecksum.sum(frame, IP + 20, length))).isEqualTo(0xFFFF);
  }

  @Test
  void changesUnderAUdpChecksum() {
    byte[] frame = new byte[60];
    for (int round = 0; round < ROUNDS; round++) {
      Ipv4.write(frame, 0, 60, Ipv4.UDP);
      Ipv4.addresses(frame, 0, random.nextInt(), random.nextInt());
      Udp.write(frame, 20, random.nextInt(0x10000), Udp.ROCE_V2, 40);
      random.nextBytes(frame);
      frame[0] = 0x45;
      Udp.length(frame, 20, 40);
      Udp.writeChecksum(frame, 20, 0);
      int before = InternetChecksum.sum(frame, 30, 16);
      for (int at = 30; at < 46; at++) {
        frame[at] = (byte) (round % 3 == 0 ? 0 : random.nextInt());
      }
      Udp.changeChecksum(frame, 20, before, InternetChecksum.sum(frame, 30, 16));
      int corrected = Udp.checksum(frame, 20);
      assertThat(Udp.checksumMatches(frame, 20, 0)).isTrue();
      Udp.writeChecksum(frame, 20, 0);
      assertThat(corrected).isEqualTo(Udp.checksum(frame, 20)).isNotZero();
    }
  }

  @Test
  void anAbsentUdpChecksumStaysAbsent() {
    byte[] header = new byte[8];
    Udp.write(header, 0, 1, 2, 8);
    Udp.changeChecksum(header, 0, 5, 6);
    assertThat(Udp.checksum(header, 0)).isZero();
    assertThat(Udp.checksumMatches(header, 0, 0)).isTrue();
  }

  /** RFC 768: a checksum of zero is sent as all ones. */
  @Test
  void aUdpChecksumThatComesOutAsZeroIsAllOnes() {
    byte[] packet = new byte[30];
    Ipv4.write(packet, 0, packet.length, Ipv4.UDP);
    Ipv4.addresses(packet, 0, 0x0A000001, 0x0A000002);
    Udp.write(packet, 20, 5, 6, 10);
    Udp.writeChecksum(packet, 20, 0);
    int remainder = Udp.checksum(packet, 20);
    assertThat(remainder).isNotEqualTo(0xFFFF);
    packet[28] = (byte) (remainder >>> 8);
    packet[29] = (byte) remainder;
    Udp.writeChecksum(packet, 20, 0);
    assertThat(Udp.checksum(packet, 20)).isEqualTo(0xFFFF);
    assertThat(Udp.checksumMatches(packet, 20, 0)).isTrue();
    Udp.changeChecksum(packet, 20, 0x1234, 0x1234);
    assertThat(Udp.checksum(packet, 20)).isEqualTo(0xFFFF);
  }

  /** RFC 8200 §8.1: the length has 32 bits in the pseudo-header. */
  @Test
  void bothHalvesOfALongLengthCount() {
    byte[] header = new byte[Ipv6.HEADER_BYTES];
    Ipv6.write(header, 0, 0, Ipv4.TCP);
    assertThat(InternetChecksum.pseudoHeader(header, 0, Ipv4.TCP, 0x3_0005)).isEqualTo(3 + 5 + 6);
  }

  @Test
  void anEcnFieldHasTwoBits() {
    byte[] header = new byte[Ipv4.HEADER_BYTES];
    Ipv4.write(header, 0, 100, Ipv4.UDP);
    Ipv4.trafficClass(header, 0, 5, Ipv4.ECT_0);
    Ipv4.writeChecksum(header, 0);
    Ipv4.changeEcn(header, 0, 0xFD);
    assertThat(Ipv4.ecn(header, 0)).isEqualTo(1);
    assertThat(Ipv4.dscp(header, 0)).isEqualTo(5);
    assertThat(Ipv4.totalBytes(header, 0)).isEqualTo(100);
    assertThat(Ipv4.checksumMatches(header, 0)).isTrue();
  }
}
