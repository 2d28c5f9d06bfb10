package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * INT-MD of the P4.org INT specification, version 2.1, between UDP and its payload, with the metadata that HPCC++ needs
 * (draft-miao-ccwg-hpcc-info-04 §2.3, Figure 3). A shim of four bytes, a header of twelve, then a stack to which each switch adds the metadata of the
 * header's bitmap: by default 24 bytes per hop, 136 bytes after five hops. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+---+---+---------------+-------------------------------+
 * | Type=1|NPT|Rsv|    Length     |     original UDP port (NPT=1) |
 * +-------+-+-+-+-+---------------+-----+---------+---------------+
 * | Ver=2 |D|E|M|       Reserved        | Hop ML  |Remaining Hops |
 * +-------+-+-+-+-----------------+-----+---------+---------------+
 * |      Instruction Bitmap       |      Domain Specific ID       |
 * +-------------------------------+-------------------------------+
 * |        DS Instruction         |           DS Flags            |
 * +-------------------------------+-------------------------------+
 * |          Node ID (the last hop so far)                        |
 * +-------------------------------+-------------------------------+
 * |     Ingress Interface ID      |      Egress Interface ID      |
 * +---------------+---------------+-------------------------------+
 * |   Queue ID    |               Queue occupancy                 |
 * +---------------+-----------------------------------------------+
 * |                    Egress timestamp (64)                      |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                Egress interface Tx utilization                |
 * +---------------------------------------------------------------+
 * |          the hop before, and so on; the first hop last        |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Length: words behind the shim, at most 255. Hop ML: words a hop. A hop that finds Remaining Hops at 0 sets E, a hop without room for its
 * block sets M (also if Length cannot express it), and neither adds anything. All ones mean an unavailable value; a hop without a needed
 * value cannot be measured. The header carries neither sent bytes nor the rate: the hop reports its utilization, and the endpoint finds the
 * rate in the domain's table of links by Node ID and Egress Interface ID. The specification leaves all units to configuration; queue
 * occupancy is that of the port, and saturates one below all ones.
 *
 * <p>Headers of other senders are read and extended for any bitmap; reserved instructions and those of an unknown domain get words of all
 * ones, and so does the checksum complement, because a frame's UDP checksum is 0 or updated. Readers skip the source's own data at the
 * stack's bottom if a Domain Specific ID allows them and they are shorter than a hop's block.
 *
 * <p>Headers of version 1.0 are described and skipped, and neither extended nor measured: see {@code Int1Header}.
 *
 * @param udpPort the UDP destination port that marks the header (INT_TBD); the shim keeps the original one, 4791 (RoCEv2)
 * @param instructions the sender's instruction bitmap; bit 0 is 0x8000. HPCC++ needs at least node, interfaces, queue and utilization (0xD100); 0xD500
 * adds the egress timestamp. With hop latency instead of the queue (0xE100, 0xE500), the endpoint uses the packet's sojourn time
 * @param remainingHops hops that may add to a sender's header, 1 to 255
 * @param timestampUnit the unit of timestamps and of the hop latency
 * @param queueUnitBytes the unit of queue occupancy, above 0
 * @param utilizationScale the value of a fully used link, above 0; 10000 for a unit of 0.01 %
 * @param intervalPs the time over which a switch measures utilization; 0: the network's base RTT
 * @param border the records that leave the network: unchanged, or relative ones, which reveal neither rates nor names of links; relative needs
 * instructions 0xd100, because a timestamp reveals clocks
 */
public record IntFormat(int udpPort, int instructions, int remainingHops, TimestampUnit timestampUnit, int queueUnitBytes,
    int utilizationScale, long intervalPs, Border border) implements BehindUdp, NetworkFormat {
  /** Default format, behind UDP port 17768, which is not assigned: the metadata of Figure 3 in nanoseconds, bytes and 0.01 %. */
  public static final IntFormat DEFAULT = new IntFormat(17768, 0xD500, 255, TimestampUnit.NANOSECONDS, 1, 10_000, 0, Border.OPEN);

  private static final int RATIOS_ONLY = 0xD100;

  /** Treatment of headers that leave the operator's network. */
  public enum Border {
    /** Headers leave unchanged. */
    OPEN,
    /** Records become relative (draft-miao-rtgwg-hpccplus §9.1): see {@code IntBorder}. */
    RELATIVE
  }

  /** Unit of a timestamp. */
  public enum TimestampUnit {
    /** Nanoseconds; read modulo 2^48, 78 hours. */
    NANOSECONDS,
    /** Microseconds; read modulo 2^40, 12.7 days. */
    MICROSECONDS,
    /** Units of 2^-32 s; read modulo 2^52, 12.1 days. */
    FRACTIONS;

    private static final long PS_PER_NS = 1000;
    private static final long PS_PER_US = 1_000_000;
    private static final long PS_PER_S = 1_000_000_000_000L;
    /** Factor 5^12: 10^12 / 2^32 is 5^12 / 2^20, which keeps products within a long. */
    private static final long FIVE_TO_THE_12 = 244_140_625;
    private static final int FRACTION_BITS = 32;

    /** Timestamp of an instant in picoseconds, rounded down at most. */
    long fromPs(long ps) {
      return switch (this) {
        case NANOSECONDS -> ps / PS_PER_NS;
        case MICROSECONDS -> ps / PS_PER_US;
        case FRACTIONS -> ps / PS_PER_S << FRACTION_BITS | (ps % PS_PER_S << 20) / FIVE_TO_THE_12;
      };
    }

    /** Instant of a timestamp, in picoseconds modulo {@link #modulusPs}. */
    long toPs(long timestamp) {
      return switch (this) {
        case NANOSECONDS -> (timestamp & (1L << 48) - 1) * PS_PER_NS;
        case MICROSECONDS -> (timestamp & (1L << 40) - 1) * PS_PER_US;
        case FRACTIONS -> (timestamp >>> FRACTION_BITS & (1L << 20) - 1) * PS_PER_S
            + ((timestamp & (1L << FRACTION_BITS) - 1) * FIVE_TO_THE_12 >>> 20);
      };
    }

    /** Modulus within which picoseconds in a long distinguish instants. */
    long modulusPs() {
      return switch (this) {
        case NANOSECONDS -> (1L << 48) * PS_PER_NS;
        case MICROSECONDS -> (1L << 40) * PS_PER_US;
        case FRACTIONS -> (1L << 20) * PS_PER_S;
      };
    }
  }

  /** Checks the ranges. */
  public IntFormat {
    BehindUdp.checkPort(udpPort);
    Check.check("instruction bitmap", instructions, 0, 0xFFFF);
    Check.check("remaining hops", remainingHops, 1, 255);
    Check.check("queue unit in bytes", queueUnitBytes, 1, Integer.MAX_VALUE);
    Check.check("utilization scale", utilizationScale, 1, Integer.MAX_VALUE);
    Check.check("interval in ps", intervalPs, 0, Long.MAX_VALUE);
    if (border == Border.RELATIVE && instructions != RATIOS_ONLY) {
      throw new IllegalArgumentException("instruction bitmap 0x" + Integer.toHexString(instructions)
          + " has fields that a border cannot make relative; use instructions=0x" + Integer.toHexString(RATIOS_ONLY));
    }
    if (!IntReader.isMeasurable(instructions)) {
      throw new IllegalArgumentException("instruction bitmap 0x" + Integer.toHexString(instructions)
          + " lacks node, interfaces, queue or hop latency, and utilization: the bits of 0xd100 or 0xe100");
    }
  }

  /** Creates a format with unchanged records at the border. */
  public IntFormat(int udpPort, int instructions, int remainingHops, TimestampUnit timestampUnit, int queueUnitBytes,
      int utilizationScale, long intervalPs) {
    this(udpPort, instructions, remainingHops, timestampUnit, queueUnitBytes, utilizationScale, intervalPs, Border.OPEN);
  }

  @Override
  public boolean hidesNetwork() {
    return border == Border.RELATIVE;
  }

  @Override
  public String name() {
    return "int";
  }

  @Override
  public int reflectionCode() {
    return 3;
  }

  @Override
  public int maxHops() {
    return Math.min(remainingHops, (IntHeader.MAX_WORDS - IntHeader.FIXED_WORDS) / IntHeader.words(instructions));
  }

  @Override
  public int sizeBytes(int hops) {
    return IntHeader.BYTES + 4 * IntHeader.words(instructions) * hops;
  }

  /** Null at a relative border, where headers carry ratios only. */
  @Override
  public @Nullable IntFormat bySojourn() {
    return border == Border.RELATIVE
        ? null
        : new IntFormat(udpPort, instructions & ~IntHeader.QUEUE | IntHeader.HOP_LATENCY, remainingHops, timestampUnit,
            queueUnitBytes, utilizationScale, intervalPs);
  }

  @Override
  public TelemetryCodec in(NetworkFacts network) {
    return new IntCodec(this, network);
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    BigEndian.set32(bytes, offset,
        IntHeader.TYPE_MD << 28 | IntHeader.NPT_UDP_PAYLOAD << 26 | IntHeader.FIXED_WORDS << 16 | ROCE_V2_PORT);
    IntHeader.first(bytes, offset, IntHeader.VERSION << 28 | IntHeader.words(instructions) << 8 | remainingHops);
    BigEndian.set64(bytes, offset + 8, (long) instructions << 48);
    return IntHeader.BYTES;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    if (available < IntHeader.SHIM_BYTES) {
      return -1;
    }
    int shim = IntHeader.shim(bytes, offset);
    if (Int1Header.is(shim)) {
      return 4 * Math.max(Int1Header.lengthWords(shim), 1);
    }
    boolean known = IntHeader.type(shim) >= IntHeader.TYPE_MD && IntHeader.type(shim) <= IntHeader.TYPE_MX;
    return known ? IntHeader.bytes(bytes, offset) : -1;
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    int shim = IntHeader.shim(bytes, offset);
    boolean keepsPort = !Int1Header.is(shim) && IntHeader.nextProtocolType(shim) == IntHeader.NPT_UDP_PAYLOAD;
    return keepsPort ? shim & 0xFFFF : -1;
  }

  /** Bytes of a shim without a header: of the type that intermediate nodes ignore, with the original port. */
  @Override
  public int blankBytes() {
    return IntHeader.SHIM_BYTES;
  }

  @Override
  public void writeBlank(byte[] bytes, int offset) {
    BigEndian.set32(bytes, offset, IntHeader.TYPE_DESTINATION << 28 | IntHeader.NPT_UDP_PAYLOAD << 26 | ROCE_V2_PORT);
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    boolean version1 = length >= Int1Header.SHIM_BYTES && Int1Header.is(IntHeader.shim(bytes, offset));
    return version1
        ? new Int1Description(this, bytes, offset, length).describe()
        : new IntDescription(this, bytes, offset, length).describe();
  }

  private static final class IntCodec extends NetworkCodec<IntFormat> {
    private final NetworkFacts network;

    IntCodec(IntFormat format, NetworkFacts network) {
      super(format);
      this.network = network;
    }

    @Override
    public Stamper stamper(EgressLink link) {
      var stamper = new IntStamper(link, format, format.intervalPs > 0 ? format.intervalPs : network.baseRttPs());
      return link.leaves() && format.hidesNetwork() ? new IntBorder(stamper, format.queueUnitBytes, network) : stamper;
    }

    @Override
    public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
      return IntReader.read(bytes, offset, length, into, format, network);
    }
  }
}
