package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * IOAM's pre-allocated trace in an IPv6 hop-by-hop header (RFC 9197 §4.4, RFC 9486), with the fields of
 * draft-miao-ccwg-hpcc-info-04 §2.2. The sender reserves space, which each switch fills from the end, so the packet keeps its size: 120 bytes for five
 * hops, the whole extension header. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+---------------+
 * |  Next Header  |  Hdr Ext Len  |    PadN (1)   |       0       |
 * +---------------+---------------+---------------+---------------+
 * |  Option Type  | Opt Data Len  |   Reserved    | IOAM Type (0) |
 * +---------------+---------------+---------+-+-+-+-+-------------+
 * |         Namespace-ID          | NodeLen |O|L|A|0| RemainingLen|
 * +-------------------------------+---------+-----+-+-------------+
 * |               IOAM-Trace-Type                 |   Reserved    |
 * +-----------------------------------------------+---------------+
 * |                free space, RemainingLen words                 |
 * +---------------+-----------------------------------------------+
 * |    Hop_Lim    |                    node_id                    |
 * +---------------+---------------+-------------------------------+
 * |         ingress_if_id         |         egress_if_id          |
 * +-------------------------------+-------------------------------+
 * |                      timestamp fraction                       |
 * +---------------------------------------------------------------+
 * |                          queue depth                          |
 * +---------------------------------------------------------------+
 * |                           tx_bytes                            |
 * +---------------------------------------------------------------+
 * |                 the nodes before, newest first                |
 * +---------------------------------------------------------------+
 * |                      padding to 8 bytes                       |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * The draft's Figure 2 has queue depth before the time stamp; RFC 9197 has fields in the order of their bits, as here. The time stamp is
 * the egress instant, as the draft asks, and not that of reception. All ones: unavailable. No field carries the rate: endpoints look it up
 * by node_id and egress_if_id in the network's table, so a hop without these has rate 0.
 *
 * <p>A switch writes the fields of any trace type. It does not change a trace of another namespace, with a NodeLen that contradicts the
 * trace type, or with O set; it sets O if a trace has no room.
 *
 * @param optionType the IPv6 option's type, 2 to 255; 0x31 is assigned to IOAM data that changes en route
 * @param namespaceId the namespace, 0 to 65535. The fields have meanings of this network only, so the default is from the range for operators
 * @param traceType the fields that the sender requests, without the bit of the transmitted bytes
 * @param txBytesBit the bit of the trace type for transmitted bytes, which is not assigned: 12 to 21, or -1 for none; hops without these bytes, or without
 * another field of the figure, cannot be measured
 * @param hops nodes for which the sender reserves space; 0: as many as on the longest path
 * @param timestamps unit of the timestamp's fraction
 * @param queueUnitBytes unit of queue depth, 1 to 65536
 * @param txUnitBytes unit of transmitted bytes, 1 to 65536; their number is taken modulo 2^32
 */
public record IoamFormat(int optionType, int namespaceId, int traceType, int txBytesBit, int hops, IoamTimestampFormat timestamps,
    int queueUnitBytes, int txUnitBytes) implements IoamSettings {
  /** Default format: the draft's fields, in nanoseconds and bytes. */
  public static final IoamFormat DEFAULT = new IoamFormat(0x31, 0x8000, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 1, 1);

  /** Checks the ranges. */
  public IoamFormat {
    Check.check("option type", optionType, 2, 0xFF);
    IoamSettings.check(namespaceId, traceType, txBytesBit, queueUnitBytes, txUnitBytes);
    Check.check("hops", hops, 0, IoamOption.MOST_WORDS / IoamSettings.wordsPerHop(traceType, txBytesBit));
  }

  @Override
  public String name() {
    return "ioam";
  }

  @Override
  public HeaderPlacement placement() {
    return HeaderPlacement.HOP_BY_HOP;
  }

  @Override
  public int marker() {
    return optionType;
  }

  @Override
  public int reflectionCode() {
    return 5;
  }

  /** True for data of this namespace; data of another one are described without units. */
  @Override
  public boolean dependsOnParameters(DecodedHeader description) {
    return description.header().contains(new DecodedHeader.Field("namespaceId", (long) namespaceId));
  }

  @Override
  public int maxHops() {
    return hops > 0 ? hops : IoamOption.MOST_WORDS / words(1);
  }

  @Override
  public IoamFormat bySojourn() {
    return new IoamFormat(optionType, namespaceId, sojournType(), txBytesBit, hops, timestamps, queueUnitBytes, txUnitBytes);
  }

  @Override
  public TelemetryCodec in(NetworkFacts network) {
    return new PreAllocatedCodec(this, network);
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return IoamOption.headerBytes(bytes, offset, available);
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return bytes[offset] & 0xFF;
  }

  private static DecodeStatus outcome(int notFound) {
    return notFound == IoamOption.ABSENT ? DecodeStatus.UNSUPPORTED : DecodeStatus.MALFORMED;
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    int size = lengthBytes(bytes, offset, length);
    if (size < 0 || size > length) {
      return new DecodedHeader(name(), DecodeStatus.TRUNCATED, List.of(), List.of());
    }
    var fields = new ArrayList<Field>();
    fields.add(new Field("nextHeader", (long) (bytes[offset] & 0xFF)));
    fields.add(new Field("lengthBytes", (long) size));
    int trace = IoamOption.find(bytes, offset, offset + size, optionType, namespaceId);
    if (trace == IoamOption.ABSENT) {
      trace = IoamOption.find(bytes, offset, offset + size, optionType, IoamOption.ANY_NAMESPACE);
    }
    if (trace < 0) {
      return new DecodedHeader(name(), outcome(trace), fields, List.of());
    }
    return new IoamDescriber(List.of(this)).describe(name(), fields, IoamDescriber.PRE_ALLOCATED, bytes, trace,
        IoamOption.end(bytes, trace));
  }

  private static final class PreAllocatedCodec extends IoamCodec<IoamFormat> {
    private final int words;
    private final long prefix;

    PreAllocatedCodec(IoamFormat format, NetworkFacts network) {
      super(format, network);
      words = format.words(hops);
      prefix = IoamOption.prefix(format.optionType, words);
    }

    @Override
    public int sizeBytes(int hopsWritten) {
      return IoamOption.sizeBytes(words);
    }

    @Override
    public int begin(byte[] bytes, int offset, PathQuery question) {
      return IoamOption.begin(bytes, offset, prefix, emptyTrace);
    }

    @Override
    public boolean isEmpty(byte[] bytes, int offset, int length) {
      return BigEndian.get64(bytes, offset + IoamOption.TRACE) == emptyTrace;
    }

    @Override
    public Stamper stamper(EgressLink link) {
      return new IoamStamper(format, link, words);
    }

    @Override
    public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
      into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
      int size = format.lengthBytes(bytes, offset, length);
      if (size < 0 || size > length) {
        return DecodeStatus.TRUNCATED;
      }
      int trace = IoamOption.find(bytes, offset, offset + size, format.optionType, format.namespaceId);
      if (trace < 0) {
        return outcome(trace);
      }
      long header = BigEndian.get64(bytes, trace);
      return IoamNodes.read(format, links, bytes, header, IoamOption.firstNode(trace, header), IoamOption.end(bytes, trace),
          into);
    }
  }
}
