package dev.inflight.sim.script;

import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import java.lang.ref.SoftReference;

/**
 * Operations of the members of a group in a collective: a gate of each; if members wait for two steps, an operation that ties
 * these together; then those of the collective, and last the end of each. All groups with members in equal servers have the same.
 * The numbers of operations are kept, and the operations as long as there is memory for them; after that they are made anew on
 * use.
 */
final class GroupGraph {
  /** Key that distinguishes it from others. */
  record Work(CollectiveKind kind, CollectiveChoice.Way way, long sizeBytes, boolean joins) {
  }

  private final Work work;
  private final int members;
  private final int operations;
  private final int messages;
  private final int[] operationsOf;
  private final int[] messagesOf;
  private volatile SoftReference<GraphMessages> kept;

  GroupGraph(Work work) {
    this.work = work;
    members = work.way.plan().servers().members();
    GraphMessages made = make();
    kept = new SoftReference<>(made);
    OperationGraph graph = made.graph();
    operations = graph.operations() - members;
    messages = made.messages();
    operationsOf = new int[members];
    messagesOf = new int[members];
    for (int operation = members; operation < graph.operations(); operation++) {
      operationsOf[graph.rank(operation)]++;
      messagesOf[graph.rank(operation)] += graph.kind(operation) == OperationGraph.Kind.SEND ? 1 : 0;
    }
  }

  private GraphMessages make() {
    var graph = new GraphBuilder(members);
    int[] all = new int[members];
    int[] ready = new int[members];
    for (int member = 0; member < members; member++) {
      all[member] = member;
      ready[member] = graph.compute(member, 0, 0);
    }
    for (int member = 0; member < members && work.joins; member++) {
      int join = graph.compute(member, 0, 0);
      graph.requires(join, ready[member]);
      ready[member] = join;
    }
    Collectives.add(graph, collective(""), all, 0, ready, work.way.plan(), null);
    return new GraphMessages(graph.build(operation -> "operation " + operation));
  }

  /** Returns the operations and messages. Threads may make them at once; they are equal then. */
  GraphMessages unroll() {
    GraphMessages known = kept.get();
    if (known == null) {
      known = make();
      kept = new SoftReference<>(known);
    }
    return known;
  }

  /** The collective, by a name. */
  Collective collective(String name) {
    return new Collective(name, work.kind, work.way.algorithm(), members, work.sizeBytes);
  }

  /** Number of operations after the gates. */
  int operations() {
    return operations;
  }

  /** Number of operations of the collective. */
  int operationsOfCollective() {
    return operations - (work.joins ? members : 0);
  }

  /** Number of messages. */
  int messages() {
    return messages;
  }

  /** Number of a member's operations after its gate. */
  int operationsOf(int member) {
    return operationsOf[member];
  }

  /** Number of messages that a member sends. */
  int messagesFrom(int member) {
    return messagesOf[member];
  }

  @Override
  public String toString() {
    return work.kind + " " + work.way.algorithm() + ' ' + members + ' ' + work.sizeBytes + ' ' + operations + ' ' + messages + ' '
        + work.way.plan().channels() + ' ' + work.way.plan().chunkBytes() + ' ' + work.way.plan().servers().hashCode();
  }
}
