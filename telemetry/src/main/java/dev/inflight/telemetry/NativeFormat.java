package dev.inflight.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * HPCC's own header, between UDP and BTH (SIGCOMM'19 Figure 7, §4.1). A header of two bytes, then one 64-bit record a hop, pushed
 * by each switch, so that the packet grows by 8 bytes a hop; 42 bytes after five hops. Big-endian.
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
 * B: code of the rate, the IFA draft's enumeration with 800G, 1600G and 1G added as private codes. TS: nanoseconds modulo 2^24.
 * txBytes: units of 128 bytes modulo 2^20. qLen: units of 80 bytes, saturating. A full header (nHop = 15, or no room left
 * in the packet's buffer) takes no record, but pathID still changes.
 */
public final class NativeFormat implements TelemetryFormat {
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final RateCodes RATES = new RateCodes(10, 25, 40, 50, 100, 200, 400, 800, 1600, 1);

  private static final int MAX_HOPS = 15;
  private static final int HEADER_BYTES = 2;
  private static final int RECORD_BYTES = 8;
  private static final int TIME_BITS = 24;
  private static final int SENT_BITS = 20;
  private static final int QUEUE_BITS = 16;
  private static final long SENT_UNIT_BYTES = 128;
  private static final int SENT_UNIT_SHIFT = 7;
  private static final long QUEUE_UNIT_BYTES = 80;
  private static final long PS_PER_NS = 1000;

  @Override
  public String name() {
    return "native";
  }

  @Override
  public int maxHops() {
    return MAX_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return HEADER_BYTES + RECORD_BYTES * hops;
  }

  @Override
  public boolean canExpress(long rateBitsPerSec) {
    return RATES.code(rateBitsPerSec) >= 0;
  }

  @Override
  public String expressibleRates() {
    return RATES.toString();
  }

  @Override
  public void begin(byte[] bytes, int offset) {
    SHORT.set(bytes, offset, (short) 0);
  }

  @Override
  public Stamper stamper(int switchId, long rateBitsPerSec) {
    return new NativeStamper(switchId, RATES.require(name(), rateBitsPerSec));
  }

  @Override
  public void read(byte[] bytes, int offset, Hops into) {
    into.clear((1L << TIME_BITS) * PS_PER_NS, (1L << SENT_BITS) * SENT_UNIT_BYTES);
    int header = (short) SHORT.get(bytes, offset);
    int hops = header >>> 12 & 0xF;
    into.pathId(header & 0xFFF);
    into.cutOff(hops == MAX_HOPS);
    for (int hop = 0; hop < hops; hop++) {
      long word = (long) LONG.get(bytes, offset + HEADER_BYTES + RECORD_BYTES * hop);
      into.add((word >>> QUEUE_BITS + SENT_BITS & (1L << TIME_BITS) - 1) * PS_PER_NS,
          (word >>> QUEUE_BITS & (1L << SENT_BITS) - 1) * SENT_UNIT_BYTES, (word & 0xFFFF) * QUEUE_UNIT_BYTES,
          RATES.rate((int) (word >>> 60)));
    }
  }

  private record NativeStamper(int switchId, long rateBits) implements Stamper {
    NativeStamper(int switchId, int rateCode) {
      this(switchId & 0xFFF, (long) rateCode << 60);
    }

    @Override
    public int stamp(byte[] bytes, int offset, long nowPs, long sentBytes, long queueBytes) {
      int header = (short) SHORT.get(bytes, offset);
      int hops = header >>> 12 & 0xF;
      int path = (header ^ switchId) & 0xFFF;
      int at = offset + HEADER_BYTES + RECORD_BYTES * hops;
      if (hops == MAX_HOPS || at + RECORD_BYTES > bytes.length) {
        SHORT.set(bytes, offset, (short) (hops << 12 | path));
        return 0;
      }
      long time = nowPs / PS_PER_NS & (1L << TIME_BITS) - 1;
      long sent = sentBytes >>> SENT_UNIT_SHIFT & (1L << SENT_BITS) - 1;
      long queue = Math.min(queueBytes / QUEUE_UNIT_BYTES, (1L << QUEUE_BITS) - 1);
      LONG.set(bytes, at, rateBits | time << QUEUE_BITS + SENT_BITS | sent << QUEUE_BITS | queue);
      SHORT.set(bytes, offset, (short) (hops + 1 << 12 | path));
      return RECORD_BYTES;
    }
  }
}
