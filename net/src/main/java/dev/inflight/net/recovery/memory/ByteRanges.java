package dev.inflight.net.recovery.memory;

import java.util.Arrays;

/**
 * Ordered ranges of a stream's bytes; no two touch. A receiver stores its data after gaps in them, and a sender its record of
 * that data. A stream without gaps has none, and needs no memory.
 */
public final class ByteRanges {
  private static final int FIRST_ROOM = 8;

  private long[] starts = {};
  private long[] ends = {};
  private int count;

  /** Number of ranges. */
  public int count() {
    return count;
  }

  /** The first byte of a range. */
  public long start(int range) {
    return starts[range];
  }

  /** The byte after a range. */
  public long end(int range) {
    return ends[range];
  }

  /** The byte after the last range; 0 if there is none. */
  public long end() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** Removes all ranges. */
  public void clear() {
    count = 0;
  }

  /** The first range that ends after this byte, or {@link #count} if none does. */
  public int firstBehind(long at) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = low + high >>> 1;
      if (ends[middle] <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Adds bytes.
   *
   * @return number of bytes that are new
   */
  public long add(long start, long end) {
    if (start >= end) {
      return 0;
    }
    int first = firstBehind(start - 1); // a range that ends at the start touches
    int behind = first;
    long from = start;
    long to = end;
    long had = 0;
    while (behind < count && starts[behind] <= end) {
      from = Math.min(from, starts[behind]);
      to = Math.max(to, ends[behind]);
      had += ends[behind] - starts[behind];
      behind++;
    }
    replace(first, behind, from, to);
    return to - from - had;
  }

  /** Replaces zero or more ranges by one. */
  private void replace(int first, int behind, long from, long to) {
    if (behind == first) {
      if (count == starts.length) {
        int room = Math.max(FIRST_ROOM, 2 * count);
        starts = Arrays.copyOf(starts, room);
        ends = Arrays.copyOf(ends, room);
      }
      move(first, first + 1);
    } else {
      move(behind, first + 1);
    }
    starts[first] = from;
    ends[first] = to;
  }

  /** Moves all ranges from an index on to another index. */
  private void move(int from, int to) {
    System.arraycopy(starts, from, starts, to, count - from);
    System.arraycopy(ends, from, ends, to, count - from);
    count += to - from;
  }

  /** Removes all bytes before this one. */
  public void removeBefore(long at) {
    if (count == 0 || starts[0] >= at) {
      return;
    }
    int first = firstBehind(at);
    move(first, 0);
    if (count > 0 && starts[0] < at) {
      starts[0] = at;
    }
  }

  /** Number of bytes in the ranges, from one byte to the one before another. */
  public long bytesIn(long from, long to) {
    long in = 0;
    for (int range = firstBehind(from); range < count && starts[range] < to; range++) {
      in += Math.min(ends[range], to) - Math.max(starts[range], from);
    }
    return in;
  }

  /** The first byte in no range, from this byte on. */
  public long nextAbsent(long from) {
    int range = firstBehind(from);
    return range < count && starts[range] <= from ? ends[range] : from;
  }
}
