package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The header byte by byte, at an odd offset in bytes that are not zero. */
class ConnectionHeaderTest {
  private static final int AT = 3;

  private final byte[] bytes = new byte[300];

  ConnectionHeaderTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  @Test
  void everyField() {
    int size = ConnectionHeader.write(bytes, AT, 0xA5);
    ConnectionHeader.priority(bytes, AT, 7);
    ConnectionHeader.queuePairs(bytes, AT, 0xFEDCBA, 0x812345);
    ConnectionHeader.ports(bytes, AT, 0xC001, 0x92B7);
    ConnectionHeader.payloadBytes(bytes, AT, 9000);
    assertThat(size).isEqualTo(256);
    assertThat(HexFormat.of().formatHex(bytes, AT, AT + size))
        .isEqualTo("494e464c 01 a5 07 00 00 fedcba 00 812345 c001 92b7 2328 0000".replace(" ", "") + "00".repeat(232));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + size]).isEqualTo((byte) 0xEE);
    assertThat(ConnectionHeader.message(bytes, AT)).isEqualTo(0xA5);
    assertThat(ConnectionHeader.priority(bytes, AT)).isEqualTo(7);
    assertThat(ConnectionHeader.sourceQp(bytes, AT)).isEqualTo(0xFEDCBA);
    assertThat(ConnectionHeader.destinationQp(bytes, AT)).isEqualTo(0x812345);
    assertThat(ConnectionHeader.sourcePort(bytes, AT)).isEqualTo(0xC001);
    assertThat(ConnectionHeader.destinationPort(bytes, AT)).isEqualTo(0x92B7);
    assertThat(ConnectionHeader.payloadBytes(bytes, AT)).isEqualTo(9000);
  }

  @Test
  void magicAndVersionIdentifyIt() {
    ConnectionHeader.write(bytes, AT, 0);
    assertThat(ConnectionHeader.is(bytes, AT)).isTrue();
    for (int at = 0; at < 5; at++) {
      bytes[AT + at] ^= 1;
      assertThat(ConnectionHeader.is(bytes, AT)).isFalse();
      bytes[AT + at] ^= 1;
    }
  }
}
