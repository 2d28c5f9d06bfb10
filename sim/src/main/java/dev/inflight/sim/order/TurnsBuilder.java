package dev.inflight.sim.order;

import java.util.ArrayList;
import java.util.List;

/** Collects lists of operations that start in turn. */
public final class TurnsBuilder {
  private final List<int[]> causes = new ArrayList<>();
  private final List<int[]> targets = new ArrayList<>();

  /**
   * Adds a list. Its operations are of one rank, which the caller checks.
   *
   * @param causes as many as targets or more; one that counts twice occurs twice
   * @param targets operations in the order in which they start
   * @throws IllegalArgumentException if there are fewer causes than targets, so that some would never start
   */
  public void add(int[] causes, int[] targets) {
    if (causes.length < targets.length) {
      throw new IllegalArgumentException(
          causes.length + " operations let " + targets.length + " begin in turn, so the last never do");
    }
    this.causes.add(causes.clone());
    this.targets.add(targets.clone());
  }

  /** Returns all lists, of a graph of this many operations. */
  public Turns build(int operations) {
    return causes.isEmpty() ? Turns.none() : Turns.of(operations, causes, targets);
  }
}
