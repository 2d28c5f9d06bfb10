package dev.inflight.live.device.udp;

import dev.inflight.live.os.Libc;
import java.lang.foreign.MemorySegment;

/** Headers of a frame that a UDP socket does not show, Ethernet, IP and UDP, and their equivalents at the socket. */
abstract class Headers {
  /** Largest size of the headers of any version, in bytes. */
  static final int MOST_BYTES = 62;
  /** Largest size of a socket address, in bytes. */
  static final int MOST_ADDRESS_BYTES = 32;

  static final int ETHERNET_BYTES = 14;
  static final int UDP_BYTES = 8;
  static final int PROTOCOL_UDP = 17;

  private static final int TYPE = 12;
  private static final long LOCAL_MAC = 0x0200_0000_0000L;

  /** Bytes of all three headers. */
  final int bytes;
  /** Family of addresses and sockets. */
  final int family;
  /** Size of a socket address, in bytes. */
  final int addressBytes;
  /** Level of control data and of options. */
  final int level;
  /** Type of control data with DSCP and ECN field. */
  final int trafficClassType;
  /** Type of control data with the time to live. */
  final int ttlType;

  private final int etherType;
  private final int udpAt;

  Headers(int etherType, int ipBytes, int family, int addressBytes, int level, int trafficClassType, int ttlType) {
    this.etherType = etherType;
    this.family = family;
    this.addressBytes = addressBytes;
    this.level = level;
    this.trafficClassType = trafficClassType;
    this.ttlType = ttlType;
    udpAt = ETHERNET_BYTES + ipBytes;
    bytes = udpAt + UDP_BYTES;
  }

  /** Bytes behind UDP's header; -1 for a frame that a UDP socket at the device's address cannot send. */
  final int payloadBytes(MemorySegment memory, long at, int length) {
    if (length < bytes || Bytes.get16(memory, at + TYPE) != etherType || !isOurs(memory, at + ETHERNET_BYTES)) {
      return -1;
    }
    int payload = Bytes.get16(memory, at + udpAt + 4) - UDP_BYTES;
    return payload < 0 || bytes + payload > length ? -1 : payload;
  }

  final int sourcePort(MemorySegment memory, long at) {
    return Bytes.get16(memory, at + udpAt);
  }

  final int destinationPort(MemorySegment memory, long at) {
    return Bytes.get16(memory, at + udpAt + 2);
  }

  /** Writes all three headers of a frame to this device, without UDP checksum; the source is in a socket address. */
  final void write(MemorySegment memory, long at, long mac, MemorySegment names, long name, int toPort, int trafficClass, int ttl,
      int payloadBytes) {
    Bytes.put48(memory, at, mac);
    Bytes.put48(memory, at + 6, LOCAL_MAC | Integer.toUnsignedLong(tail(names, name)));
    Bytes.put16(memory, at + TYPE, etherType);
    writeIp(memory, at + ETHERNET_BYTES, names, name, trafficClass, ttl, UDP_BYTES + payloadBytes);
    Bytes.put16(memory, at + udpAt, Bytes.get16(names, name + 2));
    Bytes.put16(memory, at + udpAt + 2, toPort);
    Bytes.put32(memory, at + udpAt + 4, UDP_BYTES + payloadBytes << 16);
  }

  /** True if an IP header is one that a UDP socket at the device's address writes. */
  abstract boolean isOurs(MemorySegment memory, long ip);

  /** DSCP and ECN field of a frame. */
  abstract int trafficClass(MemorySegment memory, long at);

  abstract int ttl(MemorySegment memory, long at);

  abstract void writeIp(MemorySegment memory, long ip, MemorySegment names, long name, int trafficClass, int ttl, int payload);

  /** Last 32 bits of a socket address. */
  abstract int tail(MemorySegment names, long name);

  /** Writes the socket address of a frame's destination. */
  abstract void writeDestination(MemorySegment names, long name, MemorySegment memory, long at);

  /** Writes the device's own socket address. */
  abstract void writeOwn(MemorySegment name, int port);

  /** Makes a socket send "do not fragment" and no checksum. */
  abstract void setUpSending(Libc libc, int fd);

  /** Makes a socket report traffic class and time to live of arriving datagrams. */
  abstract void setUpReceiving(Libc libc, int fd);
}
