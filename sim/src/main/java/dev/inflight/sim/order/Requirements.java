package dev.inflight.sim.order;

import java.util.Arrays;

/** Which operation requires which, collected one by one. */
public final class Requirements {
  /** Requirement by requirement: what has to be done before, negated (~) when it has only to have started. */
  private int[] befores = new int[16];
  private int[] afters = new int[16];
  private int count;

  /** How many there are. */
  public int count() {
    return count;
  }

  /**
   * The second operation starts when the first one has ended.
   *
   * @param onlyStarted whether it is enough that it has started
   * @param most how many there can be, more than there are
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

  /** Where the dependents of each operation start among those of all, and at last how many these are. */
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
