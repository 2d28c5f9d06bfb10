package dev.inflight.telemetry.format.hpcc;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.RateCodes;
import java.util.ArrayList;
import java.util.List;

/**
 * The header of draft-miao-rtgwg-hpccplus-00 Figure 4, between UDP and its payload: HPCC's own header in whole words. It has four bytes, one 64-bit record
 * per hop in path order, and a final word. Each switch inserts its record before the final word, so that the packet grows by 8 bytes per hop: 48 bytes
 * after five hops. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------------------+-------------------------------+
 * | nHop  |        pathID         |            Padding            |
 * +-------+-----------------------+-----------------------+-------+
 * | Speed |                   Timestamp                   |txBytes|
 * +-------+-----------------------+-----------------------+-------+
 * |        txBytes (lower)        |         Queue Length          |
 * +-------------------------------+---------------+---------------+
 * |                    Options                    |    Padding    |
 * +-----------------------------------------------+---------------+
 * </pre>
 *
 * The draft gives no units and no codes of Speed; this format uses those of {@link NativeFormat}, which also has the record. Options have
 * no meaning yet: senders write 0 and switches keep them. A full header (nHop = 15, or no room left in the packet's buffer) gets no record,
 * but pathID still changes.
 *
 * @param udpPort the UDP destination port that marks the header; the original one is 4791 (RoCEv2)
 */
public record DraftFormat(int udpPort) implements BehindUdp {
  /** Default format, behind UDP port 64792, which is not assigned. */
  public static final DraftFormat DEFAULT = new DraftFormat(64792);

  private static final int MAX_HOPS = 15;
  private static final int HEADER_BYTES = 4;
  private static final int OPTIONS_BYTES = 4;

  /** Checks the port. */
  public DraftFormat {
    BehindUdp.checkPort(udpPort);
  }

  @Override
  public String name() {
    return "draft";
  }

  @Override
  public int reflectionCode() {
    return 2;
  }

  @Override
  public boolean dependsOnParameters(DecodedHeader description) {
    return false;
  }

  @Override
  public int maxHops() {
    return MAX_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return HEADER_BYTES + NativeRecord.BYTES * hops + OPTIONS_BYTES;
  }

  @Override
  public RateCodes rates() {
    return NativeRecord.RATES;
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    BigEndian.set64(bytes, offset, 0);
    return HEADER_BYTES + OPTIONS_BYTES;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new DraftStamper((link.node() & 0xFFF) << 16, NativeRecord.rateBits(name(), link.rateBitsPerSec()));
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    NativeRecord.clear(into);
    if (length < HEADER_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int header = BigEndian.get32(bytes, offset);
    int hops = header >>> 28;
    if (length < sizeBytes(hops)) {
      return DecodeStatus.TRUNCATED;
    }
    into.pathId(pathId(header));
    into.cutOff(hops == MAX_HOPS);
    int end = offset + HEADER_BYTES + NativeRecord.BYTES * hops;
    for (int at = offset + HEADER_BYTES; at < end; at += NativeRecord.BYTES) {
      NativeRecord.read(bytes, at, into);
    }
    return DecodeStatus.READ;
  }

  private static int pathId(int header) {
    return header >>> 16 & 0xFFF;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return available < HEADER_BYTES ? -1 : sizeBytes(BigEndian.get32(bytes, offset) >>> 28);
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    var fields = new ArrayList<Field>();
    var records = new ArrayList<List<Field>>();
    int needed = Math.max(lengthBytes(bytes, offset, length), HEADER_BYTES + OPTIONS_BYTES);
    if (length >= HEADER_BYTES) {
      int header = BigEndian.get32(bytes, offset);
      fields.add(new Field("nHop", (long) (header >>> 28)));
      fields.add(new Field("pathId", (long) pathId(header)));
      fields.add(new Field("padding", (long) (header & 0xFFFF)));
      int end = Math.min(length, needed - OPTIONS_BYTES);
      for (int at = HEADER_BYTES; at + NativeRecord.BYTES <= end; at += NativeRecord.BYTES) {
        records.add(NativeRecord.describe(bytes, offset + at));
      }
    }
    if (length >= needed) {
      int last = BigEndian.get32(bytes, offset + needed - OPTIONS_BYTES);
      fields.add(new Field("options", (long) (last >>> 8)));
      fields.add(new Field("optionsPadding", (long) (last & 0xFF)));
    }
    return new DecodedHeader(name(), length < needed ? DecodeStatus.TRUNCATED : DecodeStatus.READ, fields, records);
  }

  private record DraftStamper(int pathBits, long rateBits) implements Stamper {
    private static final int ONE_HOP = 1 << 28;

    @Override
    public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
      if (length < HEADER_BYTES) {
        return 0;
      }
      int header = BigEndian.get32(bytes, offset);
      int hops = header >>> 28;
      int options = offset + HEADER_BYTES + NativeRecord.BYTES * hops;
      int end = options + OPTIONS_BYTES;
      if (end != offset + length) {
        return 0; // announces more or less than the bytes contain
      }
      if (hops == MAX_HOPS || end + NativeRecord.BYTES > limit) {
        BigEndian.set32(bytes, offset, header ^ pathBits);
        return 0;
      }
      BigEndian.set32(bytes, options + NativeRecord.BYTES, BigEndian.get32(bytes, options));
      NativeRecord.write(bytes, options, rateBits, snapshot);
      BigEndian.set32(bytes, offset, (header ^ pathBits) + ONE_HOP);
      return NativeRecord.BYTES;
    }
  }
}
