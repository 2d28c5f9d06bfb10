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
 * HPCC's own header, between UDP and BTH (SIGCOMM'19 Figure 7, §4.1). A header of two bytes, then one 64-bit record per hop, pushed by each switch, so
 * that the packet grows by 8 bytes per hop: 42 bytes after five hops. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------------------+
 * | nHop  |        pathID         |
 * +-------+-----------------------+-----------------------+-------+
 * |   B   |                      TS                       |txBytes|
 * +-------+-----------------------+-----------------------+-------+
 * |        txBytes (lower)        |             qLen              |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * B: code of the rate, the IFA draft's enumeration with 800G, 1600G and 1G added as private codes. TS: nanoseconds modulo 2^24. txBytes:
 * units of 128 bytes modulo 2^20. qLen: units of 80 bytes, saturating. A full header (nHop = 15, or no room left in the packet's buffer)
 * gets no record, but pathID still changes.
 *
 * @param udpPort the UDP destination port that marks the header; the original one is 4791 (RoCEv2)
 */
public record NativeFormat(int udpPort) implements BehindUdp {
  /** Default format, behind UDP port 64791, which is not assigned. */
  public static final NativeFormat DEFAULT = new NativeFormat(64791);

  private static final int MAX_HOPS = 15;
  private static final int HEADER_BYTES = 2;

  /** Checks the port. */
  public NativeFormat {
    BehindUdp.checkPort(udpPort);
  }

  @Override
  public String name() {
    return "native";
  }

  @Override
  public int reflectionCode() {
    return 1;
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
    return HEADER_BYTES + NativeRecord.BYTES * hops;
  }

  @Override
  public RateCodes rates() {
    return NativeRecord.RATES;
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    BigEndian.set16(bytes, offset, 0);
    return HEADER_BYTES;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new NativeStamper(link.node() & 0xFFF, NativeRecord.rateBits(name(), link.rateBitsPerSec()));
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    NativeRecord.clear(into);
    if (length < HEADER_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int header = BigEndian.get16(bytes, offset);
    int hops = header >>> 12;
    if (length < sizeBytes(hops)) {
      return DecodeStatus.TRUNCATED;
    }
    into.pathId(header & 0xFFF);
    into.cutOff(hops == MAX_HOPS);
    for (int hop = 0; hop < hops; hop++) {
      NativeRecord.read(bytes, offset + HEADER_BYTES + NativeRecord.BYTES * hop, into);
    }
    return DecodeStatus.READ;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return available < HEADER_BYTES ? -1 : sizeBytes(BigEndian.get16(bytes, offset) >>> 12);
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    if (length < HEADER_BYTES) {
      return new DecodedHeader(name(), DecodeStatus.TRUNCATED, List.of(), List.of());
    }
    int header = BigEndian.get16(bytes, offset);
    int hops = header >>> 12;
    var fields = List.of(new Field("nHop", (long) hops), new Field("pathId", (long) (header & 0xFFF)));
    var records = new ArrayList<List<Field>>();
    int at = HEADER_BYTES;
    while (records.size() < hops && at + NativeRecord.BYTES <= length) {
      records.add(NativeRecord.describe(bytes, offset + at));
      at += NativeRecord.BYTES;
    }
    return new DecodedHeader(name(), records.size() < hops ? DecodeStatus.TRUNCATED : DecodeStatus.READ, fields, records);
  }

  private record NativeStamper(int switchId, long rateBits) implements Stamper {
    @Override
    public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
      if (length < HEADER_BYTES) {
        return 0;
      }
      int header = BigEndian.get16(bytes, offset);
      int hops = header >>> 12;
      int at = offset + HEADER_BYTES + NativeRecord.BYTES * hops;
      if (at != offset + length) {
        return 0; // announces more or less than the bytes contain
      }
      int path = (header ^ switchId) & 0xFFF;
      if (hops == MAX_HOPS || at + NativeRecord.BYTES > limit) {
        BigEndian.set16(bytes, offset, hops << 12 | path);
        return 0;
      }
      NativeRecord.write(bytes, at, rateBits, snapshot);
      BigEndian.set16(bytes, offset, hops + 1 << 12 | path);
      return NativeRecord.BYTES;
    }
  }
}
