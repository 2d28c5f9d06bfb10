package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The Internet checksum of IPv4, UDP and TCP (RFC 1071), and its correction when single words change (RFC 1624 eqn. 3). A sum is
 * a ones' complement sum of 16-bit words, 0 to 0xFFFF; the checksum is its complement. Sums of pieces may be added in any order
 * if each piece except the last has an even number of bytes.
 */
public final class InternetChecksum {
  private InternetChecksum() {
  }

  /** Sum of bytes; a zero is appended to an odd number of bytes. */
  public static int sum(byte[] bytes, int offset, int length) {
    long sum = 0;
    int at = offset;
    int end = offset + length;
    for (; end - at >= 8; at += 8) {
      long word = BigEndian.get64(bytes, at);
      sum += (word >>> 32) + (word & 0xFFFF_FFFFL);
    }
    for (; end - at >= 2; at += 2) {
      sum += BigEndian.get16(bytes, at);
    }
    if (at < end) {
      sum += BigEndian.get8(bytes, at) << 8;
    }
    return fold(sum);
  }

  /** Sum of two sums. */
  public static int add(int sum, int other) {
    return fold((long) sum + other);
  }

  /** Checksum for a sum. */
  public static int checksum(int sum) {
    return ~sum & 0xFFFF;
  }

  /** Checksum after a change of the covered words; a wrong checksum stays wrong. */
  public static int update(int checksum, int sumBefore, int sumAfter) {
    return checksum(fold((long) checksum(checksum) + checksum(sumBefore) + sumAfter));
  }

  /**
   * Sum of the pseudo-header that UDP and TCP checksums cover (RFC 768, RFC 8200 §8.1).
   *
   * @param ipOffset offset of the IPv4 or IPv6 header
   * @param protocol protocol of the header with the checksum, which may differ from the IP header's next protocol
   * @param length bytes of that header and its payload
   */
  public static int pseudoHeader(byte[] bytes, int ipOffset, int protocol, int length) {
    int addresses = Ipv6.is(bytes, ipOffset)
        ? sum(bytes, ipOffset + Ipv6.SOURCE, 2 * Ipv6.ADDRESS_BYTES)
        : sum(bytes, ipOffset + Ipv4.SOURCE, 8);
    return fold((long) addresses + protocol + (length >>> 16) + (length & 0xFFFF));
  }

  private static int fold(long sum) {
    long folded = (sum >>> 32) + (sum & 0xFFFF_FFFFL); // at most 2^33
    folded = (folded >>> 16) + (folded & 0xFFFF);
    folded = (folded >>> 16) + (folded & 0xFFFF);
    return (int) ((folded >>> 16) + (folded & 0xFFFF));
  }
}
