package dev.inflight.telemetry.format.hpcc;

import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.RateCodes;
import java.util.List;

/**
 * 64-bit record of one hop, which SIGCOMM'19 Figure 7 and draft-miao-rtgwg-hpccplus-00 Figure 4 share, big-endian.
 *
 * <pre>
 *  63    60                      36                   16                0
 * +-------+-----------------------+--------------------+----------------+
 * | B (4) |        TS (24)        |    txBytes (20)    |   qLen (16)    |
 * +-------+-----------------------+--------------------+----------------+
 * </pre>
 *
 * B: code of the rate, the IFA draft's enumeration with 800G, 1600G and 1G added as private codes. TS: nanoseconds modulo 2^24. txBytes:
 * units of 128 bytes modulo 2^20. qLen: units of 80 bytes, saturating.
 */
public final class NativeRecord {
  static final int BYTES = 8;
  public static final RateCodes RATES = new RateCodes(10, 25, 40, 50, 100, 200, 400, 800, 1600, 1);

  private static final int TIME_BITS = 24;
  private static final int SENT_BITS = 20;
  private static final int QUEUE_BITS = 16;
  private static final long SENT_UNIT_BYTES = 128;
  private static final int SENT_UNIT_SHIFT = 7;
  private static final long QUEUE_UNIT_BYTES = 80;
  private static final long PS_PER_NS = 1000;

  private NativeRecord() {
  }

  /** Code of a rate at its position in the record. */
  static long rateBits(String format, long rateBitsPerSec) {
    return (long) RATES.require(format, rateBitsPerSec) << 60;
  }

  static void clear(Hops into) {
    into.clear((1L << TIME_BITS) * PS_PER_NS, (1L << SENT_BITS) * SENT_UNIT_BYTES);
  }

  static void read(byte[] bytes, int at, Hops into) {
    long word = BigEndian.get64(bytes, at);
    into.add(timePs(word), sentBytes(word), queueBytes(word), rate(word));
  }

  private static long rate(long word) {
    return RATES.rate((int) (word >>> 60));
  }

  private static long timePs(long word) {
    return (word >>> QUEUE_BITS + SENT_BITS & (1L << TIME_BITS) - 1) * PS_PER_NS;
  }

  private static long sentBytes(long word) {
    return (word >>> QUEUE_BITS & (1L << SENT_BITS) - 1) * SENT_UNIT_BYTES;
  }

  private static long queueBytes(long word) {
    return (word & 0xFFFF) * QUEUE_UNIT_BYTES;
  }

  static void write(byte[] bytes, int at, long rateBits, PortSnapshot snapshot) {
    long time = snapshot.nowPs / PS_PER_NS & (1L << TIME_BITS) - 1;
    long sent = snapshot.sentBytes >>> SENT_UNIT_SHIFT & (1L << SENT_BITS) - 1;
    long queue = Math.min(snapshot.queueBytes / QUEUE_UNIT_BYTES, (1L << QUEUE_BITS) - 1);
    BigEndian.set64(bytes, at, rateBits | time << QUEUE_BITS + SENT_BITS | sent << QUEUE_BITS | queue);
  }

  static List<Field> describe(byte[] bytes, int at) {
    long word = BigEndian.get64(bytes, at);
    return List.of(new Field("rateCode", word >>> 60), new Field("rateBitsPerSec", rate(word)),
        new Field("timeNs", timePs(word) / PS_PER_NS), new Field("txBytes", sentBytes(word)),
        new Field("queueBytes", queueBytes(word)));
  }
}
