package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.RateCodes;

/**
 * Meaning of INTval of a {@link TcpIntOption}; busier hops have larger values:
 *
 * <pre>
 *    0 ... 127   the link has no queue to speak of: its utilization, in steps of 8 % (0 to 12)
 *                or 127 less the bandwidth that is left, in steps of {@code availableStepBitsPerSec}
 *  128 ... 255   the link is full: 128 and its queue, in units of 8192 bytes
 * </pre>
 *
 * The upper half is certain, and so are steps of 8 % in version 0.3 of p4lang/p4app-TCP-INT. Version 0.4 has the available
 * bandwidth instead, in an undocumented unit, which is a parameter here. The switch's program is not public, and neither version
 * documents when a link is full: here from 95 %, because counters of sent bytes exclude preambles and gaps.
 *
 * @param availableStepBitsPerSec unit of the available bandwidth, above 0; 0: INTval is the utilization
 */
public record TcpIntLoad(long availableStepBitsPerSec) {
  /** Utilization: version 0.3. */
  public static final TcpIntLoad UTILIZATION = new TcpIntLoad(0);
  /** Unit of queues, in bytes. */
  public static final int QUEUE_UNIT_BYTES = 1 << 13;
  /** Utilization from which a link is full. */
  public static final double FULL = 0.95;

  /** Rates by LinkSpd; 10 Gb/s has code 1. */
  private static final RateCodes RATES = new RateCodes(10, 25, 40, 50, 100, 200, 400);
  private static final int FIRST_FULL = 0x80;
  private static final int MOST_UNITS = 0x7F;
  private static final double STEPS = 12.5; // of 8 %

  /** Checks the range. */
  public TcpIntLoad {
    Check.rate("availableStepBitsPerSec", availableStepBitsPerSec, 0);
  }

  /** LinkSpd of a link's rate: 1 to 7, or 0 for a rate without a code. */
  public static int rateCode(long rateBitsPerSec) {
    return RATES.code(rateBitsPerSec) + 1;
  }

  /** Rate of a LinkSpd, in bit/s; 0 if it is unknown. */
  public static long rateBitsPerSec(int rateCode) {
    return rateCode == 0 ? 0 : RATES.rate(rateCode - 1);
  }

  /**
   * INTval of a link.
   *
   * @param utilization 0 to 1
   * @param queueBytes bytes that wait at the link; they count only if it is full
   */
  public int value(double utilization, long queueBytes, long rateBitsPerSec) {
    if (utilization >= FULL) {
      return FIRST_FULL | (int) Math.min(queueBytes / QUEUE_UNIT_BYTES, MOST_UNITS);
    }
    if (availableStepBitsPerSec == 0) {
      return (int) (utilization * STEPS);
    }
    double left = (1 - utilization) * rateBitsPerSec / availableStepBitsPerSec;
    return MOST_UNITS - (int) Math.min(left, MOST_UNITS);
  }

  /**
   * Utilization of a value, 0 to 1.
   *
   * @param rateBitsPerSec the link's rate; 0 if it is unknown
   * @return -1 if it depends on the link's rate, and the rate is unknown
   */
  public double utilization(int value, long rateBitsPerSec) {
    if (value >= FIRST_FULL) {
      return 1;
    }
    if (availableStepBitsPerSec == 0) {
      return Math.min(value / STEPS, 1);
    }
    if (rateBitsPerSec == 0) {
      return -1;
    }
    double left = (double) (MOST_UNITS - value) * availableStepBitsPerSec;
    return Math.max(0, 1 - left / rateBitsPerSec);
  }

  /** Queue of a value, in bytes. */
  public static long queueBytes(int value) {
    return value < FIRST_FULL ? 0 : (long) (value & MOST_UNITS) * QUEUE_UNIT_BYTES;
  }
}
