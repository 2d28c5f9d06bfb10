package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * IOAM's incremental trace (RFC 9197 §4.4), into which each switch inserts its node data, newest first, so that the packet grows by 20 bytes per hop: 112
 * bytes after five hops. RemainingLen counts down the words that may still be added. Fields and rules are those of ioam. An IPv6 header cannot grow and
 * IPv4 has no such option, so the trace follows UDP. No document specifies this; here a shim of four bytes precedes the trace, as in INT. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * | IOAM Type (1) |    Length     |   original destination port   |
 * +---------------+---------------+---------+-+-+-+-+-------------+
 * |         Namespace-ID          | NodeLen |O|L|A|0| RemainingLen|
 * +-------------------------------+---------+-----+-+-------------+
 * |               IOAM-Trace-Type                 |   Reserved    |
 * +-----------------------------------------------+---------------+
 * |                node data, the last switch first               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Length: of the bytes behind the shim, in words. The original port: 4791 (RoCEv2).
 *
 * @param udpPort the UDP destination port that marks the shim
 * @param namespaceId the namespace, 0 to 65535
 * @param traceType the fields that the sender requests, without the bit of the transmitted bytes
 * @param txBytesBit the bit of the trace type for transmitted bytes: 12 to 21, or -1 for none
 * @param hops nodes that may write; 0: as many as on the longest path
 * @param timestamps unit of the timestamp's fraction
 * @param queueUnitBytes unit of queue depth, 1 to 65536
 * @param txUnitBytes unit of transmitted bytes, 1 to 65536; their number is taken modulo 2^32
 */
public record IoamIncrementalFormat(int udpPort, int namespaceId, int traceType, int txBytesBit, int hops,
    IoamTimestampFormat timestamps, int queueUnitBytes, int txUnitBytes) implements BehindUdp, IoamSettings {
  /** Default format, behind UDP port 64793, which is not assigned, with the fields of {@link IoamFormat#DEFAULT}. */
  public static final IoamIncrementalFormat DEFAULT = new IoamIncrementalFormat(64793, 0x8000, 0xD20000, 12, 0,
      IoamTimestampFormat.PTP, 1, 1);

  private static final int SHIM_BYTES = 4;
  private static final int DATA = SHIM_BYTES + IoamTrace.HEADER_BYTES;
  private static final int HEADER_WORDS = IoamTrace.HEADER_BYTES / IoamTrace.WORD_BYTES;
  private static final int INCREMENTAL = IoamDescriber.INCREMENTAL;
  private static final int MOST_WORDS = 0xFF;

  /** Checks the ranges. */
  public IoamIncrementalFormat {
    BehindUdp.checkPort(udpPort);
    IoamSettings.check(namespaceId, traceType, txBytesBit, queueUnitBytes, txUnitBytes);
    Check.check("hops", hops, 0, IoamTrace.MOST_REMAINING_WORDS / IoamSettings.wordsPerHop(traceType, txBytesBit));
  }

  @Override
  public String name() {
    return "ioam-incremental";
  }

  @Override
  public int reflectionCode() {
    return 6;
  }

  /** True for data of this namespace; data of another one are described without units. */
  @Override
  public boolean dependsOnParameters(DecodedHeader description) {
    return description.header().contains(new DecodedHeader.Field("namespaceId", (long) namespaceId));
  }

  @Override
  public int maxHops() {
    return hops > 0 ? hops : IoamTrace.MOST_REMAINING_WORDS / words(1);
  }

  @Override
  public int sizeBytes(int hopsWritten) {
    return DATA + IoamTrace.WORD_BYTES * words(hopsWritten);
  }

  @Override
  public IoamIncrementalFormat bySojourn() {
    return new IoamIncrementalFormat(udpPort, namespaceId, sojournType(), txBytesBit, hops, timestamps, queueUnitBytes,
        txUnitBytes);
  }

  @Override
  public TelemetryCodec in(NetworkFacts network) {
    return new IncrementalCodec(this, network);
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return available < 2 ? -1 : SHIM_BYTES + IoamTrace.WORD_BYTES * (bytes[offset + 1] & 0xFF);
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) & 0xFFFF;
  }

  private DecodeStatus checkShim(byte[] bytes, int offset, int length) {
    int size = lengthBytes(bytes, offset, length);
    if (size < 0 || size > length) {
      return DecodeStatus.TRUNCATED;
    }
    if (bytes[offset] != INCREMENTAL) {
      return DecodeStatus.UNSUPPORTED;
    }
    return size < DATA ? DecodeStatus.MALFORMED : DecodeStatus.READ;
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    int size = lengthBytes(bytes, offset, length);
    if (length < SHIM_BYTES || size > length) {
      return new DecodedHeader(name(), DecodeStatus.TRUNCATED, List.of(), List.of());
    }
    int ioamType = bytes[offset] & 0xFF;
    var fields = new ArrayList<Field>();
    fields.add(new Field("length", (long) (bytes[offset + 1] & 0xFF)));
    fields.add(new Field("originalDestinationPort", IoamNodes.word(bytes, offset) & 0xFFFF));
    if (ioamType != INCREMENTAL) {
      fields.add(new Field("ioamType", IoamDescriber.typeName(ioamType)));
    }
    return new IoamDescriber(List.of(this)).describe(name(), fields, ioamType, bytes, offset + SHIM_BYTES, offset + size);
  }

  private static final class IncrementalCodec extends IoamCodec<IoamIncrementalFormat> {
    IncrementalCodec(IoamIncrementalFormat format, NetworkFacts network) {
      super(format, network);
    }

    @Override
    public int begin(byte[] bytes, int offset, PathQuery question) {
      BigEndian.set32(bytes, offset, INCREMENTAL << 24 | HEADER_WORDS << 16 | ROCE_V2_PORT);
      BigEndian.set64(bytes, offset + SHIM_BYTES, emptyTrace);
      return DATA;
    }

    @Override
    public Stamper stamper(EgressLink link) {
      return new IncrementalStamper(new IoamNodeWriter(format, link));
    }

    @Override
    public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
      into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
      DecodeStatus shim = format.checkShim(bytes, offset, length);
      if (shim != DecodeStatus.READ) {
        return shim;
      }
      long header = BigEndian.get64(bytes, offset + SHIM_BYTES);
      int end = offset + format.lengthBytes(bytes, offset, length);
      return IoamNodes.read(format, links, bytes, header, offset + DATA, end, into);
    }
  }

  private record IncrementalStamper(IoamNodeWriter writer) implements Stamper {
    @Override
    public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
      if (length < DATA || bytes[offset] != INCREMENTAL) {
        return 0;
      }
      int lengthWords = bytes[offset + 1] & 0xFF;
      long header = BigEndian.get64(bytes, offset + SHIM_BYTES);
      int own = writer.words(header);
      if (own < 0 || SHIM_BYTES + IoamTrace.WORD_BYTES * lengthWords != length) {
        return 0;
      }
      int grown = IoamTrace.WORD_BYTES * own;
      if (IoamTrace.remainingWords(header) < own || offset + length + grown > limit || lengthWords + own > MOST_WORDS) {
        BigEndian.set64(bytes, offset + SHIM_BYTES, header | IoamTrace.OVERFLOW);
        return 0;
      }
      int data = offset + DATA;
      System.arraycopy(bytes, data, bytes, data + grown, length - DATA);
      writer.write(bytes, data, IoamTrace.type(header), snapshot);
      BigEndian.set64(bytes, offset + SHIM_BYTES, IoamTrace.less(header, own));
      bytes[offset + 1] = (byte) (lengthWords + own);
      return grown;
    }
  }
}
