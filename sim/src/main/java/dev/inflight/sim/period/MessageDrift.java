package dev.inflight.sim.period;

/**
 * Change of messages' durations with simulated time. As ranks get out of step, messages wait less, long before periods become
 * longer. In a run that skips time, this change advances only with the time that is simulated. So messages at its end have their
 * earlier durations, and its last ones arrive earlier, or later.
 */
public final class MessageDrift {
  /**
   * Largest ratio of the shift of a job's end to the change of its messages' durations. On rings of 64 GPUs in 8 servers, with 8
   * channels, it was 2 for 256 MB (in the end messages take 7 us less, and the job 12 us more), and 7 for 64 MB.
   */
  private static final double ENDS = 8;
  /** Drift that is allowed for where a smaller one is seen, as a share of its standard error. */
  private static final double UNSEEN = 0.5;

  private double tookPs;
  private double perPs;

  /**
   * Computes the drift from messages' mean durations in equal, successive parts of a time.
   *
   * @param meansPs means in picoseconds, two or more
   * @param drift the mean of the second half less that of the first
   * @param error the standard error of the mean of all
   * @param windowPs duration of all of them, in picoseconds, above 0
   */
  public void measure(double[] meansPs, double drift, double error, double windowPs) {
    double sum = 0;
    for (double mean : meansPs) {
      sum += mean;
    }
    tookPs = sum / meansPs.length;
    // The middles of the halves are half a window apart, and the error of their difference is twice that of the mean.
    perPs = Math.max(Math.abs(drift), UNSEEN * 2 * error) / (windowPs / 2);
  }

  /** Largest relative change of messages' durations due to this skipped time. */
  public double share(double skippedPs) {
    return tookPs == 0 ? 0 : perPs * skippedPs / tookPs;
  }

  /** Largest shift of the last messages' arrival due to this skipped time, in picoseconds. */
  public double endsPs(double skippedPs) {
    return ENDS * Math.min(perPs * skippedPs, tookPs);
  }
}
