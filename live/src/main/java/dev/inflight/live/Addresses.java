package dev.inflight.live;

import dev.inflight.telemetry.util.BigEndian;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Converter of endpoint addresses between Java's form and that of packets: a 64-bit prefix (0 for IPv4) and four bytes. */
final class Addresses {
  private static final int IPV6_BYTES = 16;

  private Addresses() {
  }

  /** Last four bytes of an address. */
  static int low(InetAddress address) {
    byte[] octets = address.getAddress();
    return BigEndian.get32(octets, octets.length - Integer.BYTES);
  }

  /**
   * First eight bytes of an IPv6 address; 0 for an IPv4 address.
   *
   * @throws IllegalArgumentException if the next four bytes are not 0, or if all of the first eight are 0
   */
  static long prefix(InetAddress address) {
    byte[] octets = address.getAddress();
    if (octets.length < IPV6_BYTES) {
      return 0;
    }
    long prefix = BigEndian.get64(octets, 0);
    if (prefix == 0 || BigEndian.get32(octets, Long.BYTES) != 0) {
      throw new IllegalArgumentException("the IPv6 address " + address.getHostAddress()
          + " cannot be that of an endpoint: its upper 64 bits must not be 0, and the 32 bits after them must be 0");
    }
    return prefix;
  }

  /** Address with a prefix, or an IPv4 address if the prefix is 0. */
  static InetAddress of(long prefix, int low) {
    byte[] octets = new byte[prefix == 0 ? Integer.BYTES : IPV6_BYTES];
    BigEndian.set32(octets, octets.length - Integer.BYTES, low);
    if (prefix != 0) {
      BigEndian.set64(octets, 0, prefix);
    }
    try {
      return InetAddress.getByAddress(octets);
    } catch (UnknownHostException never) {
      throw new IllegalStateException("an address of " + octets.length + " bytes", never);
    }
  }
}
