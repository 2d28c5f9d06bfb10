package dev.inflight.sim.column;

/**
 * What goes round a ring of ranks. In each step the rank at each place sends a part of the buffer to the next place: in step 0 the part with the number of
 * its place, then the part that came in the step before, chunk by chunk.
 *
 * @param ranks by place
 * @param steps 1 or more
 * @param sizeBytes of the buffer, which has as many parts as there are places
 * @param chunks of a part, 1 or more
 * @param slots where a part has several chunks: so many of a place are under way at once, as a send starts only when the one so many before has ended
 * @param channel by which the messages go
 */
public record RingShape(int[] ranks, int steps, long sizeBytes, int chunks, int slots, int channel) {
  /** How many messages there are. */
  public long messages() {
    return (long) steps * ranks.length * chunks;
  }

  /** Part {@code number} of so many parts of some bytes, which differ by one byte at most; at least 1, as no message is empty. */
  public static long part(long sizeBytes, int parts, int number) {
    return Math.max(1, sizeBytes / parts + (number < sizeBytes % parts ? 1 : 0));
  }
}
