package dev.inflight.sim.script;

import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the steps of a script. A step waits for earlier steps, by number; {@link #NONE} has ended from the start. */
public final class ScriptBuilder {
  /** Value for no step. */
  public static final int NONE = -1;

  private final int ranks;
  private final int most;
  private final String exceeded;
  private final CollectiveChoice choice;
  private final List<Step> steps = new ArrayList<>();

  private record GroupWork(CollectiveKind kind, Groups groups, long sizeBytes, boolean joins) {
  }

  /** Graphs of groups that are in use already: layers of a model are mostly equal, and groups are mostly in equal servers. */
  private final Map<GroupWork, GroupGraphs> known = new HashMap<>();
  private final Map<GroupGraph.Work, GroupGraph> graphs = new HashMap<>();

  /**
   * Makes a script without steps, with collectives as on hosts outside servers.
   *
   * @param ranks number of ranks, 1 or more
   * @param most largest number of steps, 1 or more
   * @param exceeded message for too many steps
   */
  public ScriptBuilder(int ranks, int most, String exceeded) {
    this(ranks, most, exceeded, CollectiveChoice.plain());
  }

  /**
   * Makes a script without steps.
   *
   * @param ranks number of ranks, 1 or more
   * @param most largest number of steps, 1 or more
   * @param exceeded message for too many steps
   * @param choice choice of algorithms for collectives
   */
  public ScriptBuilder(int ranks, int most, String exceeded, CollectiveChoice choice) {
    this.ranks = ranks;
    this.most = most;
    this.exceeded = exceeded;
    this.choice = choice;
  }

  /**
   * Adds a computation of ranks after the end of a step.
   *
   * @param first the first rank
   * @param count number of ranks
   * @param stream stream of the rank; computations of one stream run one after the other
   * @param durationPs 0 or more
   * @return the step
   */
  public int compute(int first, int count, int stream, long durationPs, int after) {
    return add(new ComputeStep(first, count, stream, durationPs, entries(after, NONE)), after, NONE);
  }

  /** Adds a step that ends for each rank when both steps have ended for it. */
  public int join(int first, int count, int one, int other) {
    if (one == NONE || other == NONE) {
      return Math.max(one, other);
    }
    return add(new ComputeStep(first, count, 0, 0, 2), one, other);
  }

  /**
   * Adds a collective of groups of ranks after the end of two steps.
   *
   * @param name name in results, before the name of groups and the number of the group
   * @param groupName name of the groups in results
   * @return the step
   * @throws IllegalArgumentException with a sentence, if the groups cannot carry it out
   */
  public int collective(String name, String groupName, CollectiveKind kind, Groups groups, long sizeBytes, int after, int other) {
    int entries = entries(after, other);
    GroupGraphs of = known.computeIfAbsent(new GroupWork(kind, groups, sizeBytes, entries == 2), work -> graphs(name, work));
    return add(new CollectiveStep(name, groupName, groups, of, entries), after, other);
  }

  private GroupGraphs graphs(String name, GroupWork work) {
    try {
      var ofGroups = new GroupGraph[work.groups.count()];
      Arrays.setAll(ofGroups, group -> graphs.computeIfAbsent(
          new GroupGraph.Work(work.kind, choice.of(work.kind, work.groups.members(group), work.sizeBytes), work.sizeBytes,
              work.joins),
          GroupGraph::new));
      return new GroupGraphs(ofGroups);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(name + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * Adds a message from each of some ranks to others.
   *
   * @param from the first rank that sends
   * @param to the first rank that receives
   * @param count number of ranks that send; as many receive
   * @param afterOfSender the step that must end first for a rank that sends
   * @param afterOfReceiver the step that must end first for a rank that receives
   * @return the step, which ends for ranks that receive
   */
  public int transfer(int from, int to, int count, long sizeBytes, int afterOfSender, int afterOfReceiver) {
    return add(new TransferStep(from, to, count, sizeBytes, entries(afterOfSender, NONE), entries(afterOfReceiver, NONE)),
        afterOfSender, afterOfReceiver);
  }

  private static int entries(int one, int other) {
    return (one == NONE ? 0 : 1) + (other == NONE ? 0 : 1);
  }

  private int add(Step step, int one, int other) {
    if (steps.size() == most) {
      throw new IllegalArgumentException(exceeded);
    }
    step.number = steps.size();
    steps.add(step);
    if (one != NONE) {
      steps.get(one).precedes(step.number);
    }
    if (other != NONE) {
      steps.get(other).precedes(step.number);
    }
    return step.number;
  }

  /** Returns the script of all steps so far. */
  public Script build() {
    return new Script(ranks, steps);
  }
}
