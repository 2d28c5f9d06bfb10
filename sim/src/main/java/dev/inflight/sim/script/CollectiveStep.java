package dev.inflight.sim.script;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;

/** Each group of ranks does a collective: a piece for each group. Where a rank waits for two steps, an operation of its own ties them together. */
final class CollectiveStep extends Step {
  private record Work(CollectiveKind kind, Groups groups, long sizeBytes, boolean joined) {
  }

  private final String name;
  private final String groupName;
  private final CollectiveKind kind;
  private final Groups groups;
  private final long sizeBytes;
  private final int entries;
  private final int joins;
  private final int messages;
  private final int operations;

  CollectiveStep(String name, String groupName, CollectiveKind kind, Groups groups, long sizeBytes, int entries) {
    this.name = name;
    this.groupName = groupName;
    this.kind = kind;
    this.groups = groups;
    this.sizeBytes = sizeBytes;
    this.entries = entries;
    joins = entries == 2 ? groups.size() : 0;
    long all = MessageOrder.count(kind, groups.size(), sizeBytes);
    long ofPiece = joins + 2 * all + groups.size();
    if (ofPiece > GraphBuilder.MOST) {
      throw new IllegalArgumentException(
          name + ": a collective of " + groups.size() + " ranks has more than " + GraphBuilder.MOST + " operations");
    }
    messages = (int) all;
    operations = (int) ofPiece;
  }

  @Override
  public int pieces() {
    return groups.count();
  }

  @Override
  public int members() {
    return groups.size();
  }

  @Override
  public int member(int piece, int place) {
    return groups.member(piece, place);
  }

  @Override
  public boolean has(int rank) {
    return groups.has(rank);
  }

  @Override
  public int pieceOf(int rank) {
    return groups.groupOf(rank);
  }

  @Override
  public int placeOf(int rank) {
    return groups.placeOf(rank);
  }

  @Override
  public int entries(int rank) {
    return entries;
  }

  @Override
  public OperationGraph unroll() {
    int size = groups.size();
    var graph = new GraphBuilder(size);
    int[] members = new int[size];
    int[] ready = new int[size];
    for (int member = 0; member < size; member++) {
      members[member] = member;
      ready[member] = graph.compute(member, 0, 0);
    }
    for (int member = 0; member < joins; member++) {
      int join = graph.compute(member, 0, 0);
      graph.requires(join, ready[member]);
      ready[member] = join;
    }
    Collectives.add(graph, collective(0), members, 0, ready);
    return graph.build(operation -> "operation " + operation);
  }

  @Override
  public int operation(int piece, int local) {
    return piece * operations + local - groups.size();
  }

  @Override
  public int pieceOfOperation(int operation) {
    return operation / operations;
  }

  @Override
  public int localOf(int operation) {
    return operation % operations + groups.size();
  }

  @Override
  public int endsFor(int local) {
    return Math.max(-1, local - operations);
  }

  @Override
  long operations() {
    return (long) operations * groups.count();
  }

  @Override
  long messages() {
    return (long) messages * groups.count();
  }

  @Override
  public int messagesOfPiece() {
    return messages;
  }

  @Override
  public int messageOf(int local) {
    return (local - groups.size() - joins) / 2;
  }

  @Override
  int send(int message) {
    return message / messages * operations + joins + 2 * (message % messages);
  }

  @Override
  int sender(int message) {
    return member(message / messages, MessageOrder.from(kind, groups.size(), message % messages));
  }

  @Override
  int receiver(int message) {
    return member(message / messages, MessageOrder.to(kind, groups.size(), message % messages));
  }

  @Override
  long sizeBytes(int message) {
    return MessageOrder.sizeBytes(kind, groups.size(), sizeBytes, message % messages);
  }

  @Override
  void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    int[] hosts = new int[groups.size()];
    for (int piece = 0; piece < groups.count(); piece++) {
      for (int place = 0; place < hosts.length; place++) {
        hosts[place] = job.hostOf(groups.member(piece, place));
      }
      int row = firstRow + piece * messages;
      MessageOrder.forEach(kind, hosts.length, sizeBytes,
          (message, from, to, bytes) -> visitor.visit(row + message, hosts[from], hosts[to], bytes, job.earliestStartPs()));
    }
  }

  @Override
  void forEachAlike(Job job, long repeats, AlikeVisitor visitor) {
    for (int piece = 0; piece < groups.count(); piece++) {
      int group = piece;
      MessageOrder.forEachAlike(kind, groups.size(), sizeBytes, (from, to, bytes, times) -> visitor
          .visit(job.hostOf(groups.member(group, from)), job.hostOf(groups.member(group, to)), bytes, times * repeats));
    }
  }

  @Override
  Object work() {
    return new Work(kind, groups, sizeBytes, joins > 0);
  }

  @Override
  long operationsOf(int rank) {
    return MessageOrder.operationsOf(kind, groups.size(), sizeBytes, placeOf(rank)) + (joins > 0 ? 1 : 0);
  }

  @Override
  long messagesFrom(int rank) {
    return MessageOrder.messagesFrom(kind, groups.size(), sizeBytes, placeOf(rank));
  }

  @Override
  int collectives() {
    return groups.count();
  }

  @Override
  Collective collective(int piece) {
    return new Collective(name + ", " + groupName + " " + (piece + 1), kind, Collectives.usual(kind).name(), groups.size(),
        sizeBytes);
  }

  /** How many operations are labelled with one of the collectives. */
  int operationsOfCollective() {
    return operations - joins;
  }

  @Override
  String description() {
    return String.join(" ", Arrays.asList(name, groupName, kind.name(), groups.toString(), Long.toString(sizeBytes)));
  }
}
