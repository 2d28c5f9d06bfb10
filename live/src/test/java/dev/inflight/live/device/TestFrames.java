package dev.inflight.live.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.MemorySegment;

/** Frames that every kind of device can send: Ethernet, IPv4, UDP, and bytes that depend on the frame's number. */
public final class TestFrames {
  /** Source address. */
  public static final int FROM = 0x7F000001;
  /** Destination address. */
  public static final int TO = 0x7F000002;
  /** Source port. */
  public static final int FROM_PORT = 0xE123;
  /** Bytes of their headers. */
  public static final int HEADER_BYTES = 42;

  private TestFrames() {
  }

  /** Creates a frame. */
  public static byte[] make(int number, int length) {
    byte[] frame = new byte[length];
    int at = Ethernet.write(frame, 0, 0x0200_0000_0002L, 0x0200_0000_0001L, Ethernet.IPV4);
    int ip = at;
    at += Ipv4.write(frame, ip, length - ip, Ipv4.UDP);
    Ipv4.trafficClass(frame, ip, number % 64, number % 4);
    Ipv4.ttl(frame, ip, 1 + number % 200);
    Ipv4.addresses(frame, ip, FROM, TO);
    Ipv4.writeChecksum(frame, ip);
    at += Udp.write(frame, at, FROM_PORT, Udp.ROCE_V2, length - at);
    for (int octet = at; octet < length; octet++) {
      frame[octet] = (byte) (number * 31 + octet * (octet + 7));
    }
    return frame;
  }

  /** Copies a frame into a chunk; returns the index of its first byte. */
  static long put(FrameMemory memory, byte[] frame) {
    long at = memory.take() + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(frame, 0, memory.bytes(), JAVA_BYTE, at, frame.length);
    return at;
  }

  /** Reads a frame. */
  static byte[] read(FrameMemory memory, long at, int length) {
    byte[] frame = new byte[length];
    MemorySegment.copy(memory.bytes(), JAVA_BYTE, at, frame, 0, length);
    return frame;
  }
}
