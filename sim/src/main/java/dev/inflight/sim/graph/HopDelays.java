package dev.inflight.sim.graph;

/**
 * Delay of a rank before it sends a message of a collective, after its requirements are met.
 *
 * @param serverOf server of each rank of the job; any for ranks of other collectives; empty without delays
 * @param insidePs delay of a message to a rank of the same server, in picoseconds
 * @param insidePsPerByte further delay of such a message for each of its bytes, in picoseconds
 * @param outsidePs delay of any other message, in picoseconds
 */
public record HopDelays(int[] serverOf, long insidePs, long insidePsPerByte, long outsidePs) {
  /** Returns no delays: messages start at once. */
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
