package dev.inflight.sim.fidelity;

/**
 * Skipped part of a run with {@link FastFidelity}.
 *
 * @param stretches number of stretches
 * @param ps skipped part of the simulated time, in picoseconds
 * @param packetHops packet-hops that the stretches would have taken
 * @param wireBytes bytes on the wire of these packet-hops, with preambles and gaps
 * @param error largest error of a flow's credited bytes, over its size: standard error and drift
 * @param blocks number of equal blocks of hosts of which one was simulated; 1: all hosts were
 * @param whyNot most frequent reason why no stretch was skipped for a while; empty if there is none
 */
public record Skipped(long stretches, long ps, long packetHops, long wireBytes, double error, int blocks, String whyNot) {
  /** Nothing skipped: the run simulates every packet. */
  public static final Skipped NOTHING = nothing("");

  /** Makes the result of a run that simulates every packet, with the reason in a few words. */
  public static Skipped nothing(String why) {
    return new Skipped(0, 0, 0, 0, 0, 1, why);
  }
}
