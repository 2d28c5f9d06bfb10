package dev.inflight.wire;

import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import dev.inflight.wire.header.tcp.TcpProbe;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** TCP segment with timestamps, built piece by piece. */
public final class TestSegment {
  private final boolean ipv6;
  private final int dscp;
  private byte[] linkLayer = {};
  private byte[] options = {};
  private byte[] behindHeader = {};

  private TestSegment(boolean ipv6, int dscp) {
    this.ipv6 = ipv6;
    this.dscp = dscp;
  }

  /** Segment with this data. */
  public static TestSegment of(boolean ipv6, int dscp, byte[] data) {
    var made = new TestSegment(ipv6, dscp);
    made.behindHeader = data;
    return made;
  }

  /** Probe without telemetry, in priority 3. */
  public static TestSegment probe(boolean ipv6) {
    return of(ipv6, 3 << 3 | 3, header(TcpProbe.PROBE, 0));
  }

  private static byte[] header(int type, int format) {
    byte[] header = new byte[TcpProbe.BYTES];
    TcpProbe.write(header, 0, type, format, 0x8899AABB);
    return header;
  }

  /** Probe with an empty header of this format. */
  public static TestSegment probe(boolean ipv6, TelemetryFormat format) {
    byte[] header = new byte[format.bufferBytes(format.maxHops())];
    byte[] written = Arrays.copyOf(header, format.begin(header, 0, PathQuery.UTILIZATION));
    TestSegment made = probe(ipv6);
    switch (format.placement()) {
      case AFTER_UDP -> made.behindHeader = join(header(TcpProbe.PROBE, format.reflectionCode()), written);
      case HOP_BY_HOP -> {
        made.options = written;
        written[0] = Ipv4.TCP;
      }
      case LINK_LAYER -> made.linkLayer = written;
      case AROUND_UDP -> throw new IllegalArgumentException("nothing stands around TCP here");
    }
    return made;
  }

  /** Adds data behind the TCP header. */
  public TestSegment with(byte[] data) {
    behindHeader = data;
    return this;
  }

  /** True if a probe can carry the format. */
  public static boolean carries(TelemetryFormat format) {
    return format.placement() != HeaderPlacement.AROUND_UDP;
  }

  private static byte[] join(byte[]... pieces) {
    var joined = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      joined.writeBytes(piece);
    }
    return joined.toByteArray();
  }

  /** Bytes in front of the IP header. */
  public int ip() {
    return Ethernet.HEADER_BYTES + linkLayer.length;
  }

  /** Bytes in front of the TCP header. */
  public int tcp() {
    return ip() + (ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES) + options.length;
  }

  /** Bytes in front of the data behind the TCP header. */
  public int data() {
    return tcp() + TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES;
  }

  public byte[] bytes() {
    byte[] ethernet = new byte[Ethernet.HEADER_BYTES];
    int type = ipv6 ? Ethernet.IPV6 : Ethernet.IPV4;
    Ethernet.write(ethernet, 0, TestFrame.DESTINATION, TestFrame.SOURCE, type);
    int headerBytes = TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES;
    int segment = headerBytes + behindHeader.length;
    byte[] ip = new byte[ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES];
    if (ipv6) {
      Ipv6.write(ip, 0, options.length + segment, options.length > 0 ? Ipv6.HOP_BY_HOP : Ipv4.TCP);
      Ipv6.trafficClass(ip, 0, dscp, Ipv4.ECT_0);
      Ipv6.source(ip, 0, 0xFD00L << 48, 1);
      Ipv6.destination(ip, 0, 0xFD00L << 48, 2);
    } else {
      Ipv4.write(ip, 0, ip.length + segment, Ipv4.TCP);
      Ipv4.trafficClass(ip, 0, dscp, Ipv4.ECT_0);
      Ipv4.addresses(ip, 0, 0x0A000001, 0x0A000002);
      Ipv4.writeChecksum(ip, 0);
    }
    byte[] tcp = new byte[headerBytes];
    TcpHeader.write(tcp, 0, 0xC123, 5001, 0x80000001, 0x7FFFFFFF, headerBytes, TcpHeader.ACK, 0xFFFF);
    TcpOptions.writeTimestamps(tcp, TcpHeader.HEADER_BYTES, 0x01020304, 0xF1F2F3F4);
    byte[] mac = Arrays.copyOf(ethernet, Ethernet.HEADER_BYTES - 2);
    byte[] frame = join(mac, linkLayer, new byte[] {(byte) (type >> 8), (byte) type}, ip, options, tcp, behindHeader);
    TcpHeader.writeChecksum(frame, tcp(), ip(), segment);
    return frame;
  }
}
