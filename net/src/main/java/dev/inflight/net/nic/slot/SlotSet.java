package dev.inflight.net.nic.slot;

/** A set of numbers below a capacity that finds its next member in a few steps, for any number of members: a tree of bitmaps. */
public final class SlotSet {
  public static final int NONE = -1;

  /** Level 0 has a bit for each number; each further level has a bit for each nonzero word of the level below. */
  private final long[][] levels;

  public SlotSet(int capacity) {
    int depth = 1;
    for (int words = words(capacity); words > 1; words = words(words)) {
      depth++;
    }
    levels = new long[depth][];
    int size = capacity;
    for (int level = 0; level < depth; level++) {
      size = words(size);
      levels[level] = new long[size];
    }
  }

  private static int words(int bits) {
    return Math.max(1, bits + 63 >> 6);
  }

  public void add(int slot) {
    int at = slot;
    for (long[] level : levels) {
      int word = at >> 6;
      long before = level[word];
      level[word] = before | 1L << at;
      if (before != 0) {
        return;
      }
      at = word;
    }
  }

  public void remove(int slot) {
    int at = slot;
    for (long[] level : levels) {
      int word = at >> 6;
      level[word] &= ~(1L << at);
      if (level[word] != 0) {
        return;
      }
      at = word;
    }
  }

  /** The first member from a number on, which may be the capacity; {@link #NONE} when there is none. */
  public int next(int from) {
    int at = from;
    for (int height = 0; height < levels.length; height++) {
      int word = at >> 6;
      if (word >= levels[height].length) {
        return NONE;
      }
      long bits = levels[height][word] & -1L << at;
      if (bits != 0) {
        return descend(height, word << 6 | Long.numberOfTrailingZeros(bits));
      }
      at = word + 1;
    }
    return NONE;
  }

  private int descend(int height, int from) {
    int at = from;
    for (int level = height - 1; level >= 0; level--) {
      at = at << 6 | Long.numberOfTrailingZeros(levels[level][at]);
    }
    return at;
  }
}
