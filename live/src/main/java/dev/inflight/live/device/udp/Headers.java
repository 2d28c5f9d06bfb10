package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The headers of a frame that a UDP socket does not see: Ethernet, IPv4 without options, UDP. Offsets are those of the frame. */
final class Headers {
  /** Bytes of all three. */
  static final int BYTES = 42;

  private static final int TYPE = 12;
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int IPV4 = 0x0800;
  private static final int VERSION_4_IHL_5 = 0x45;
  private static final int FRAGMENTED = 0x3FFF;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int PROTOCOL_UDP = 17;
  private static final long LOCAL_MAC = 0x0200_0000_0000L;

  private Headers() {
  }

  /** Bytes behind UDP's header; -1 for a frame that a UDP socket cannot send. */
  static int payloadBytes(MemorySegment bytes, long at, int length) {
    if (length < BYTES || get16(bytes, at + TYPE) != IPV4 || get8(bytes, at + IP) != VERSION_4_IHL_5
        || get8(bytes, at + IP + 9) != PROTOCOL_UDP || (get16(bytes, at + IP + 6) & FRAGMENTED) != 0) {
      return -1;
    }
    int payload = get16(bytes, at + UDP + 4) - 8;
    return payload < 0 || BYTES + payload > length ? -1 : payload;
  }

  /** DSCP and ECN field. */
  static int trafficClass(MemorySegment bytes, long at) {
    return get8(bytes, at + IP + 1);
  }

  static int ttl(MemorySegment bytes, long at) {
    return get8(bytes, at + IP + 8);
  }

  static int source(MemorySegment bytes, long at) {
    return get32(bytes, at + IP + 12);
  }

  static int destination(MemorySegment bytes, long at) {
    return get32(bytes, at + IP + 16);
  }

  static int sourcePort(MemorySegment bytes, long at) {
    return get16(bytes, at + UDP);
  }

  static int destinationPort(MemorySegment bytes, long at) {
    return get16(bytes, at + UDP + 2);
  }

  /** Writes all three, with "do not fragment", identification 0, and no UDP checksum: what RoCEv2's senders write. */
  static void write(MemorySegment bytes, long at, long mac, int from, int to, int fromPort, int toPort, int trafficClass, int ttl,
      int payloadBytes) {
    put48(bytes, at, mac);
    put48(bytes, at + 6, LOCAL_MAC | Integer.toUnsignedLong(from));
    put16(bytes, at + TYPE, IPV4);
    put16(bytes, at + IP, VERSION_4_IHL_5 << 8 | trafficClass);
    put16(bytes, at + IP + 2, BYTES - IP + payloadBytes);
    put16(bytes, at + IP + 4, 0);
    put16(bytes, at + IP + 6, DO_NOT_FRAGMENT);
    put16(bytes, at + IP + 8, ttl << 8 | PROTOCOL_UDP);
    put16(bytes, at + IP + 10, 0);
    put32(bytes, at + IP + 12, from);
    put32(bytes, at + IP + 16, to);
    put16(bytes, at + IP + 10, ipChecksum(bytes, at));
    put16(bytes, at + UDP, fromPort);
    put16(bytes, at + UDP + 2, toPort);
    put16(bytes, at + UDP + 4, payloadBytes + 8);
    put16(bytes, at + UDP + 6, 0);
  }

  private static int ipChecksum(MemorySegment bytes, long at) {
    int sum = 0;
    for (long word = at + IP; word < at + UDP; word += 2) {
      sum += get16(bytes, word);
    }
    sum = (sum & 0xFFFF) + (sum >>> 16);
    return ~(sum + (sum >>> 16)) & 0xFFFF;
  }

  private static int get8(MemorySegment bytes, long at) {
    return bytes.get(JAVA_BYTE, at) & 0xFF;
  }

  static int get16(MemorySegment bytes, long at) {
    return Short.toUnsignedInt(Short.reverseBytes(bytes.get(JAVA_SHORT_UNALIGNED, at)));
  }

  static int get32(MemorySegment bytes, long at) {
    return Integer.reverseBytes(bytes.get(JAVA_INT_UNALIGNED, at));
  }

  static void put16(MemorySegment bytes, long at, int value) {
    bytes.set(JAVA_SHORT_UNALIGNED, at, Short.reverseBytes((short) value));
  }

  static void put32(MemorySegment bytes, long at, int value) {
    bytes.set(JAVA_INT_UNALIGNED, at, Integer.reverseBytes(value));
  }

  private static void put48(MemorySegment bytes, long at, long value) {
    put16(bytes, at, (int) (value >>> 32));
    put32(bytes, at + 2, (int) value);
  }
}
