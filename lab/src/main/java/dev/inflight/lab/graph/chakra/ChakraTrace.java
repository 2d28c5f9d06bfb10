package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.Nodes;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.UnrunnableGraph;
import dev.inflight.sim.graph.OperationGraph;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Execution traces of Chakra (MLCommons), one file a rank: computation, sends and receives, and collectives, which are matched
 * among the ranks of their process group and split into sends and receives.
 */
public final class ChakraTrace {
  private final List<Path> files;
  private final GraphRoom room;
  private final CollectiveChoice choice;
  private final GraphBuilder graph;
  private final ProcessGroups groups;
  private final CollectiveCalls calls = new CollectiveCalls();
  /** First operation of each rank, and after them the first operation of collectives. */
  private final int[] firsts;
  private final OperationNames names;

  private ChakraTrace(List<Path> files, GraphRoom room, CollectiveChoice choice) {
    this.choice = choice;
    this.files = files;
    this.room = room;
    graph = new GraphBuilder(files.size(), room.operations(), room.exceeded());
    groups = new ProcessGroups(files.size());
    firsts = new int[files.size() + 1];
    names = new OperationNames(files, firsts, room);
  }

  /**
   * Reads a trace.
   *
   * @param first file of rank 0; those of other ranks are in the same folder
   * @param commGroups file with the ranks of process groups; empty for none
   * @param mostRanks largest number of ranks to accept
   * @param rates durations of nodes
   * @param choice algorithms of collectives
   * @param room limit of the graph's size
   */
  public static OperationGraph read(Path first, String commGroups, int mostRanks, Rates rates, CollectiveChoice choice,
      GraphRoom room) {
    Nodes.refuseForeign(first); // their names contain numbers that are not ranks
    var trace = new ChakraTrace(RankFiles.beside(first, mostRanks), room, choice);
    if (!commGroups.isEmpty()) {
      trace.groups.readCommon(Path.of(commGroups));
    }
    try {
      trace.readRanks(rates);
      if (trace.graph.operations() == 0) {
        throw SourceLocation.of(first).error("no rank does anything");
      }
      trace.calls.groups().forEach(trace::matchGroup);
      return trace.graph.build(trace.names::of);
    } catch (UnrunnableGraph refused) {
      throw SourceLocation.of(trace.names.fileOf(refused.operation())).error(String.valueOf(refused.getMessage()));
    } catch (IllegalArgumentException refused) {
      throw SourceLocation.of(first).error(String.valueOf(refused.getMessage()));
    }
  }

  private void readRanks(Rates rates) {
    for (int rank = 0; rank < files.size(); rank++) {
      firsts[rank] = graph.operations();
      new RankReader(graph, groups, calls, rates, room, rank).read(files.get(rank));
    }
    firsts[files.size()] = graph.operations();
  }

  private InputError error(int rank, int call, String what) {
    return SourceLocation.of(files.get(rank))
        .error("rank " + rank + ", node " + Long.toUnsignedString(calls.node(call)) + ": " + what);
  }

  /** Matches the calls of a group: the n-th call of each member is the group's n-th collective. */
  private void matchGroup(CollectiveCalls.Group group) {
    int[] members = group.members();
    int[] current = new int[members.length];
    Arrays.setAll(current, member -> calls.first(group, member));
    for (int number = 1;; number++) {
      int known = 0;
      while (known < members.length && current[known] == CollectiveCalls.NONE) {
        known++;
      }
      if (known == members.length) {
        return;
      }
      for (int member = 0; member < members.length; member++) {
        compare(group, number, known, current[known], member, current[member]);
      }
      add(group, number, current);
      Arrays.setAll(current, member -> calls.next(current[member]));
    }
  }

  private void compare(CollectiveCalls.Group group, int number, int known, int call, int member, int other) {
    int[] members = group.members();
    String which = calls.words(call) + " is collective " + number + " of " + group + " for rank " + members[known];
    if (other == CollectiveCalls.NONE) {
      throw error(members[known], call, which + ", and rank " + members[member] + " has only " + (number - 1));
    }
    if (!calls.same(call, other)) {
      throw error(members[member], other,
          calls.words(other) + " where rank " + members[known] + ", node " + Long.toUnsignedString(calls.node(call)) + " has "
              + calls.words(call) + ": both are collective " + number + " of " + group);
    }
  }

  private void add(CollectiveCalls.Group group, int number, int[] current) {
    int[] members = group.members();
    int any = current[0];
    if (members.length == 1) {
      graph.requires(calls.end(any), calls.begin(any));
      return;
    }
    CollectiveCalls.Kind kind = calls.kind(any);
    long sizeBytes = calls.sizeBytes(any);
    if (kind == CollectiveCalls.Kind.ALL_GATHER) { // bytes that a rank has at the start
      if (sizeBytes > Long.MAX_VALUE / members.length) {
        throw error(members[0], any, calls.words(any) + " a rank does not fit");
      }
      sizeBytes *= members.length;
    }
    CollectiveChoice.Way way = choice.of(kind.done, members, sizeBytes);
    ChannelPlan plan = way.plan();
    String how = way.algorithm();
    if (graph.operations() + 2 * Collectives.leastKept(kind.done, how, plan, sizeBytes) > room.operations()) {
      throw error(members[0], any, "with this collective the trace is " + room.exceeded());
    }
    String name = (kind == CollectiveCalls.Kind.BARRIER ? "barrier" : Collectives.words(kind.done)) + " " + number
        + (group.name().isEmpty() ? "" : " of group " + group.name());
    names.beginCollective(graph.operations(), name);
    int[] begins = Arrays.stream(current).map(calls::begin).toArray();
    long[] sizes = Arrays.stream(current).mapToLong(calls::sizeBytes).toArray();
    boolean areUnlike = Arrays.stream(sizes).anyMatch(size -> size != sizes[0]);
    var collective = new Collective(name, kind.done, how, members.length,
        areUnlike ? Arrays.stream(sizes).max().getAsLong() : sizeBytes);
    int[] ends = Collectives.add(graph, collective, members, 0, begins, plan,
        areUnlike ? (from, to) -> Collectives.part(sizes[from], members.length, to) : null);
    for (int member = 0; member < members.length; member++) {
      graph.requires(calls.end(current[member]), ends[member]);
    }
  }
}
