package dev.inflight.sim.collective.plan;

/** Bytes from one member of an all-to-all to another. */
@FunctionalInterface
public interface PairSizes {
  /**
   * Bytes of a pair.
   *
   * @param from the member that has them
   * @param to the receiving member; itself for bytes that stay
   * @return 0 or more; no message is sent for 0 bytes
   */
  long bytes(int from, int to);
}
