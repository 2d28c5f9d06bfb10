package dev.inflight.wire.header.tcpint;

import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.tcp.TcpHeader;
import java.util.Arrays;

/** IP packet with a TCP segment and options given byte by byte. */
final class TcpIntSegment {
  private final byte[] bytes;
  private final int tcp;

  /** Pads options to whole words with NOPs, or with an end of the list and noise. */
  TcpIntSegment(boolean ipv6, byte[] options, byte[] data) {
    tcp = ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES;
    int headerBytes = TcpHeader.HEADER_BYTES + (options.length + 3) / 4 * 4;
    bytes = new byte[tcp + headerBytes + data.length];
    if (ipv6) {
      Ipv6.write(bytes, 0, headerBytes + data.length, Ipv4.TCP);
      Ipv6.source(bytes, 0, 0xFD00L << 48, 1);
      Ipv6.destination(bytes, 0, 0xFD00L << 48, 2);
    } else {
      Ipv4.write(bytes, 0, bytes.length, Ipv4.TCP);
      Ipv4.addresses(bytes, 0, 0x0A000001, 0x0A000002);
      Ipv4.writeChecksum(bytes, 0);
    }
    TcpHeader.write(bytes, tcp, 0xC123, 5001, 0x80000001, 0x7FFFFFFF, headerBytes, TcpHeader.ACK, 0xFFFF);
    Arrays.fill(bytes, tcp + TcpHeader.HEADER_BYTES, tcp + headerBytes, (byte) 1);
    System.arraycopy(options, 0, bytes, tcp + TcpHeader.HEADER_BYTES, options.length);
    System.arraycopy(data, 0, bytes, tcp + headerBytes, data.length);
    TcpHeader.writeChecksum(bytes, tcp, 0, bytes.length - tcp);
  }

  byte[] bytes() {
    return bytes;
  }

  int tcp() {
    return tcp;
  }

  int end() {
    return bytes.length;
  }

  int option() {
    return TcpIntOption.find(bytes, tcp, bytes.length);
  }

  boolean checksumMatches() {
    return TcpHeader.checksumMatches(bytes, tcp, 0, bytes.length - tcp);
  }
}
