package dev.inflight.sim.fidelity;

/**
 * What a run with {@link FastFidelity} left out.
 *
 * @param stretches how many
 * @param ps how much of the simulated time they are, in picoseconds
 * @param packetHops packets times cables crossed that they would have taken
 * @param wireBytes bytes of those frames times cables, with preambles and gaps
 * @param error how far what was credited to a flow may be wrong, over its size: standard error and drift; the largest
 * @param whyNot the most frequent reason why nothing was left out for a while; empty when there was none
 */
public record LeftOut(long stretches, long ps, long packetHops, long wireBytes, double error, String whyNot) {
  /** Of a run in which every packet is simulated. */
  public static final LeftOut NOTHING = nothing("");

  /** Of a run in which every packet is simulated for a reason, in a few words. */
  public static LeftOut nothing(String why) {
    return new LeftOut(0, 0, 0, 0, 0, why);
  }
}
