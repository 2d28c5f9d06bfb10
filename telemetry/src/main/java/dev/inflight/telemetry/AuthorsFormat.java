package dev.inflight.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The header of the HPCC authors' simulator: five 64-bit records that the sender reserves (42 bytes, whatever the path), then a
 * 16-bit hop count; little-endian, no path identity. It is not Figure 7 of the paper.
 *
 * <pre>
 *  63                          47                              27                                   3   0
 * +-----------------------------+-------------------------------+-----------------------------------+-----+
 * |         qLen (17)           |         txBytes (20)          |             TS (24)               |B (3)|
 * +-----------------------------+-------------------------------+-----------------------------------+-----+
 * </pre>
 *
 * TS: nanoseconds modulo 2^24. txBytes: units of 128 bytes times the multiplier, modulo 2^20. qLen: units of 80 bytes times the
 * multiplier, modulo 2^17. A sixth hop overwrites the first; readers that see a count above five find the report cut off.
 */
public final class AuthorsFormat implements TelemetryFormat {
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final RateCodes RATES = new RateCodes(25, 50, 100, 200, 400);

  private static final int MAX_HOPS = 5;
  private static final int RECORD_BYTES = 8;
  private static final int COUNT_OFFSET = MAX_HOPS * RECORD_BYTES;
  private static final int SIZE_BYTES = COUNT_OFFSET + 2;
  private static final int TIME_SHIFT = 3;
  private static final int SENT_SHIFT = 27;
  private static final int QUEUE_SHIFT = 47;
  private static final long TIME_MASK = (1L << 24) - 1;
  private static final long SENT_MASK = (1L << 20) - 1;
  private static final long QUEUE_MASK = (1L << 17) - 1;
  private static final long PS_PER_NS = 1000;

  private final long sentUnitBytes;
  private final long queueUnitBytes;

  /** A format whose byte units are {@code multiplier} times 128 (sent) and 80 (queue); 1 to 65535. */
  public AuthorsFormat(int multiplier) {
    if (multiplier < 1 || multiplier > 0xFFFF) {
      throw new IllegalArgumentException("multiplier " + multiplier + " is outside 1..65535");
    }
    sentUnitBytes = 128L * multiplier;
    queueUnitBytes = 80L * multiplier;
  }

  @Override
  public String name() {
    return "authors";
  }

  @Override
  public int maxHops() {
    return MAX_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return SIZE_BYTES;
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
    SHORT.set(bytes, offset + COUNT_OFFSET, (short) 0);
  }

  @Override
  public Stamper stamper(int switchId, long rateBitsPerSec) {
    return new AuthorsStamper(RATES.require(name(), rateBitsPerSec), sentUnitBytes, queueUnitBytes);
  }

  @Override
  public void read(byte[] bytes, int offset, Hops into) {
    into.clear((TIME_MASK + 1) * PS_PER_NS, (SENT_MASK + 1) * sentUnitBytes);
    int hops = (short) SHORT.get(bytes, offset + COUNT_OFFSET) & 0xFFFF;
    into.cutOff(hops > MAX_HOPS);
    for (int hop = 0; hop < Math.min(hops, MAX_HOPS); hop++) {
      long word = (long) LONG.get(bytes, offset + RECORD_BYTES * hop);
      into.add((word >>> TIME_SHIFT & TIME_MASK) * PS_PER_NS, (word >>> SENT_SHIFT & SENT_MASK) * sentUnitBytes,
          (word >>> QUEUE_SHIFT) * queueUnitBytes, RATES.rate((int) word & 7));
    }
  }

  private record AuthorsStamper(int rateCode, long sentUnitBytes, long queueUnitBytes) implements Stamper {
    @Override
    public int stamp(byte[] bytes, int offset, long nowPs, long sentBytes, long queueBytes) {
      int hops = (short) SHORT.get(bytes, offset + COUNT_OFFSET) & 0xFFFF;
      long time = nowPs / PS_PER_NS & TIME_MASK;
      long sent = sentBytes / sentUnitBytes & SENT_MASK;
      long queue = queueBytes < queueUnitBytes ? 0 : queueBytes / queueUnitBytes & QUEUE_MASK;
      LONG.set(bytes, offset + RECORD_BYTES * (hops % MAX_HOPS),
          queue << QUEUE_SHIFT | sent << SENT_SHIFT | time << TIME_SHIFT | rateCode);
      SHORT.set(bytes, offset + COUNT_OFFSET, (short) (hops + 1));
      return 0;
    }
  }
}
