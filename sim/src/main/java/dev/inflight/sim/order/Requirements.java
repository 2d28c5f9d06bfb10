package dev.inflight.sim.order;

import java.util.Arrays;

/** Requirements between operations, collected one by one. */
public final class Requirements {
  /** Operation that must come before, for each requirement; negated (~) if it must only have started. */
  private int[] befores = new int[16];
  private int[] afters = new int[16];
  private int count;

  /** Number of requirements. */
  public int count() {
    return count;
  }

  /**
   * The second operation starts when the first one has ended.
   *
   * @param onlyStarted true if its start suffices
   * @param most largest number of requirements, more than there are
   */
  public void add(int after, int before, boolean onlyStarted, int most) {
    if (count == befores.length) {
      int room = Math.min(most, count + (count >> 1) + 16);
      befores = Arrays.copyOf(befores, room);
      afters = Arrays.copyOf(afters, room);
    }
    befores[count] = onlyStarted ? ~before : before;
    afters[count++] = after;
  }

  /** Start of each operation's dependents among those of all, and at last the number of these. */
  public int[] heads(int operations) {
    int[] heads = new int[operations + 1];
    for (int i = 0; i < count; i++) {
      heads[before(i) + 1]++;
    }
    for (int operation = 0; operation < operations; operation++) {
      heads[operation + 1] += heads[operation];
    }
    return heads;
  }

  /** The dependents of all operations, negated (~) where the operation has only to have started. */
  public int[] dependents(int[] heads) {
    int[] dependents = new int[count];
    int[] next = Arrays.copyOf(heads, heads.length - 1);
    for (int i = 0; i < count; i++) {
      dependents[next[before(i)]++] = befores[i] < 0 ? ~afters[i] : afters[i];
    }
    return dependents;
  }

  private int before(int requirement) {
    return befores[requirement] < 0 ? ~befores[requirement] : befores[requirement];
  }
}
