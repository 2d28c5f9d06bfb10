package dev.inflight.sim.column;

/**
 * Messages around a ring of ranks. In each step the rank at each place sends a part of the buffer to the next place: in step 0
 * the part with the number of its place, then the part that arrived in the step before, chunk by chunk.
 *
 * @param ranks rank at each place
 * @param steps 1 or more
 * @param sizeBytes bytes of the buffer, which has as many parts as there are places
 * @param chunks chunks of a part, 1 or more
 * @param slots largest number of simultaneous sends of a place, if a part has several chunks: a send starts when the one this
 *     many before it has ended
 * @param channel channel of the messages
 */
public record RingShape(int[] ranks, int steps, long sizeBytes, int chunks, int slots, int channel) {
  /** Number of messages. */
  public long messages() {
    return (long) steps * ranks.length * chunks;
  }

  /** Size of part {@code number} of a buffer in this many parts, which differ by at most one byte; no part is empty. */
  public static long part(long sizeBytes, int parts, int number) {
    return Math.max(1, sizeBytes / parts + (number < sizeBytes % parts ? 1 : 0));
  }
}
