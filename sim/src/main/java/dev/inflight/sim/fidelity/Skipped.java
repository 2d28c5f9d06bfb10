package dev.inflight.sim.fidelity;

/**
 * Skipped part of a run with {@link FastFidelity}.
 *
 * @param stretches number of stretches
 * @param ps skipped part of the simulated time, in picoseconds
 * @param packetHops packets times cables crossed that they would have taken
 * @param wireBytes bytes of those frames times cables, with preambles and gaps
 * @param error largest error of a flow's credited bytes, over its size: standard error and drift
 * @param whyNot most frequent reason for which no stretch was skipped for a while; empty without one
 */
public record Skipped(long stretches, long ps, long packetHops, long wireBytes, double error, String whyNot) {
  /** None: the run simulates every packet. */
  public static final Skipped NOTHING = nothing("");

  /** Makes that of a run that simulates every packet for a reason, in a few words. */
  public static Skipped nothing(String why) {
    return new Skipped(0, 0, 0, 0, 0, why);
  }
}
