package dev.inflight.sim.column;

import java.util.Arrays;

/** Properties of operations in columns that grow: 17 B for each operation. */
public final class OperationColumns {
  private final int most;
  private byte[] kinds = new byte[16];
  private int[] ranks = new int[16];
  private int[] partners = new int[16];
  private long[] amounts = new long[16];
  private int count;

  /**
   * Makes columns without operations.
   *
   * @param most largest number of operations
   */
  public OperationColumns(int most) {
    this.most = most;
  }

  /** Number of operations. */
  public int count() {
    return count;
  }

  /** Adds an operation after the last one. */
  public void add(int kind, int rank, int partner, long amount) {
    if (count == kinds.length) {
      resize(Math.min(most, count + (count >> 1) + 16));
    }
    kinds[count] = (byte) kind;
    ranks[count] = rank;
    partners[count] = partner;
    amounts[count++] = amount;
  }

  private void resize(int room) {
    kinds = Arrays.copyOf(kinds, room);
    ranks = Arrays.copyOf(ranks, room);
    partners = Arrays.copyOf(partners, room);
    amounts = Arrays.copyOf(amounts, room);
  }

  /** Sets the partner of an operation. */
  public void partner(int column, int partner) {
    partners[column] = partner;
  }

  /** The kind of an operation, by number. */
  public int kind(int column) {
    return kinds[column];
  }

  /** The rank that does it. */
  public int rank(int column) {
    return ranks[column];
  }

  /** Partner of an operation, or another value that is stored instead. */
  public int partner(int column) {
    return partners[column];
  }

  /** Bytes of an operation, or its time. */
  public long amount(int column) {
    return amounts[column];
  }

  /** Returns the same operations, without spare room. */
  public OperationColumns trimmed() {
    var copy = new OperationColumns(most);
    copy.kinds = kinds;
    copy.ranks = ranks;
    copy.partners = partners;
    copy.amounts = amounts;
    copy.count = count;
    copy.resize(count);
    return copy;
  }
}
