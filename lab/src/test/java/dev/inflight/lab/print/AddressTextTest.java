package dev.inflight.lab.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses are written as people write them. */
class AddressTextTest {
  @ParameterizedTest
  @CsvSource({"0000000000000000, 0000000000000000, ::", "0000000000000000, 0000000000000001, ::1",
      "fd00000000000000, 0000000000000011, fd00::11", "20010db800000000, 0001000000000001, 2001:db8::1:0:0:1",
      "20010db800000001, 0001000100010001, 2001:db8:0:1:1:1:1:1", "0001000200030004, 0005000600070000, 1:2:3:4:5:6:7:0",
      "fe80000000000000, 0000000000000000, fe80::", "00000000000000ab, 0000000000000000, 0:0:0:ab::",
      "0000000000000000, 0000ffff0a000001, ::ffff:10.0.0.1"})
  void printsIpv6InItsShortForm(String high, String low, String text) {
    assertThat(AddressText.ipv6(HexFormat.fromHexDigitsToLong(high), HexFormat.fromHexDigitsToLong(low))).isEqualTo(text);
  }

  @Test
  void printsIpv4AndMacAddresses() {
    assertThat(AddressText.ipv4(0xC0A800FF)).isEqualTo("192.168.0.255");
    assertThat(AddressText.mac(0x0200_0000_0A01L)).isEqualTo("02:00:00:00:0a:01");
  }
}
