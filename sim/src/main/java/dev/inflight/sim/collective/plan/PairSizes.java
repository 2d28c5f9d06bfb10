package dev.inflight.sim.collective.plan;

/** How many bytes one member of an all-to-all has for another. */
@FunctionalInterface
public interface PairSizes {
  /**
   * Bytes of a pair.
   *
   * @param from the member that has them
   * @param to the member that they are for; itself for what stays
   * @return 0 or more; of 0 bytes there is no message
   */
  long bytes(int from, int to);
}
