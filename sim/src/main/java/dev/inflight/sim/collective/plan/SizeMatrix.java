package dev.inflight.sim.collective.plan;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Bytes from each member of an all-to-all to each. A row has one member's sends; bytes on the diagonal stay at their member. */
public final class SizeMatrix implements PairSizes {
  /** The most ranks. */
  public static final int MOST_RANKS = 1024;
  /** The most bytes from one member to another. */
  public static final long MOST_BYTES = 1L << 50;

  private static final Pattern APART = Pattern.compile("[\\s,;]+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,16}");

  private final int ranks;
  private final long[] bytes;

  private SizeMatrix(int ranks, long[] bytes) {
    this.ranks = ranks;
    this.bytes = bytes;
  }

  /**
   * Reads a matrix.
   *
   * @param text whole numbers of bytes, separated by spaces, commas or semicolons; their count is a square
   * @throws IllegalArgumentException with a sentence
   */
  public static SizeMatrix of(String text) {
    String[] words = APART.split(text.strip());
    int ranks = (int) Math.round(Math.sqrt(words.length));
    if (ranks * (long) ranks != words.length || ranks < 2 || ranks > MOST_RANKS) {
      throw new IllegalArgumentException("the matrix has " + words.length
          + " numbers; it needs a row for each sending rank, with a number for each receiving rank, as in \"0 1000, 2000 0\","
          + " for 2 to " + MOST_RANKS + " ranks");
    }
    long[] bytes = new long[words.length];
    for (int at = 0; at < bytes.length; at++) {
      if (!NUMBER.matcher(words[at]).matches() || Long.parseLong(words[at]) > MOST_BYTES) {
        String shown = words[at].length() > 40 ? words[at].substring(0, 40) + "..." : words[at];
        throw new IllegalArgumentException("'" + shown + "' in row " + at / ranks + ", column " + at % ranks
            + " of the matrix is not a whole number of bytes from 0 to " + MOST_BYTES);
      }
      bytes[at] = Long.parseLong(words[at]);
    }
    var matrix = new SizeMatrix(ranks, bytes);
    if (matrix.largestBufferBytes() == 0) {
      throw new IllegalArgumentException("the matrix must have at least one size above 0 between two ranks");
    }
    return matrix;
  }

  /** Number of ranks. */
  public int ranks() {
    return ranks;
  }

  @Override
  public long bytes(int from, int to) {
    return bytes[from * ranks + to];
  }

  /** Bytes of the rank that sends most. */
  public long largestBufferBytes() {
    long most = 0;
    for (int from = 0; from < ranks; from++) {
      long all = Arrays.stream(bytes, from * ranks, (from + 1) * ranks).sum() - bytes[from * ranks + from];
      most = Math.max(most, all);
    }
    return most;
  }
}
