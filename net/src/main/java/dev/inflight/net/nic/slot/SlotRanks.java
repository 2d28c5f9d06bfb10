package dev.inflight.net.nic.slot;

/** A set of taken numbers below a capacity: how many are below a number, and which is the n-th. A Fenwick tree counts words. */
public final class SlotRanks {
  private final long[] words;
  /** Entry n counts the taken numbers in the words before word n; the lowest bit of n gives the number of these words. */
  private final int[] counts;

  /** Makes ranks of numbers below a power of two, none of them taken. */
  public SlotRanks(int capacity) {
    words = new long[Math.max(1, capacity + 63 >> 6)];
    counts = new int[words.length + 1];
  }

  /** Takes a number that is free. */
  public void add(int slot) {
    words[slot >> 6] |= 1L << slot;
    count(slot >> 6, 1);
  }

  /** Frees a taken number. */
  public void remove(int slot) {
    words[slot >> 6] &= ~(1L << slot);
    count(slot >> 6, -1);
  }

  private void count(int word, int change) {
    for (int at = word + 1; at < counts.length; at += at & -at) {
      counts[at] += change;
    }
  }

  /** Number of taken numbers below this one. */
  public int rank(int slot) {
    int word = slot >> 6;
    int below = Long.bitCount(words[word] & (1L << slot) - 1);
    for (int at = word; at > 0; at &= at - 1) {
      below += counts[at];
    }
    return below;
  }

  /** The taken number with this many taken numbers below it, which must exist. */
  public int select(int rank) {
    int word = 0;
    int left = rank;
    for (int step = Integer.highestOneBit(words.length); step > 0; step >>= 1) {
      if (word + step < counts.length && counts[word + step] <= left) {
        word += step;
        left -= counts[word];
      }
    }
    long bits = words[word];
    for (; left > 0; left--) {
      bits &= bits - 1;
    }
    return word << 6 | Long.numberOfTrailingZeros(bits);
  }
}
