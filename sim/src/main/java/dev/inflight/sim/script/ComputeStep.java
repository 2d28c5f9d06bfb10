package dev.inflight.sim.script;

import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.Job;

/** A step in which each rank computes, or waits for two steps: a piece for each rank. */
final class ComputeStep extends Step {
  private record Work(int first, int ranks) {
  }

  private record Twin(Work work, int stream, long durationPs, int entries) {
  }

  private final int first;
  private final int ranks;
  private final int stream;
  private final long durationPs;
  private final int entries;
  private final GraphMessages graph;

  ComputeStep(int first, int ranks, int stream, long durationPs, int entries) {
    this.first = first;
    this.ranks = ranks;
    this.stream = stream;
    this.durationPs = durationPs;
    this.entries = entries;
    var builder = new GraphBuilder(1);
    int gate = builder.compute(0, 0, 0);
    builder.requires(builder.compute(0, stream, durationPs), gate);
    graph = new GraphMessages(builder.build(operation -> "operation " + operation));
  }

  @Override
  public int pieces() {
    return ranks;
  }

  @Override
  public int members() {
    return 1;
  }

  @Override
  public int member(int piece, int place) {
    return first + piece;
  }

  @Override
  public boolean has(int rank) {
    return rank >= first && rank < first + ranks;
  }

  @Override
  public int pieceOf(int rank) {
    return rank - first;
  }

  @Override
  public int placeOf(int rank) {
    return 0;
  }

  @Override
  public int entries(int rank) {
    return entries;
  }

  @Override
  public GraphMessages unroll(int piece) {
    return graph;
  }

  @Override
  public int operation(int piece, int local) {
    return piece;
  }

  @Override
  public int pieceOfOperation(int operation) {
    return operation;
  }

  @Override
  public int localOf(int operation) {
    return 1;
  }

  @Override
  public int endsFor(int piece, int local) {
    return local - 1;
  }

  @Override
  long operations() {
    return ranks;
  }

  @Override
  long messages() {
    return 0;
  }

  @Override
  public int firstMessageOf(int piece) {
    return 0;
  }

  @Override
  int send(int message) {
    throw noMessages();
  }

  @Override
  int sender(int message) {
    throw noMessages();
  }

  @Override
  int receiver(int message) {
    throw noMessages();
  }

  @Override
  long sizeBytes(int message) {
    throw noMessages();
  }

  private IllegalArgumentException noMessages() {
    return new IllegalArgumentException("step " + number + " has no messages");
  }

  @Override
  void forEachAlike(Job job, long repeats, AlikeVisitor visitor) {
    // it has no messages
  }

  @Override
  Object work() {
    return new Work(first, ranks);
  }

  @Override
  Object twin() {
    return new Twin(new Work(first, ranks), stream, durationPs, entries);
  }

  @Override
  public long computePs() {
    return stream == 0 ? durationPs : 0;
  }

  @Override
  long operationsOf(int rank) {
    return 1;
  }

  @Override
  long messagesFrom(int rank) {
    return 0;
  }

  @Override
  String description() {
    return "compute " + first + ' ' + ranks + ' ' + stream + ' ' + durationPs;
  }
}
