package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Libc;
import java.lang.foreign.MemorySegment;

/** Headers over IPv6, without extension headers, with flow label 0. */
final class Ipv6Headers extends Headers {
  private static final int IP_BYTES = 40;
  private static final int AF_INET6 = 10;
  private static final int SOL_IPV6 = 41;
  private static final int IPV6_MTU_DISCOVER = 23;
  private static final int PMTUDISC_PROBE = 3;
  private static final int IPV6_V6ONLY = 26;
  private static final int IPV6_RECVHOPLIMIT = 51;
  private static final int IPV6_HOPLIMIT = 52;
  private static final int IPV6_RECVTCLASS = 66;
  private static final int IPV6_TCLASS = 67;
  private static final int UDP_NO_CHECK6_TX = 101;
  private static final int UDP_NO_CHECK6_RX = 102;
  private static final int SOURCE = 8;
  private static final int DESTINATION = 24;

  private final long ownHigh;
  private final long ownLow;

  Ipv6Headers(long ownHigh, long ownLow) {
    super(0x86DD, IP_BYTES, AF_INET6, 28, SOL_IPV6, IPV6_TCLASS, IPV6_HOPLIMIT);
    this.ownHigh = ownHigh;
    this.ownLow = ownLow;
  }

  @Override
  boolean isOurs(MemorySegment memory, long ip) {
    return Bytes.get8(memory, ip) >>> 4 == 6 && Bytes.get8(memory, ip + 6) == PROTOCOL_UDP
        && Bytes.get64(memory, ip + SOURCE) == ownHigh && Bytes.get64(memory, ip + SOURCE + 8) == ownLow;
  }

  @Override
  int trafficClass(MemorySegment memory, long at) {
    return Bytes.get16(memory, at + ETHERNET_BYTES) >>> 4 & 0xFF;
  }

  @Override
  int ttl(MemorySegment memory, long at) {
    return Bytes.get8(memory, at + ETHERNET_BYTES + 7);
  }

  @Override
  void writeIp(MemorySegment memory, long ip, MemorySegment names, long name, int trafficClass, int ttl, int payload) {
    Bytes.put32(memory, ip, 6 << 28 | trafficClass << 20);
    Bytes.put32(memory, ip + 4, payload << 16 | PROTOCOL_UDP << 8 | ttl);
    Bytes.put64(memory, ip + SOURCE, Bytes.get64(names, name + 8));
    Bytes.put64(memory, ip + SOURCE + 8, Bytes.get64(names, name + 16));
    Bytes.put64(memory, ip + DESTINATION, ownHigh);
    Bytes.put64(memory, ip + DESTINATION + 8, ownLow);
  }

  @Override
  int tail(MemorySegment names, long name) {
    return Bytes.get32(names, name + 20);
  }

  @Override
  void writeDestination(MemorySegment names, long name, MemorySegment memory, long at) {
    long destination = at + ETHERNET_BYTES + DESTINATION;
    writeAddress(names, name, destinationPort(memory, at), Bytes.get64(memory, destination),
        Bytes.get64(memory, destination + 8));
  }

  @Override
  void writeOwn(MemorySegment name, int port) {
    writeAddress(name, 0, port, ownHigh, ownLow);
  }

  private static void writeAddress(MemorySegment names, long name, int port, long high, long low) {
    names.set(JAVA_SHORT, name, (short) AF_INET6);
    Bytes.put16(names, name + 2, port);
    Bytes.put32(names, name + 4, 0); // flow label
    Bytes.put64(names, name + 8, high);
    Bytes.put64(names, name + 16, low);
    Bytes.put32(names, name + 24, 0); // scope
  }

  @Override
  void setUpSending(Libc libc, int fd) {
    libc.check("IPV6_V6ONLY", libc.setsockopt(fd, level, IPV6_V6ONLY, 1));
    libc.check("IPV6_MTU_DISCOVER", libc.setsockopt(fd, level, IPV6_MTU_DISCOVER, PMTUDISC_PROBE));
    libc.check("UDP_NO_CHECK6_TX", libc.setsockopt(fd, PROTOCOL_UDP, UDP_NO_CHECK6_TX, 1));
  }

  @Override
  void setUpReceiving(Libc libc, int fd) {
    libc.check("UDP_NO_CHECK6_RX", libc.setsockopt(fd, PROTOCOL_UDP, UDP_NO_CHECK6_RX, 1));
    libc.check("IPV6_RECVTCLASS", libc.setsockopt(fd, level, IPV6_RECVTCLASS, 1));
    libc.check("IPV6_RECVHOPLIMIT", libc.setsockopt(fd, level, IPV6_RECVHOPLIMIT, 1));
  }
}
