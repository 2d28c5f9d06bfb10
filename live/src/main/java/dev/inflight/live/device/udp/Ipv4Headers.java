package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Libc;
import java.lang.foreign.MemorySegment;

/** Headers over IPv4, without options, with identification 0 and "do not fragment", as RoCEv2's senders write them. */
final class Ipv4Headers extends Headers {
  private static final int IP_BYTES = 20;
  private static final int AF_INET = 2;
  private static final int IP_TOS = 1;
  private static final int IP_TTL = 2;
  private static final int IP_MTU_DISCOVER = 10;
  private static final int PMTUDISC_PROBE = 3;
  private static final int IP_RECVTTL = 12;
  private static final int IP_RECVTOS = 13;
  private static final int SO_NO_CHECK = 11;
  private static final int VERSION_4_IHL_5 = 0x45;
  private static final int FRAGMENTED = 0x3FFF;
  private static final int DO_NOT_FRAGMENT = 0x4000;

  private final int own;

  Ipv4Headers(int own) {
    super(0x0800, IP_BYTES, AF_INET, 16, 0, IP_TOS, IP_TTL);
    this.own = own;
  }

  @Override
  boolean isOurs(MemorySegment memory, long ip) {
    return Bytes.get8(memory, ip) == VERSION_4_IHL_5 && Bytes.get8(memory, ip + 9) == PROTOCOL_UDP
        && (Bytes.get16(memory, ip + 6) & FRAGMENTED) == 0 && Bytes.get32(memory, ip + 12) == own;
  }

  @Override
  int trafficClass(MemorySegment memory, long at) {
    return Bytes.get8(memory, at + ETHERNET_BYTES + 1);
  }

  @Override
  int ttl(MemorySegment memory, long at) {
    return Bytes.get8(memory, at + ETHERNET_BYTES + 8);
  }

  @Override
  void writeIp(MemorySegment memory, long ip, MemorySegment names, long name, int trafficClass, int ttl, int payload) {
    Bytes.put16(memory, ip, VERSION_4_IHL_5 << 8 | trafficClass);
    Bytes.put16(memory, ip + 2, IP_BYTES + payload);
    Bytes.put16(memory, ip + 4, 0);
    Bytes.put16(memory, ip + 6, DO_NOT_FRAGMENT);
    Bytes.put16(memory, ip + 8, ttl << 8 | PROTOCOL_UDP);
    Bytes.put16(memory, ip + 10, 0);
    Bytes.put32(memory, ip + 12, tail(names, name));
    Bytes.put32(memory, ip + 16, own);
    Bytes.put16(memory, ip + 10, checksum(memory, ip));
  }

  private static int checksum(MemorySegment memory, long ip) {
    int sum = 0;
    for (int word = 0; word < IP_BYTES; word += 2) {
      sum += Bytes.get16(memory, ip + word);
    }
    sum = (sum & 0xFFFF) + (sum >>> 16);
    return ~(sum + (sum >>> 16)) & 0xFFFF;
  }

  @Override
  int tail(MemorySegment names, long name) {
    return Bytes.get32(names, name + 4);
  }

  @Override
  void writeDestination(MemorySegment names, long name, MemorySegment memory, long at) {
    names.set(JAVA_SHORT, name, (short) AF_INET);
    Bytes.put16(names, name + 2, destinationPort(memory, at));
    Bytes.put32(names, name + 4, Bytes.get32(memory, at + ETHERNET_BYTES + 16));
  }

  @Override
  void writeOwn(MemorySegment name, int port) {
    name.set(JAVA_SHORT, 0, (short) AF_INET);
    Bytes.put16(name, 2, port);
    Bytes.put32(name, 4, own);
  }

  @Override
  void setUpSending(Libc libc, int fd) {
    libc.check("IP_MTU_DISCOVER", libc.setsockopt(fd, level, IP_MTU_DISCOVER, PMTUDISC_PROBE));
    libc.check("SO_NO_CHECK", libc.setsockopt(fd, Libc.SOL_SOCKET, SO_NO_CHECK, 1));
  }

  @Override
  void setUpReceiving(Libc libc, int fd) {
    libc.check("IP_RECVTOS", libc.setsockopt(fd, level, IP_RECVTOS, 1));
    libc.check("IP_RECVTTL", libc.setsockopt(fd, level, IP_RECVTTL, 1));
  }
}
