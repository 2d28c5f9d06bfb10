package dev.inflight.sim.script;

import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.Job;

/**
 * A step in which each of some ranks sends a message to the one at its place among others: a piece for each pair. The step ends
 * for the ranks that receive.
 */
final class TransferStep extends Step {
  private record Work(int from, int to, int count, long sizeBytes) {
  }

  private static final int SEND = 2;

  private final int from;
  private final int to;
  private final int count;
  private final long sizeBytes;
  private final int entriesOfSender;
  private final int entriesOfReceiver;
  private final GraphMessages graph;

  TransferStep(int from, int to, int count, long sizeBytes, int entriesOfSender, int entriesOfReceiver) {
    this.from = from;
    this.to = to;
    this.count = count;
    this.sizeBytes = sizeBytes;
    this.entriesOfSender = entriesOfSender;
    this.entriesOfReceiver = entriesOfReceiver;
    var builder = new GraphBuilder(2);
    int sender = builder.compute(0, 0, 0);
    int receiver = builder.compute(1, 0, 0);
    int send = builder.message(0, 1, sizeBytes);
    builder.requires(send, sender);
    builder.requires(send + 1, receiver);
    graph = new GraphMessages(builder.build(operation -> "operation " + operation));
  }

  @Override
  public int pieces() {
    return count;
  }

  @Override
  public int members() {
    return 2;
  }

  @Override
  public int member(int piece, int place) {
    return (place == 0 ? from : to) + piece;
  }

  @Override
  public boolean has(int rank) {
    return isSender(rank) || rank >= to && rank < to + count;
  }

  private boolean isSender(int rank) {
    return rank >= from && rank < from + count;
  }

  @Override
  public int pieceOf(int rank) {
    return rank - (isSender(rank) ? from : to);
  }

  @Override
  public int placeOf(int rank) {
    return isSender(rank) ? 0 : 1;
  }

  @Override
  public int entries(int rank) {
    return isSender(rank) ? entriesOfSender : entriesOfReceiver;
  }

  @Override
  public GraphMessages unroll(int piece) {
    return graph;
  }

  @Override
  public int operation(int piece, int local) {
    return 2 * piece + local - SEND;
  }

  @Override
  public int pieceOfOperation(int operation) {
    return operation / 2;
  }

  @Override
  public int localOf(int operation) {
    return operation % 2 + SEND;
  }

  @Override
  public int endsFor(int piece, int local) {
    return local == SEND + 1 ? 1 : -1;
  }

  @Override
  long operations() {
    return 2L * count;
  }

  @Override
  long messages() {
    return count;
  }

  @Override
  public int firstMessageOf(int piece) {
    return piece;
  }

  @Override
  int send(int message) {
    return 2 * message;
  }

  @Override
  int sender(int message) {
    return from + message;
  }

  @Override
  int receiver(int message) {
    return to + message;
  }

  @Override
  long sizeBytes(int message) {
    return sizeBytes;
  }

  @Override
  void forEachAlike(Job job, long repeats, AlikeVisitor visitor) {
    for (int message = 0; message < count; message++) {
      visitor.visit(job.hostOf(from + message), job.hostOf(to + message), sizeBytes, repeats);
    }
  }

  @Override
  Object work() {
    return new Work(from, to, count, sizeBytes);
  }

  @Override
  long operationsOf(int rank) {
    return 1;
  }

  @Override
  long messagesFrom(int rank) {
    return isSender(rank) ? 1 : 0;
  }

  @Override
  String description() {
    return "transfer " + from + ' ' + to + ' ' + count + ' ' + sizeBytes;
  }
}
