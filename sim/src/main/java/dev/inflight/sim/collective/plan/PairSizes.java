package dev.inflight.sim.collective.plan;

/** Bytes from one member of an all-to-all to another. */
@FunctionalInterface
public interface PairSizes {
  /**
   * Bytes of a pair.
   *
   * @param from the member that has them
   * @param to the receiving member; itself for bytes that stay
   * @return 0 or more; of 0 bytes there is no message
   */
  long bytes(int from, int to);
}
