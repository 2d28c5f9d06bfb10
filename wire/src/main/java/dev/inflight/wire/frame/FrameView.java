package dev.inflight.wire.frame;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.pcap.LinkType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Positions of all headers in one frame, without its frame check sequence:
 *
 * <pre>
 * Ethernet [tags, CSIG] +- IPv4 or IPv6 [hop-by-hop] [IFA] -+- UDP [telemetry] -+- BTH [DETH] [RETH] [AETH [arrival]] [ImmDt]
 *                       |                                   |                   |    payload pad ICRC
 *                       |                                   |                   +- payload
 *                       |                                   +- TCP -+- [telemetry] payload
 *                       |                                   |       +- probe header [telemetry], or probe header payload
 *                       +- GRH ---------------------------------------------------- BTH (RoCE v1)
 *                       +- PFC or PAUSE
 * </pre>
 *
 * IPv6 may have further extension headers: destination options and routing. Telemetry is any of the formats given to the view. If
 * a frame has several telemetry headers, the outermost counts; {@link #headers} lists all. Offsets are indices into the parsed
 * array, or {@link #ABSENT}. Checksums are not verified.
 *
 * <p>Reusable: each {@link #parse} replaces the previous result without allocation. Not thread-safe.
 */
public final class FrameView {
  /** Offset of an absent header. */
  public static final int ABSENT = -1;

  /** Purpose of a frame, as far as the parser recognizes it. */
  public enum Kind {
    /** None of the other kinds. */
    OTHER,
    /** Pause of single priorities: see {@code Pfc}. */
    PFC,
    /** Pause of all traffic: see {@code Pfc}. */
    PAUSE,
    /** TCP. */
    TCP,
    /** UDP, but not RoCEv2. */
    UDP,
    /** RDMA over UDP. */
    ROCE_V2,
    /** RDMA over Ethernet. */
    ROCE_V1
  }

  /** Largest number of listed headers of one frame. */
  static final int MOST_HEADERS = 4;

  private final FrameParser parser;
  final boolean takesUnstatedLengths;

  /** Parsed array. */
  public byte[] bytes = new byte[0];
  /** Index at which the frame starts. */
  public int frame;
  /** Index at which the frame ends, including its padding. */
  public int end;
  /** Purpose of the frame. */
  public Kind kind = Kind.OTHER;
  /** The last EtherType, which identifies the header at {@link #network}. */
  public int type;
  /** Start of the header behind the link layer's headers. */
  public int network;
  /** Outermost 802.1Q or 802.1ad tag. */
  public int tag;
  /** Innermost tag of a frame with several tags. */
  public int innerTag;
  /** IPv4 or IPv6 header, or RoCE v1's GRH. */
  public int ip;
  /** End of the IP packet. */
  public int ipEnd;
  /** End of the IP header with its options and extension headers; {@link #protocol} identifies the header behind it. */
  public int ipPayload;
  /** IP protocol of the header at {@link #ipPayload}. */
  public int protocol;
  /** True if the IP length is 0 and means all available bytes, as in packets that a network card has yet to segment. */
  public boolean lengthUnstated;
  /** True if the length is that of an IPv6 jumbo payload option (RFC 2675). */
  public boolean jumbogram;
  /** The UDP header. */
  public int udp;
  /** UDP destination port that identifies the payload: the original one if telemetry has replaced it. */
  public int payloadPort;
  /** The TCP header. */
  public int tcp;
  /** Header of a TCP probe or its answer: see {@code TcpProbe}. */
  public int tcpProbe;
  int transportEnd;
  /** Format of the telemetry in the frame; null if it carries no complete telemetry. */
  @Nullable
  public TelemetryFormat telemetry;
  /** Telemetry header, or the first of its two pieces, which has 4 bytes. */
  public int telemetryAt;
  /** Bytes of the telemetry, including both pieces. */
  public int telemetryBytes;
  /** Second piece of telemetry that surrounds the transport header. */
  public int telemetryRest;
  boolean telemetryInTransport;
  /** Format with the frame's marker but no header that states its length; null if there is none. */
  @Nullable
  public TelemetryFormat unread;
  /** Position at which that header should be. */
  public int unreadAt;
  /** Bytes from {@link #unreadAt} to the end of the surrounding header or packet. */
  public int unreadBytes;
  /** All telemetry headers of the frame. */
  public final TelemetryHeaders headers = new TelemetryHeaders(this);
  final int[] options = new int[MOST_HEADERS];
  /** Number of IPv6 extension headers with options (hop-by-hop or destination), 0 to 4. */
  public int optionsCount;
  /** The base transport header. */
  public int bth;
  /** The base transport header's opcode. */
  public Opcode opcode = Opcode.UNKNOWN;
  /** The datagram extended transport header. */
  public int deth;
  /** The RDMA extended transport header. */
  public int reth;
  /** The acknowledgement extended transport header. */
  public int aeth;
  /** The {@code ArrivedPsn}, which identifies the answered packet. */
  public int arrival;
  /** The immediate data. */
  public int immediate;
  /** Payload of the innermost recognized header. */
  public int payload;
  /** Bytes of the payload, without pad. */
  public int payloadBytes;
  /** Bytes between payload and ICRC, 0 to 3. */
  public int padBytes;
  /** The invariant CRC. */
  public int icrc;

  /**
   * Creates a view that recognizes these formats by placement and marker; it ignores formats without a marker.
   *
   * @throws IllegalArgumentException if two formats have the same placement and marker
   */
  public FrameView(List<? extends TelemetryFormat> formats) {
    this(formats, ABSENT, null, false);
  }

  /**
   * Creates a view that also recognizes one format by DSCP, behind a UDP or TCP header that keeps its ports (INT's NPT 0).
   *
   * @param dscp 0 to 63
   * @param markedByDscp the format marked by the DSCP
   * @throws IllegalArgumentException if two formats have the same placement and marker
   */
  public FrameView(List<? extends TelemetryFormat> formats, int dscp, TelemetryFormat markedByDscp) {
    this(formats, dscp, markedByDscp, false);
  }

  private FrameView(List<? extends TelemetryFormat> formats, int dscp, @Nullable TelemetryFormat markedByDscp,
      boolean takesUnstatedLengths) {
    this.takesUnstatedLengths = takesUnstatedLengths;
    parser = new FrameParser(this, formats, dscp, markedByDscp);
    clear();
  }

  /**
   * Returns a view of frames that are only read, such as those of captures. It also accepts lengths of 0: in frames captured
   * before segmentation by the network card ({@link #lengthUnstated}), and in jumbograms ({@link #jumbogram}).
   *
   * @param dscp as in the constructor, or {@link #ABSENT}
   * @param markedByDscp as in the constructor, or null
   * @throws IllegalArgumentException if two formats have the same placement and marker
   */
  public static FrameView ofCaptures(List<? extends TelemetryFormat> formats, int dscp, @Nullable TelemetryFormat markedByDscp) {
    return new FrameView(formats, dscp, markedByDscp, true);
  }

  private void clear() {
    kind = Kind.OTHER;
    type = ABSENT;
    network = ABSENT;
    tag = ABSENT;
    innerTag = ABSENT;
    ip = ABSENT;
    ipEnd = ABSENT;
    ipPayload = ABSENT;
    protocol = ABSENT;
    lengthUnstated = false;
    jumbogram = false;
    udp = ABSENT;
    payloadPort = ABSENT;
    tcp = ABSENT;
    tcpProbe = ABSENT;
    transportEnd = ABSENT;
    telemetry = null;
    telemetryAt = ABSENT;
    telemetryBytes = 0;
    telemetryRest = ABSENT;
    telemetryInTransport = false;
    unread = null;
    unreadAt = ABSENT;
    unreadBytes = 0;
    headers.clear();
    optionsCount = 0;
    bth = ABSENT;
    opcode = Opcode.UNKNOWN;
    deth = ABSENT;
    reth = ABSENT;
    aeth = ABSENT;
    arrival = ABSENT;
    immediate = ABSENT;
    payload = ABSENT;
    payloadBytes = 0;
    padBytes = 0;
    icrc = ABSENT;
  }

  /** Records a telemetry header; returns true if it is the outermost, which counts. */
  boolean found(TelemetryFormat format, int at, int length) {
    return found(format, at, length, ABSENT);
  }

  /** Records telemetry in two pieces. */
  boolean found(TelemetryFormat format, int at, int length, int rest) {
    headers.add(format, at, length, rest);
    if (telemetry != null) {
      return false;
    }
    telemetry = format;
    telemetryAt = at;
    telemetryBytes = length;
    telemetryRest = rest;
    return true;
  }

  /** Records a header that does not state its length: it is incomplete, or is not of the kind that its marker announces. */
  DecodeStatus foundUnread(TelemetryFormat format, int at, int available) {
    if (available < TelemetryFormat.PREFIX_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    unread = format;
    unreadAt = at;
    unreadBytes = available;
    return DecodeStatus.UNSUPPORTED;
  }

  /** Records an extension header with options. */
  void foundOptions(int at) {
    if (optionsCount < MOST_HEADERS) {
      options[optionsCount++] = at;
    }
  }

  /**
   * Parses a frame and keeps a reference to the array.
   *
   * @param length bytes of the frame without the frame check sequence
   * @return result of parsing; headers parsed before an error are present. Headers outside the figure above, and opcodes outside
   *     {@link Opcode}, are {@link DecodeStatus#UNSUPPORTED}; with such opcodes, the ICRC is still found
   * @throws IndexOutOfBoundsException if offset and length are not within the array
   */
  public DecodeStatus parse(byte[] bytes, int offset, int length) {
    return parse(bytes, offset, length, LinkType.ETHERNET);
  }

  /** Parses a frame that need not start with an Ethernet header. */
  public DecodeStatus parse(byte[] bytes, int offset, int length, LinkType linkType) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    clear();
    this.bytes = bytes;
    frame = offset;
    end = offset + length;
    return parser.parse(linkType);
  }

  /** True if the header at {@link #ip} is an IPv6 header or a GRH. */
  public boolean isIpv6() {
    return ip != ABSENT && Ipv6.is(bytes, ip);
  }

  /**
   * Adjusts the positions that {@link FrameRewriter} uses after all bytes in front of the telemetry's end have moved to the
   * front. The last EtherType, tags, probe headers, options and the list of telemetry headers keep their old, now wrong
   * positions.
   */
  void beginEarlier(int byBytes) {
    frame -= byBytes;
    ip -= byBytes;
    telemetryAt -= byBytes;
    telemetryRest -= telemetryRest == ABSENT ? 0 : byBytes;
    udp -= udp == ABSENT ? 0 : byBytes;
    tcp -= tcp == ABSENT ? 0 : byBytes;
  }

  /** Start of one of the extension headers with options. */
  public int optionsOffset(int index) {
    return options[Objects.checkIndex(index, optionsCount)];
  }

  /** Copies the telemetry in one piece, as its format expects; returns its size. */
  public int copyTelemetry(byte[] into, int at) {
    return headers.count() == 0 ? 0 : headers.copy(0, into, at);
  }

  /** Computes the invariant CRC of a frame with an {@link #icrc}. */
  public int computeIcrc(Icrc with) {
    return kind == Kind.ROCE_V1 ? with.roceV1(bytes, ip, icrc) : with.roceV2(bytes, ip, udp, bth, icrc);
  }

  /** True if the frame has a correct invariant CRC; {@code with} is used for the computation. */
  public boolean icrcMatches(Icrc with) {
    return icrc != ABSENT && Icrc.read(bytes, icrc) == computeIcrc(with);
  }
}
