package dev.inflight.net.link.header;

/** Blocks of a flow's bytes that its receiver holds behind a gap, the one with the newest segment first (RFC 2018 §4). */
public final class SackBlocks {
  /** Largest number of blocks that fit besides timestamps (RFC 2018 §3). */
  public static final int MOST = 3;

  private final long[] starts = new long[MOST];
  private final long[] ends = new long[MOST];
  private int count;

  /** Number of blocks, 0 to {@link #MOST}. */
  public int count() {
    return count;
  }

  /** Removes all blocks. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a block after the others.
   *
   * @param start its first byte, counted from the start of the flow
   * @param end the byte behind its last
   */
  public void add(long start, long end) {
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  /** The first byte of a block, counted from the start of the flow. */
  public long start(int block) {
    return starts[block];
  }

  /** The byte behind the last of a block. */
  public long end(int block) {
    return ends[block];
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int block = 0; block < count; block++) {
      text.append(block == 0 ? "" : " ").append(starts[block]).append('-').append(ends[block]);
    }
    return text.toString();
  }
}
