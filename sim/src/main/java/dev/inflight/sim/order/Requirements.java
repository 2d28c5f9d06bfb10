package dev.inflight.sim.order;

import java.util.Arrays;

/** Requirements between operations, collected one by one. */
public final class Requirements {
  /** By requirement, the operation that must come first; negated (~) if its start suffices. */
  private int[] befores = new int[16];
  private int[] afters = new int[16];
  private int count;

  /** Number of requirements. */
  public int count() {
    return count;
  }

  /**
   * Adds a requirement: operation {@code after} starts when operation {@code before} has ended.
   *
   * @param onlyStarted true if the start of {@code before} suffices
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

  /** Start of each operation's dependents in the list of all; at the end, the length of that list. */
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

  /** The dependents of all operations, negated (~) where the operation's start suffices. */
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
