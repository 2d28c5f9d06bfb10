package dev.inflight.net.codec.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of nodes. */
class AddressBookTest {
  private static final long PREFIX = 0x2001_0DB8_8000_0007L;

  private final AddressBook book = AddressBook.ipv6(PREFIX);

  @ParameterizedTest
  @ValueSource(ints = {1, 0x7FFF_FFFF, 0x8000_0000, 0xC0A8_0007})
  void ipv6AddressesOfOnePrefix(int node) {
    assertThat(book.ipv6High(node)).isEqualTo(PREFIX);
    assertThat(book.ipv6Low(node)).isBetween(1L, 0xFFFF_FFFFL);
    assertThat(book.nodeOfIpv6(PREFIX, book.ipv6Low(node))).isEqualTo(node);
    assertThat(book.nodeOfIpv6(PREFIX + 1, book.ipv6Low(node))).isEqualTo(FrameAddresses.NO_NODE);
    assertThat(book.nodeOfIpv6(PREFIX, book.ipv6Low(node) | 1L << 32)).isEqualTo(FrameAddresses.NO_NODE);
  }

  @Test
  void nodesWithIpv6AddressesHaveNoOthers() {
    assertThat(book.nodeOfIpv4(7)).isEqualTo(FrameAddresses.NO_NODE);
    assertThatThrownBy(() -> book.ipv4(7)).hasMessage("node 7 has no IPv4 address");
  }
}
