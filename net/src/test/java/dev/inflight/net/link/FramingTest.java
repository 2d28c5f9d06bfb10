package dev.inflight.net.link;

import dev.inflight.net.link.header.SackBlocks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switching.pfc.Headroom;
import dev.inflight.net.switching.pfc.PfcProfile;
import org.junit.jupiter.api.Test;

/** Sizes of frames, added up by hand from their headers. */
class FramingTest {
  private static final int ETHERNET = 14 + 4;
  private static final int IPV4 = 20;
  private static final int IPV6 = 40;
  private static final int UDP_BTH_ICRC = 8 + 12 + 4;
  private static final long G = 1_000_000_000L;

  @Test
  void dataFramesAreHeadersPayloadAndPadding() {
    assertThat(Framing.ROCEV2.dataBytes(1000, 0, 0)).isEqualTo(ETHERNET + IPV4 + UDP_BTH_ICRC + 1000);
    assertThat(Framing.ROCEV2.dataBytes(1000, 42, 16)).isEqualTo(ETHERNET + IPV4 + UDP_BTH_ICRC + 1000 + 42 + 16);
    assertThat(Framing.ROCEV2_IPV6.dataBytes(1000, 0, 0)).isEqualTo(ETHERNET + IPV6 + UDP_BTH_ICRC + 1000);
    for (int odd = 1; odd <= 4; odd++) {
      assertThat(Framing.ROCEV2.dataBytes(1000 + odd, 0, 0)).as("payload in whole words").isEqualTo(62 + 1004);
    }
    assertThat(Framing.ROCEV2.dataBytes(1, 0, 0)).as("62 + 1 + 3").isEqualTo(66);
    assertThat(Framing.REFERENCE.dataBytes(1001, 42, 0)).as("no padding").isEqualTo(48 + 1001 + 42);
    assertThat(Framing.REFERENCE.dataBytes(1, 0, 0)).as("no smallest frame").isEqualTo(49);
  }

  @Test
  void acknowledgementsCarryTheReflectionInWholeWords() {
    assertThat(Framing.ROCEV2.ackBytes(0)).isEqualTo(62 + 4);
    assertThat(Framing.ROCEV2_IPV6.ackBytes(0)).isEqualTo(82 + 4);
    assertThat(Framing.ROCEV2.ackBytes(0, true)).as("the number of what arrived").isEqualTo(66 + 4);
    assertThat(Framing.REFERENCE.ackBytes(0, true)).isEqualTo(Framing.REFERENCE.ackBytes(0));
    assertThat(Framing.REFERENCE.ackBytes(0)).as("the smallest").isEqualTo(60);
    assertThat(Framing.REFERENCE.ackBytes(42)).isEqualTo(46 + 42);
    for (int telemetry = 1; telemetry < 100; telemetry++) {
      int more = Framing.ROCEV2.ackBytes(telemetry) - Framing.ROCEV2.ackBytes(0);
      assertThat(more).isGreaterThanOrEqualTo(telemetry);
      assertThat(more % 4).isZero();
      assertThat(Framing.ROCEV2.ackBytes(telemetry, true)).isEqualTo(Framing.ROCEV2.ackBytes(telemetry) + 4);
    }
  }

  /** RFC 9293 §3.1, RFC 7323 §3.2, RFC 2018 §3. */
  @Test
  void segmentsOfTcpHaveTimestampsAndSomeBlocks() {
    int tcp = 20 + 2 + 10;
    for (Framing framing : new Framing[] {Framing.TCP, Framing.TCP_IPV6}) {
      int headers = ETHERNET + (framing.isIpv6() ? IPV6 : IPV4) + tcp;
      assertThat(framing.isTcp()).isTrue();
      assertThat(framing.dataBytes(1000, 0, framing.rethBytes())).isEqualTo(headers + 1000);
      assertThat(framing.dataBytes(1, 0, 0)).as("no padding").isEqualTo(headers + 1);
      assertThat(framing.ackBytes(0)).isEqualTo(headers);
      assertThat(framing.sackBytes(0, 0)).isEqualTo(headers);
      for (int blocks = 1; blocks <= SackBlocks.MOST; blocks++) {
        assertThat(framing.sackBytes(0, blocks)).isEqualTo(headers + 2 + 2 + 8 * blocks);
        assertThat(tcp + 2 + 2 + 8 * blocks).as("the largest header").isLessThanOrEqualTo(60);
      }
      assertThat(framing.probeBytes(42)).isEqualTo(headers + 8 + 42);
      assertThat(framing.notificationBytes(42)).isEqualTo(headers + 8 + 4 + 42);
      assertThat(framing.pauseBytes()).isEqualTo(64);
      assertThat(framing.gapBytes()).isEqualTo(20);
    }
    assertThat(Framing.ROCEV2.isTcp() || Framing.ROCEV2_IPV6.isTcp() || Framing.REFERENCE.isTcp()).isFalse();
    assertThat(Framing.ROCEV2_IPV6.isIpv6()).isTrue();
    assertThat(Framing.ROCEV2.isIpv6() || Framing.REFERENCE.isIpv6()).isFalse();
  }

  @Test
  void otherFramesHaveOneSize() {
    assertThat(Framing.ROCEV2.cnpBytes()).as("BTH and 16 zeros").isEqualTo(62 + 16);
    assertThat(Framing.ROCEV2_IPV6.cnpBytes()).isEqualTo(82 + 16);
    assertThat(Framing.REFERENCE.cnpBytes()).isEqualTo(60);
    assertThat(Framing.ROCEV2.controlBytes()).as("DETH 8 and a datagram of 256").isEqualTo(62 + 8 + 256);
    assertThat(Framing.ROCEV2.aethBytes()).isEqualTo(4);
    assertThat(Framing.REFERENCE.aethBytes()).isZero();
    assertThat(Framing.ROCEV2.rethBytes()).isEqualTo(16);
    assertThat(Framing.REFERENCE.rethBytes()).isZero();
    assertThat(Framing.ROCEV2.pauseBytes()).isEqualTo(64);
    assertThat(Framing.REFERENCE.pauseBytes()).isEqualTo(43);
    assertThat(Framing.ROCEV2.gapBytes()).as("preamble and gap").isEqualTo(20);
    assertThat(Framing.REFERENCE.gapBytes()).isZero();
  }

  @Test
  void headroomIsThreeTimesTheCableAndCoversPausesInRocev2() {
    // 100 Gb/s and 1 us: 12,500 bytes.
    assertThat(headroomBytes(100 * G, 1_000_000, Framing.REFERENCE)).isEqualTo(37_500);
    assertThat(headroomBytes(100 * G, 1_000_000, Framing.ROCEV2)).as("2 * 12,500 + 3 * 9216").isEqualTo(52_648);
    assertThat(headroomBytes(400 * G, 1_000_000, Framing.ROCEV2)).as("3 * 50,000").isEqualTo(150_000);
    assertThat(headroomBytes(100 * G, 0, Framing.REFERENCE)).isZero();
    assertThat(headroomBytes(Long.MAX_VALUE, Long.MAX_VALUE, Framing.REFERENCE)).as("more than any buffer")
        .isEqualTo(3_000_000_000_000_000L);
  }

  private static long headroomBytes(long rateBitsPerSec, long delayPs, Framing framing) {
    return Headroom.bytes(new PfcProfile.Cable(rateBitsPerSec, delayPs, framing, 0));
  }
}
