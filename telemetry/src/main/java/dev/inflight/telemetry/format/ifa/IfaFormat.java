package dev.inflight.telemetry.format.ifa;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.RateCodes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * IFA 2.0 (draft-kumar-ippm-ifa) with the metadata of draft-miao-ccwg-hpcc-info-04 §2.1, Figure 1. The IFA header precedes UDP, and the rest follows UDP;
 * in an array of bytes the two are contiguous. A switch inserts its block after the metadata header, so that the packet grows by 32 bytes per hop and the
 * last hop comes first: 168 bytes after five hops. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+---------------+-----+-+-+-+-+-+---------------+
 * |  Ver  |  GNS  |    NextHdr    |Rsvd |M|T|I|T|C|  Max Length   |
 * |       |       |               |     |F|S| |A| |    (words)    |
 * +-------+-------+---------------+-----+-+-+-+-+-+---------------+
 * |                (in a frame, UDP is here)                      |
 * +---------------+---------------+---------------+---------------+
 * |Request Vector | Action Vector |   Hop Limit   |Current Length |
 * +-------+-------+---------------+---------------+---------------+
 * |  lns  |               deviceID                | IP hop limit  |
 * +-------+---+-----------+-------+---------------+---------------+
 * | Speed | 0 |   queue   |           rxTimestampSec              |
 * +-------+---+-----------+-------+-------------------------------+
 * |          egressPort           |          ingressPort          |
 * +-------------------------------+-------------------------------+
 * |                        rxTimeStampNs                          |
 * +---------------------------------------------------------------+
 * |                        residenceTime                          |
 * +---------------------------------------------------------------+
 * |                           txBytes                             |
 * +-------------------------------+-------------------------------+
 * |             rsvd              |         Queue Length          |
 * +-------------------------------+-------------------------------+
 * |                             rsvd                              |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Max Length and Current Length: words of the stack. Speed: the draft's codes, 10G = 0 to 400G = 6. The time at which a packet left is its
 * rx time plus the residence time, in nanoseconds modulo 2^20 s. txBytes wraps at 2^32 units; Queue Length saturates. The draft's figure
 * leaves the fields of IP hop limit and queue reserved; devices write them as shown, and readers do not need them. A device that finds Hop
 * Limit 0 (255: no limit), or no room in the stack or the packet, adds nothing and leaves no mark; a report with no room for a further hop
 * counts as incomplete.
 *
 * <p>Readers skip a checksum header (C). One part of metadata that are spread over packets (MF) is not a report, and a stack behind the
 * payload (TS) cannot be read. Switches extend none of these three: a node that can neither update a checksum nor find the packet's end
 * must not change the packet.
 *
 * @param protocol the IP protocol that marks the header; 253 is for experiments
 * @param version the version that is written and measured: 2, or 3 as some devices use; decode accepts both
 * @param gns the global name space, 15 for none; headers of other name spaces are neither read nor extended
 * @param lns the local name space that marks blocks of this layout, 0 to 15
 * @param maxLengthWords the longest stack that a sender allows, in words, 8 to 255
 * @param hopLimit hops that may add to a sender's header, 1 to 255; 255 for no limit
 * @param queueUnitBytes the unit of Queue Length, above 0
 * @param txUnitBytes the unit of txBytes, above 0
 * @param sojourn whether the endpoint uses residenceTime instead of Queue Length; switches write both
 */
public record IfaFormat(int protocol, int version, int gns, int lns, int maxLengthWords, int hopLimit, int queueUnitBytes,
    int txUnitBytes, boolean sojourn) implements TelemetryFormat {
  /**
   * Default format: version 2 behind IP protocol 253, without a global name space and with the longest stack; queues in cells
   * of 80 bytes, txBytes in bytes.
   */
  public static final IfaFormat DEFAULT = new IfaFormat(253, 2, 15, 0, 255, 255, 80, 1, false);

  private static final int UDP = 17;

  /** Checks the ranges. */
  public IfaFormat {
    Check.checkIpProtocol(protocol);
    Check.check("version", version, 0, 15);
    Check.check("global name space", gns, 0, 15);
    Check.check("local name space", lns, 0, 15);
    Check.check("max length in words", maxLengthWords, IfaBlock.WORDS, 255);
    Check.check("hop limit", hopLimit, 1, 255);
    Check.check("queue unit in bytes", queueUnitBytes, 1, Integer.MAX_VALUE);
    Check.check("tx unit in bytes", txUnitBytes, 1, Integer.MAX_VALUE);
  }

  @Override
  public String name() {
    return "ifa";
  }

  @Override
  public HeaderPlacement placement() {
    return HeaderPlacement.AROUND_UDP;
  }

  @Override
  public int marker() {
    return protocol;
  }

  @Override
  public int reflectionCode() {
    return 4;
  }

  @Override
  public int maxHops() {
    int fitting = maxLengthWords / IfaBlock.WORDS;
    return hopLimit == IfaHeader.NO_HOP_LIMIT ? fitting : Math.min(hopLimit, fitting);
  }

  @Override
  public int sizeBytes(int hops) {
    return IfaHeader.LEAST_BYTES + IfaBlock.BYTES * hops;
  }

  @Override
  public RateCodes rates() {
    return IfaBlock.RATES;
  }

  @Override
  public IfaFormat bySojourn() {
    return new IfaFormat(protocol, version, gns, lns, maxLengthWords, hopLimit, queueUnitBytes, txUnitBytes, true);
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    BigEndian.set32(bytes, offset, version << 28 | gns << 24 | UDP << 16 | IfaHeader.INBAND | maxLengthWords);
    BigEndian.set32(bytes, offset + 4, IfaHeader.REQUEST_ALL | hopLimit << 8);
    return IfaHeader.LEAST_BYTES;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new IfaStamper(this, IfaBlock.Writer.of(link, this));
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(IfaBlock.TIME_MODULUS_PS, (1L << 32) * txUnitBytes);
    DecodeStatus outcome = IfaHeader.check(bytes, offset, length, this);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    int header = IfaHeader.first(bytes, offset);
    int stack = offset + IfaHeader.bytes(header);
    int metadata = BigEndian.get32(bytes, stack - 4);
    for (int at = stack + 4 * IfaHeader.currentWords(metadata) - IfaBlock.BYTES; at >= stack; at -= IfaBlock.BYTES) {
      if (IfaBlock.lns(bytes, at) != lns) {
        into.clear(IfaBlock.TIME_MODULUS_PS, (1L << 32) * txUnitBytes);
        return DecodeStatus.UNSUPPORTED;
      }
      IfaBlock.read(bytes, at, into, this);
    }
    into.cutOff(!IfaHeader.takesAnother(header, metadata));
    return DecodeStatus.READ;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    if (available < IfaHeader.FIRST_BYTES) {
      return -1;
    }
    int header = IfaHeader.first(bytes, offset);
    int inFront = IfaHeader.bytes(header);
    if (!IfaHeader.isLaidOutSo(IfaHeader.version(header), this) || (header & IfaHeader.TAIL_STAMP) != 0 || available < inFront) {
      return -1;
    }
    return inFront + 4 * IfaHeader.currentWords(BigEndian.get32(bytes, offset + inFront - 4));
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return IfaHeader.first(bytes, offset) >>> 16 & 0xFF;
  }

  /** Bytes of both headers with a length and a hop limit of 0, to which no switch may add. */
  @Override
  public int blankBytes() {
    return IfaHeader.LEAST_BYTES;
  }

  @Override
  public void writeBlank(byte[] bytes, int offset) {
    BigEndian.set32(bytes, offset, version << 28 | gns << 24 | UDP << 16 | IfaHeader.INBAND);
    BigEndian.set32(bytes, offset + 4, 0);
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    DecodeStatus outcome = IfaHeader.checkAnyVersion(bytes, offset, length, this);
    var fields = new ArrayList<Field>();
    var hops = new ArrayList<List<Field>>();
    IfaHeader.describe(bytes, offset, length, this, fields);
    int size = lengthBytes(bytes, offset, length);
    if (size > 0) {
      int at = IfaHeader.bytes(IfaHeader.first(bytes, offset));
      int end = Math.min(length, size);
      boolean known = outcome == DecodeStatus.READ || outcome == DecodeStatus.TRUNCATED;
      while (known && at + IfaBlock.BYTES <= end) {
        known = IfaBlock.lns(bytes, offset + at) == lns; // the end of a block of another layout is unknown
        if (known) {
          hops.addFirst(IfaBlock.describe(bytes, offset + at, this));
          at += IfaBlock.BYTES;
        }
      }
      if (!known && at < end) {
        fields.add(new Field("stack", HexFormat.of().formatHex(bytes, offset + at, offset + end)));
        outcome = outcome == DecodeStatus.READ ? DecodeStatus.UNSUPPORTED : outcome;
      }
    }
    return new DecodedHeader(name(), outcome, fields, hops);
  }

  private record IfaStamper(IfaFormat format, IfaBlock.Writer writer) implements Stamper {
    @Override
    public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
      if (IfaHeader.check(bytes, offset, length, format) != DecodeStatus.READ) {
        return 0;
      }
      int header = IfaHeader.first(bytes, offset);
      int metadata = BigEndian.get32(bytes, offset + 4);
      boolean whole = (header & IfaHeader.CHECKSUM) == 0
          && length == IfaHeader.LEAST_BYTES + 4 * IfaHeader.currentWords(metadata);
      if (!whole || !IfaHeader.takesAnother(header, metadata) || offset + length + IfaBlock.BYTES > limit) {
        return 0;
      }
      int stack = offset + IfaHeader.LEAST_BYTES;
      System.arraycopy(bytes, stack, bytes, stack + IfaBlock.BYTES, length - IfaHeader.LEAST_BYTES);
      writer.write(bytes, stack, snapshot);
      int hopsLess = IfaHeader.hopLimit(metadata) == IfaHeader.NO_HOP_LIMIT ? 0 : 1 << 8;
      BigEndian.set32(bytes, offset + 4, metadata - hopsLess + IfaBlock.WORDS);
      return IfaBlock.BYTES;
    }
  }
}
