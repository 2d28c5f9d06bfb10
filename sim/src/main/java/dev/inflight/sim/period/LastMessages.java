package dev.inflight.sim.period;

import java.util.Arrays;

/** Values of the last message of each phase of a period. Numbers of twins in successive periods differ by the period. */
public final class LastMessages {
  private final int first;
  private final int period;
  private int[] lastOf = {};
  private long[] startPs = {};
  private long[] fctPs = {};
  private long[] idealPs = {};
  private long[] retransmittedBytes = {};
  private int[] sourcePorts = {};

  /**
   * Makes an empty record.
   *
   * @param first the first number of which messages are kept
   * @param period numbers of a period, 1 or more
   */
  LastMessages(int first, int period) {
    this.first = first;
    this.period = period;
  }

  private void allocate() {
    lastOf = new int[period];
    Arrays.fill(lastOf, -1);
    startPs = new long[period];
    fctPs = new long[period];
    idealPs = new long[period];
    retransmittedBytes = new long[period];
    sourcePorts = new int[period];
  }

  /** Stores a message that has ended, or was skipped; times are in picoseconds of the scenario. */
  public void message(int number, long sinceStartPs, long tookPs, long idealTookPs, long retransmitted, int sourcePort) {
    if (number < first) {
      return;
    }
    if (lastOf.length == 0) {
      allocate();
    }
    int at = phase(number);
    lastOf[at] = number;
    startPs[at] = sinceStartPs;
    fctPs[at] = tookPs;
    idealPs[at] = idealTookPs;
    retransmittedBytes[at] = retransmitted;
    sourcePorts[at] = sourcePort;
  }

  /** True if a message with the phase of a number was seen. */
  public boolean isSeen(int number) {
    return lastOf.length > 0 && number >= first && lastOf[phase(number)] >= 0;
  }

  /** Reports the expected values of a skipped message: those of the last message of its phase, later by a number of periods. */
  public void repeated(int number, int row, double periodPs, OmittedMessages into) {
    int at = phase(number);
    long later = Math.round((double) (number - lastOf[at]) / period * periodPs);
    into.message(row, startPs[at] + later, fctPs[at], idealPs[at], retransmittedBytes[at], sourcePorts[at]);
  }

  private int phase(int number) {
    return (number - first) % period;
  }
}
