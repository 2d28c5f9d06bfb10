package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.Vector;
import dev.inflight.wire.frame.FrameViewTest;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class IcrcTest {
  private static final int IP = Ethernet.HEADER_BYTES;

  private final Icrc icrc = new Icrc();

  private int ofIpv4(byte[] frame) {
    return icrc.roceV2(frame, IP, IP + 20, IP + 28, frame.length - Icrc.BYTES);
  }

  private int ofIpv6(byte[] frame) {
    return icrc.roceV2(frame, IP, IP + 40, IP + 48, frame.length - Icrc.BYTES);
  }

  private static int in(byte[] frame) {
    return Icrc.read(frame, frame.length - Icrc.BYTES);
  }

  @Test
  void ofPublishedPackets() {
    byte[] ipv4 = Vector.UC_IPV4.bytes();
    byte[] ipv6 = Vector.UC_IPV6.bytes();
    assertThat(ofIpv4(ipv4)).isEqualTo(in(ipv4)).isEqualTo(Integer.reverseBytes(0x78F353F3));
    assertThat(ofIpv6(ipv6)).isEqualTo(in(ipv6)).isEqualTo(Integer.reverseBytes(0x3E5B743B));
  }

  @Test
  void doesNotCoverFieldsThatChangeOnThePath() {
    byte[] ipv4 = Vector.UC_IPV4.bytes();
    Ipv4.decrementTtl(ipv4, IP);
    Ipv4.changeEcn(ipv4, IP, Ipv4.CE);
    Udp.writeChecksum(ipv4, IP + 20, IP);
    Bth.forwardCongestion(ipv4, IP + 28, true);
    assertThat(ofIpv4(ipv4)).isEqualTo(in(ipv4));

    byte[] ipv6 = Vector.UC_IPV6.bytes();
    Ipv6.hopLimit(ipv6, IP, 3);
    Ipv6.trafficClass(ipv6, IP, 48, Ipv4.CE);
    ipv6[IP + 2] = 0x23; // flow label
    ipv6[IP + 3] = 0x45;
    assertThat(ofIpv6(ipv6)).isEqualTo(in(ipv6));
  }

  @Test
  void ofRoceV1() {
    byte[] frame = FrameViewTest.roceV1Frame();
    byte[] masked = Arrays.copyOfRange(frame, IP - 8, frame.length - Icrc.BYTES);
    Arrays.fill(masked, 0, 8, (byte) 0xFF);
    masked[8] |= 0x0F;
    Arrays.fill(masked, 9, 12, (byte) 0xFF);
    masked[15] = (byte) 0xFF;
    masked[8 + 40 + 4] = (byte) 0xFF;
    var crc = new CRC32();
    crc.update(masked);
    assertThat(icrc.roceV1(frame, IP, frame.length - Icrc.BYTES)).isEqualTo((int) crc.getValue());
  }

  @Test
  void everythingElseIsCovered() {
    byte[] frame = Vector.UC_IPV4.bytes();
    int right = in(frame);
    for (int at : new int[] {IP, IP + 5, IP + 6, IP + 12, IP + 19, IP + 20, IP + 28, IP + 33, IP + 39, IP + 40,
        frame.length - 5}) {
      frame[at] ^= 0x10;
      if (at != IP) { // a version of 5 is not an IP header any more
        assertThat(ofIpv4(frame)).as("byte %d", at).isNotEqualTo(right);
      }
      frame[at] ^= 0x10;
    }
  }
}
