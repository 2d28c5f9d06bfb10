package dev.inflight.sim.script;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.Job;

/** A step in which each group of ranks does a collective: a piece for each group. */
final class CollectiveStep extends Step {
  private final String name;
  private final String groupName;
  private final Groups groups;
  private final GroupGraphs graphs;
  private final int entries;

  CollectiveStep(String name, String groupName, Groups groups, GroupGraphs graphs, int entries) {
    this.name = name;
    this.groupName = groupName;
    this.groups = groups;
    this.graphs = graphs;
    this.entries = entries;
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
  public GraphMessages unroll(int piece) {
    return graphs.of(piece).unroll();
  }

  @Override
  public int operation(int piece, int local) {
    return graphs.firstOperation(piece) + local - groups.size();
  }

  @Override
  public int pieceOfOperation(int operation) {
    return graphs.groupOfOperation(operation);
  }

  @Override
  public int localOf(int operation) {
    return operation - graphs.firstOperation(pieceOfOperation(operation)) + groups.size();
  }

  @Override
  public int endsFor(int piece, int local) {
    return Math.max(-1, local - graphs.of(piece).operations()); // the ends are last
  }

  @Override
  long operations() {
    return graphs.operations();
  }

  @Override
  long messages() {
    return graphs.messages();
  }

  @Override
  public int firstMessageOf(int piece) {
    return graphs.firstMessage(piece);
  }

  @Override
  int send(int message) {
    int piece = graphs.groupOfMessage(message);
    return operation(piece, unroll(piece).send(message - graphs.firstMessage(piece)));
  }

  @Override
  int sender(int message) {
    int piece = graphs.groupOfMessage(message);
    return member(piece, unroll(piece).sender(message - graphs.firstMessage(piece)));
  }

  @Override
  int receiver(int message) {
    int piece = graphs.groupOfMessage(message);
    return member(piece, unroll(piece).receiver(message - graphs.firstMessage(piece)));
  }

  @Override
  long sizeBytes(int message) {
    int piece = graphs.groupOfMessage(message);
    return unroll(piece).sizeBytes(message - graphs.firstMessage(piece));
  }

  @Override
  void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    int[] hosts = new int[groups.size()];
    for (int piece = 0; piece < groups.count(); piece++) {
      for (int place = 0; place < hosts.length; place++) {
        hosts[place] = job.hostOf(groups.member(piece, place));
      }
      int row = firstRow + graphs.firstMessage(piece);
      unroll(piece).forEach(
          (message, from, to, bytes) -> visitor.visit(row + message, hosts[from], hosts[to], bytes, job.earliestStartPs()));
    }
  }

  @Override
  void forEachAlike(Job job, long repeats, AlikeVisitor visitor) {
    for (int piece = 0; piece < groups.count(); piece++) {
      int group = piece;
      unroll(piece).forEachAlike((from, to, bytes, times) -> visitor.visit(job.hostOf(groups.member(group, from)),
          job.hostOf(groups.member(group, to)), bytes, times * repeats));
    }
  }

  @Override
  Object work() {
    return graphs; // equal steps of a script share them
  }

  @Override
  long operationsOf(int rank) {
    return graphs.of(pieceOf(rank)).operationsOf(placeOf(rank));
  }

  @Override
  long messagesFrom(int rank) {
    return graphs.of(pieceOf(rank)).messagesFrom(placeOf(rank));
  }

  @Override
  int collectives() {
    return groups.count();
  }

  @Override
  Collective collective(int piece) {
    return graphs.of(piece).collective(name + ", " + groupName + " " + (piece + 1));
  }

  /** Number of operations that are labeled with the collective of a piece. */
  int operationsOfCollective(int piece) {
    return graphs.of(piece).operationsOfCollective();
  }

  @Override
  String description() {
    return name + ' ' + groupName + ' ' + groups + ' ' + graphs;
  }
}
