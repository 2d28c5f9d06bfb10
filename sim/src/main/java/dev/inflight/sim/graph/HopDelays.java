package dev.inflight.sim.graph;

/**
 * What a rank takes before it sends a message of a collective, once it could.
 *
 * @param serverOf by rank of the job; ranks of other collectives have any; empty where there are no delays
 * @param insidePs of a message to a rank of the same server, in picoseconds
 * @param insidePsPerByte of such a message on top, for each of its bytes
 * @param outsidePs of any other
 */
public record HopDelays(int[] serverOf, long insidePs, long insidePsPerByte, long outsidePs) {
  /** Messages start at once. */
  public static HopDelays none() {
    return new HopDelays(new int[0], 0, 0, 0);
  }

  boolean areNone() {
    return serverOf.length == 0;
  }

  long of(int from, int to, long sizeBytes) {
    return areNone() ? 0 : serverOf[from] == serverOf[to] ? insidePs + insidePsPerByte * sizeBytes : outsidePs;
  }
}
