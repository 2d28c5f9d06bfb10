package dev.inflight.sim.order;

import java.util.List;

/**
 * Lists of operations that start in turn. The n-th end among a list's causes removes one requirement of its n-th target,
 * whichever causes these were; ends beyond the last target have no effect. All operations of a list are of one rank.
 */
public final class Turns {
  /** By operation, the lists that its end advances; a list occurs twice if one end counts twice. */
  private final int[][] listsOf;
  /** By list: its targets. */
  private final int[][] targets;

  private Turns(int[][] listsOf, int[][] targets) {
    this.listsOf = listsOf;
    this.targets = targets;
  }

  /** Makes the turns of a graph of this many operations. */
  static Turns of(int operations, List<int[]> causes, List<int[]> targets) {
    int[] counts = new int[operations];
    causes.forEach(each -> {
      for (int cause : each) {
        counts[cause]++;
      }
    });
    int[] none = {};
    int[][] listsOf = new int[operations][];
    for (int operation = 0; operation < operations; operation++) {
      listsOf[operation] = counts[operation] == 0 ? none : new int[counts[operation]];
    }
    for (int list = 0; list < causes.size(); list++) {
      for (int cause : causes.get(list)) {
        listsOf[cause][--counts[cause]] = list;
      }
    }
    return new Turns(listsOf, targets.toArray(int[][]::new));
  }

  /** Makes the turns of a graph without lists. */
  public static Turns none() {
    return new Turns(new int[0][], new int[0][]);
  }

  /** Number of lists. */
  public int lists() {
    return targets.length;
  }

  /** Number of lists that the end of an operation advances. */
  public int listsOf(int operation) {
    return listsOf.length == 0 ? 0 : listsOf[operation].length;
  }

  /** One of the lists that the end of an operation advances. */
  public int listOf(int operation, int number) {
    return listsOf[operation][number];
  }

  /** Number of targets of a list. */
  public int targets(int list) {
    return targets[list].length;
  }

  /** One of the targets of a list, in their order. */
  public int target(int list, int turn) {
    return targets[list][turn];
  }
}
