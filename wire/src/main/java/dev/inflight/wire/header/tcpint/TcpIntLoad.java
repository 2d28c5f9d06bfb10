package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.RateCodes;

/**
 * What INTval of a {@link TcpIntOption} says, so that the larger value is that of the busier hop:
 *
 * <pre>
 *    0 ... 127   the link has no queue to speak of: its utilization, in steps of 8 % (0 to 12)
 *                or 127 less the bandwidth that is left, in steps of {@code availableStepBitsPerSec}
 *  128 ... 255   the link is full: 128 and its queue, in units of 8192 bytes
 * </pre>
 *
 * The upper half is certain, and so are steps of 8 % in version 0.3 of p4lang/p4app-TCP-INT. Version 0.4 has the bandwidth that is left in
 * their place; it does not say in which unit, so it is a parameter. Neither says from which utilization on a link is full, as the program
 * of the switch is not public: here from 95 %, because counters of sent bytes leave out preambles and gaps.
 *
 * @param availableStepBitsPerSec unit of the bandwidth that is left, above 0; 0: utilization
 */
public record TcpIntLoad(long availableStepBitsPerSec) {
  /** Utilization: version 0.3. */
  public static final TcpIntLoad UTILIZATION = new TcpIntLoad(0);
  /** The unit of queues, in bytes. */
  public static final int QUEUE_UNIT_BYTES = 1 << 13;
  /** From this part of its rate on a link is full. */
  public static final double FULL = 0.95;

  /** 10 Gb/s has code 1. */
  private static final RateCodes RATES = new RateCodes(10, 25, 40, 50, 100, 200, 400);
  private static final int FIRST_FULL = 0x80;
  private static final int MOST_UNITS = 0x7F;
  private static final double STEPS = 12.5; // of 8 %

  /** Checks the range. */
  public TcpIntLoad {
    Check.rate("availableStepBitsPerSec", availableStepBitsPerSec, 0);
  }

  /** LinkSpd of a link's rate: 1 to 7, or 0 when there is no code for it. */
  public static int rateCode(long rateBitsPerSec) {
    return RATES.code(rateBitsPerSec) + 1;
  }

  /** The rate of a LinkSpd, in bit/s; 0 when it is not known. */
  public static long rateBitsPerSec(int rateCode) {
    return rateCode == 0 ? 0 : RATES.rate(rateCode - 1);
  }

  /**
   * INTval of a link.
   *
   * @param utilization 0 to 1
   * @param queueBytes that wait at it; they count when it is full
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
   * The utilization in a value, 0 to 1.
   *
   * @param rateBitsPerSec the link's; 0 when it is not known
   * @return -1 when it depends on the link's rate
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

  /** The queue in a value, in bytes. */
  public static long queueBytes(int value) {
    return value < FIRST_FULL ? 0 : (long) (value & MOST_UNITS) * QUEUE_UNIT_BYTES;
  }
}
