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
 * Where everything is in one frame, without its frame check sequence:
 *
 * <pre>
 * Ethernet [tags, CSIG] +- IPv4 or IPv6 [hop-by-hop] [IFA] -+- UDP [telemetry] -+- BTH [DETH] [RETH] [AETH [arrival]] [ImmDt] payload pad ICRC
 *                       |                                   |                   +- payload
 *                       |                                   +- TCP -+- [telemetry] payload
 *                       |                                   |       +- probe header [telemetry], or probe header payload
 *                       +- GRH ---------------------------------------------------- BTH (RoCE v1)
 *                       +- PFC or PAUSE
 * </pre>
 *
 * IPv6 may have further extension headers: destination options and routing. Telemetry is any of the formats that the view was made for.
 * Of several headers in one frame the outermost counts, and the others are listed too. Offsets are indices into the array that was parsed, or {@link #ABSENT}. Checksums are not verified.
 *
 * <p>Reusable: each {@link #parse} replaces what the one before has found, and allocates nothing. Not thread-safe.
 */
public final class FrameView {
  /** The offset of what is not there. */
  public static final int ABSENT = -1;

  /** What a frame is for, as far as it was understood. */
  public enum Kind {
    /** None of these. */
    OTHER,
    /** Pauses priorities: see {@code Pfc}. */
    PFC,
    /** Pauses everything: see {@code Pfc}. */
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

  /** More headers of one frame than these are not listed. */
  static final int MOST_HEADERS = 4;

  private final FrameParser parser;
  final boolean takesUnstatedLengths;

  /** The array that was parsed. */
  public byte[] bytes = new byte[0];
  /** Where the frame starts. */
  public int frame;
  /** Where the frame ends, its padding counted. */
  public int end;
  /** What the frame is for. */
  public Kind kind = Kind.OTHER;
  /** The last EtherType, which says what follows the link layer's headers. */
  public int type;
  /** Where what the last EtherType announces starts. */
  public int network;
  /** The outermost 802.1Q or 802.1ad tag. */
  public int tag;
  /** The innermost tag of a frame that has several. */
  public int innerTag;
  /** The IPv4 or IPv6 header, or RoCE v1's GRH. */
  public int ip;
  /** Where the IP packet ends. */
  public int ipEnd;
  /** Where the IP header, its options and extension headers end; {@link #protocol} follows. */
  public int ipPayload;
  /** The IP protocol of what is at {@link #ipPayload}. */
  public int protocol;
  /** Whether the length of IP is 0 and stands for all that is there, as where a network card cuts segments later. */
  public boolean lengthUnstated;
  /** Whether the length is that of an IPv6 jumbo payload option (RFC 2675). */
  public boolean jumbogram;
  /** The UDP header. */
  public int udp;
  /** The UDP destination port that says what the payload is, which is the original one where telemetry has displaced it. */
  public int payloadPort;
  /** The TCP header. */
  public int tcp;
  /** The header of a TCP probe or of what answers it: see {@code TcpProbe}. */
  public int tcpProbe;
  int transportEnd;
  /** The format of the telemetry that the frame carries, or null when it carries none that is complete. */
  @Nullable
  public TelemetryFormat telemetry;
  /** The telemetry, or the first of its two pieces, which has 4 bytes. */
  public int telemetryAt;
  /** Bytes of the telemetry, both pieces counted. */
  public int telemetryBytes;
  /** The second piece of telemetry that stands around the transport's header. */
  public int telemetryRest;
  boolean telemetryInTransport;
  /** The format with the frame's marker, without a header that states its length; null when there is none. */
  @Nullable
  public TelemetryFormat unread;
  /** Where that header should be. */
  public int unreadAt;
  /** Bytes from there to the end of what the header lies in. */
  public int unreadBytes;
  /** All telemetry headers of the frame. */
  public final TelemetryHeaders headers = new TelemetryHeaders(this);
  final int[] options = new int[MOST_HEADERS];
  /** How many IPv6 extension headers with options were found, hop-by-hop or destination; 0 to 4. */
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
  /** The name of a packet that arrived behind a gap, which follows an {@code Aeth} of {@code Aeth.NAK_OUT_OF_ORDER}. */
  public int arrival;
  /** The immediate data. */
  public int immediate;
  /** What the innermost header known carries. */
  public int payload;
  /** Bytes of the payload, pad not counted. */
  public int payloadBytes;
  /** Bytes between payload and ICRC, 0 to 3. */
  public int padBytes;
  /** The invariant CRC. */
  public int icrc;

  /**
   * A view that recognizes these formats by placement and marker; one without a marker is ignored.
   *
   * @throws IllegalArgumentException when two formats have the same
   */
  public FrameView(List<? extends TelemetryFormat> formats) {
    this(formats, ABSENT, null, false);
  }

  /**
   * A view that recognizes one format by the DSCP too, behind a UDP or TCP header that keeps its ports (INT's NPT 0).
   *
   * @param dscp 0 to 63
   * @param markedByDscp that format
   * @throws IllegalArgumentException when two formats have the same placement and marker
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
   * A view of frames that are looked at and not changed, as those of captures. It takes lengths of 0 too: those of frames that a host has captured
   * before its network card cuts them into segments ({@link #lengthUnstated}), and those of jumbograms ({@link #jumbogram}).
   *
   * @param dscp as in the constructor, or {@link #ABSENT}
   * @param markedByDscp as in the constructor, or null
   * @throws IllegalArgumentException when two formats have the same placement and marker
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

  /** Notes telemetry, of which the outermost counts; returns whether this is it. */
  boolean found(TelemetryFormat format, int at, int length) {
    return found(format, at, length, ABSENT);
  }

  /** Notes telemetry in two pieces. */
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

  /** Notes a header that does not state its length: it is not whole, or not what its marker says. */
  DecodeStatus foundUnread(TelemetryFormat format, int at, int available) {
    if (available < TelemetryFormat.PREFIX_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    unread = format;
    unreadAt = at;
    unreadBytes = available;
    return DecodeStatus.UNSUPPORTED;
  }

  /** Notes an extension header with options. */
  void foundOptions(int at) {
    if (optionsCount < MOST_HEADERS) {
      options[optionsCount++] = at;
    }
  }

  /**
   * Parses a frame, and keeps the array, not a copy of it.
   *
   * @param length bytes of the frame, frame check sequence not counted
   * @return how it went; what was understood before it failed is there. Frames that carry something else than what the picture above has
   *     are {@link DecodeStatus#UNSUPPORTED}, and so are opcodes other than those of {@link Opcode}, but their ICRC is found
   * @throws IndexOutOfBoundsException when offset and length are not within the array
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

  /** Whether the header at {@link #ip} is one of IPv6 or a GRH. */
  public boolean isIpv6() {
    return ip != ABSENT && Ipv6.is(bytes, ip);
  }

  /**
   * All that is in front of the telemetry's end has moved to the front by so many bytes. This follows what {@link FrameRewriter} asks for; the
   * last EtherType, tags, probe headers, options and the list of telemetry headers are where they were, and wrong.
   */
  void beginEarlier(int byBytes) {
    frame -= byBytes;
    ip -= byBytes;
    telemetryAt -= byBytes;
    telemetryRest -= telemetryRest == ABSENT ? 0 : byBytes;
    udp -= udp == ABSENT ? 0 : byBytes;
    tcp -= tcp == ABSENT ? 0 : byBytes;
  }

  /** Where one of the extension headers with options starts: with the kind of what follows it, and its length. */
  public int optionsOffset(int index) {
    return options[Objects.checkIndex(index, optionsCount)];
  }

  /** Copies the telemetry as its format takes it, in one piece; returns its size. */
  public int copyTelemetry(byte[] into, int at) {
    return headers.count() == 0 ? 0 : headers.copy(0, into, at);
  }

  /** Computes the invariant CRC of a frame that has one according to {@link #icrc}. */
  public int computeIcrc(Icrc with) {
    return kind == Kind.ROCE_V1 ? with.roceV1(bytes, ip, icrc) : with.roceV2(bytes, ip, udp, bth, icrc);
  }

  /** Whether the frame has an invariant CRC and it is right; {@code with} is for use in here. */
  public boolean icrcMatches(Icrc with) {
    return icrc != ABSENT && Icrc.read(bytes, icrc) == computeIcrc(with);
  }
}
