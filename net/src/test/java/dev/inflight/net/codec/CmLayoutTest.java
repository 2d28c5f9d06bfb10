package dev.inflight.net.codec;

import dev.inflight.wire.cm.CmAddresses;
import dev.inflight.wire.cm.CmMessage;
import dev.inflight.wire.cm.CmReject;
import dev.inflight.wire.cm.CmReply;
import dev.inflight.wire.cm.CmRequest;
import dev.inflight.wire.cm.Mad;
import dev.inflight.wire.header.Deth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The headers of management datagrams byte by byte, at an odd offset in bytes that are not zero. */
class CmLayoutTest {
  private static final int AT = 3;

  private final byte[] bytes = new byte[300];

  CmLayoutTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  private void assertWritten(int size, String hex) {
    assertThat(HexFormat.of().formatHex(bytes, AT, AT + size)).isEqualTo(hex.replaceAll("\\s", ""));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + size]).isEqualTo((byte) 0xEE);
  }

  @Test
  void datagramHeader() {
    int size = Deth.write(bytes, AT, 0x81F2E3D4, 0xAB123456);
    assertWritten(size, "81f2e3d4 00 123456");
    assertThat(size).isEqualTo(Deth.BYTES);
    assertThat(Deth.queueKey(bytes, AT)).isEqualTo(0x81F2E3D4);
    assertThat(Deth.sourceQp(bytes, AT)).isEqualTo(0x123456);
  }

  @Test
  void managementHeader() {
    int size = Mad.write(bytes, AT, 0x81, 0x92, 0xA3);
    assertWritten(size, "01 81 92 a3 0000 0000 0000000000000000 0000 0000 00000000");
    Mad.transactionId(bytes, AT, 0x8123_4567_89AB_CDEFL);
    Mad.attributeId(bytes, AT, 0xF1E2);
    assertWritten(size, "01 81 92 a3 0000 0000 8123456789abcdef f1e2 0000 00000000");
    assertThat(Mad.baseVersion(bytes, AT)).isEqualTo(1);
    assertThat(Mad.managementClass(bytes, AT)).isEqualTo(0x81);
    assertThat(Mad.classVersion(bytes, AT)).isEqualTo(0x92);
    assertThat(Mad.method(bytes, AT)).isEqualTo(0xA3);
    assertThat(Mad.transactionId(bytes, AT)).isEqualTo(0x8123_4567_89AB_CDEFL);
    assertThat(Mad.attributeId(bytes, AT)).isEqualTo(0xF1E2);
    assertThat(CmMessage.is(bytes, AT)).isFalse();
    Mad.write(bytes, AT, 7, 2, 3);
    assertThat(CmMessage.is(bytes, AT)).isTrue();
    for (int at = 0; at < 4; at++) {
      bytes[AT + at] ^= 1;
      assertThat(CmMessage.is(bytes, AT)).isFalse();
      bytes[AT + at] ^= 1;
    }
  }

  @Test
  void disconnectRequest() {
    int size = CmMessage.write(bytes, AT, 0x81223344, 0x91A2B3C4);
    assertWritten(size, "81223344 91a2b3c4" + "00".repeat(224));
    assertThat(CmMessage.localId(bytes, AT)).isEqualTo(0x81223344);
    assertThat(CmMessage.remoteId(bytes, AT)).isEqualTo(0x91A2B3C4);
    CmMessage.remoteQp(bytes, AT, 0xFEDCBA);
    assertWritten(size, "81223344 91a2b3c4 fedcba 00" + "00".repeat(220));
    assertThat(CmMessage.remoteQp(bytes, AT)).isEqualTo(0xFEDCBA);
  }

  @Test
  void reject() {
    int size = CmMessage.write(bytes, AT, 1, 2);
    CmReject.write(bytes, AT, CmReject.INVALID_SERVICE_ID);
    assertWritten(size, "00000001 00000002 00 00 0008" + "00".repeat(220));
    assertThat(CmReject.reason(bytes, AT)).isEqualTo(8);
    assertThat(CmReject.rejected(bytes, AT)).isZero();
    bytes[AT + 8] = (byte) 0x80;
    assertThat(CmReject.rejected(bytes, AT)).isEqualTo(2);
  }

  @Test
  void reply() {
    int size = CmMessage.write(bytes, AT, 1, 2);
    CmReply.write(bytes, AT, 0xFEDCBA, 0x8123_4567_89AB_CDEFL);
    CmReply.depths(bytes, AT, 200, 100);
    CmReply.rnrRetries(bytes, AT, 6);
    assertWritten(size,
        "00000001 00000002 00000000 fedcba 00 000000 00 000000 00 c8 64 00 c0 8123456789abcdef" + "00".repeat(196));
    assertThat(CmReply.localQp(bytes, AT)).isEqualTo(0xFEDCBA);
    assertThat(CmReply.startingPsn(bytes, AT)).isZero();
    assertThat(CmReply.responderResources(bytes, AT)).isEqualTo(200);
    assertThat(CmReply.initiatorDepth(bytes, AT)).isEqualTo(100);
    assertThat(CmReply.rnrRetries(bytes, AT)).isEqualTo(6);
    assertThat(CmReply.caGuid(bytes, AT)).isEqualTo(0x8123_4567_89AB_CDEFL);
    bytes[AT + 20] = 9;
    assertThat(CmReply.startingPsn(bytes, AT)).isEqualTo(0x090000);
  }

  @Test
  void request() {
    int size = CmMessage.write(bytes, AT, 1, 0);
    CmRequest.write(bytes, AT, CmAddresses.serviceId(0x1F90), 0x8123_4567_89AB_CDEFL, 0xFEDCBA);
    CmRequest.depths(bytes, AT, 200, 100);
    CmRequest.answers(bytes, AT, 21, 14);
    CmRequest.retries(bytes, AT, 5, 6);
    CmRequest.pathMtuBytes(bytes, AT, 1500);
    CmRequest.localGid(bytes, AT, 0x2001_0DB8_0000_0001L, 2);
    CmRequest.remoteGid(bytes, AT, 0x2001_0DB8_0000_0003L, 4);
    CmRequest.path(bytes, AT, 0xA5, 63, 9);
    CmRequest.ackTimeout(bytes, AT, 19);
    CmAddresses.write(bytes, AT, 6, 0xC001);
    CmAddresses.source(bytes, AT, 5, 6);
    CmAddresses.destination(bytes, AT, 7, 8);
    assertWritten(size, """
        00000001 00000000 0000000001061f90 8123456789abcdef 00000000 00000000
        fedcba c8 000000 64 000000 a8 000000 ad ffff 46 e0 ffff ffff
        20010db800000001 0000000000000002 20010db800000003 0000000000000004
        00000000 a5 3f 90 98""" + "00".repeat(44) + """
        00 60 c001 0000000000000005 0000000000000006 0000000000000007 0000000000000008""" + "00".repeat(56));
    assertThat(CmRequest.serviceId(bytes, AT)).isEqualTo(0x0106_1F90);
    assertThat(CmAddresses.isIpService(CmRequest.serviceId(bytes, AT))).isTrue();
    assertThat(CmAddresses.isIpService(0x0101_1F90)).isFalse();
    assertThat(CmAddresses.sourcePort(bytes, AT)).isEqualTo(0xC001);
    assertThat(CmRequest.caGuid(bytes, AT)).isEqualTo(0x8123_4567_89AB_CDEFL);
    assertThat(CmRequest.localQp(bytes, AT)).isEqualTo(0xFEDCBA);
    assertThat(CmRequest.startingPsn(bytes, AT)).isZero();
    assertThat(CmRequest.responderResources(bytes, AT)).isEqualTo(200);
    assertThat(CmRequest.initiatorDepth(bytes, AT)).isEqualTo(100);
    assertThat(CmRequest.cmRetries(bytes, AT)).isEqualTo(14);
    assertThat(CmRequest.retries(bytes, AT)).isEqualTo(5);
    assertThat(CmRequest.rnrRetries(bytes, AT)).isEqualTo(6);
    assertThat(CmRequest.localGid(bytes, AT, true)).isEqualTo(0x2001_0DB8_0000_0001L);
    assertThat(CmRequest.localGid(bytes, AT, false)).isEqualTo(2);
    assertThat(CmRequest.remoteGid(bytes, AT, true)).isEqualTo(0x2001_0DB8_0000_0003L);
    assertThat(CmRequest.remoteGid(bytes, AT, false)).isEqualTo(4);
  }

  @Test
  void pathMtu() {
    int[][] expected = {{1, 256}, {256, 256}, {257, 512}, {1000, 1024}, {1024, 1024}, {2048, 2048}, {2049, 4096}, {9000, 4096}};
    CmMessage.write(bytes, AT, 1, 0);
    CmRequest.retries(bytes, AT, 0, 7);
    for (int[] pair : expected) {
      CmRequest.pathMtuBytes(bytes, AT, pair[0]);
      assertThat(CmRequest.pathMtuBytes(bytes, AT)).isEqualTo(pair[1]);
      assertThat(CmRequest.rnrRetries(bytes, AT)).isEqualTo(7);
    }
  }

  /** EUI-64 of 02:01:02:03:00:01: ff:fe in the middle, and the bit for local addresses turned over. */
  @Test
  void guid() {
    assertThat(FrameAddresses.guid(0x010203)).isEqualTo(0x0001_02FF_FE03_0001L);
  }
}
