package dev.inflight.sim.script;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The messages of a graph that has rings: of rings by formula, and the sends of all others in a column. */
public final class GraphMessages implements MessageList {
  private final OperationGraph graph;
  private final List<RingOperations> rings;
  private final int[] firstMessages;
  /** By ring, how many messages it and those before it have. */
  private final int[] ofRings;
  private final int[] otherSends;

  /** Those of a graph. */
  public GraphMessages(OperationGraph graph) {
    this.graph = graph;
    rings = graph.rings();
    firstMessages = rings.stream().mapToInt(RingOperations::firstMessage).toArray();
    ofRings = rings.stream().mapToInt(ring -> (int) ring.shape().messages()).toArray();
    Arrays.parallelPrefix(ofRings, Integer::sum);
    otherSends = IntStream.range(0, graph.operations())
        .filter(operation -> graph.column(operation) >= 0 && graph.kind(operation) == OperationGraph.Kind.SEND).toArray();
  }

  @Override
  public int messages() {
    return otherSends.length + (ofRings.length == 0 ? 0 : ofRings[ofRings.length - 1]);
  }

  @Override
  public int send(int message) {
    int found = Arrays.binarySearch(firstMessages, message);
    int ring = found >= 0 ? found : -found - 2;
    if (ring < 0) {
      return otherSends[message];
    }
    RingOperations of = rings.get(ring);
    return message < of.firstMessage() + of.shape().messages() ? of.send(message) : otherSends[message - ofRings[ring]];
  }

  @Override
  public int source(Job job, int message) {
    return job.host(send(message));
  }

  @Override
  public int destination(Job job, int message) {
    return job.destination(send(message));
  }

  @Override
  public long sizeBytes(int message) {
    return graph.sizeBytes(send(message));
  }

  @Override
  public void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    for (int message = 0; message < messages(); message++) {
      int send = send(message);
      visitor.visit(firstRow + message, job.host(send), job.destination(send), graph.sizeBytes(send), job.earliestStartPs());
    }
  }

  @Override
  public void forEachAlike(Job job, AlikeVisitor visitor) {
    int other = 0;
    for (RingOperations ring : rings) {
      for (; other < otherSends.length && otherSends[other] < ring.first(); other++) {
        visitOther(job, otherSends[other], visitor);
      }
      ring.forEachAlike((from, to, bytes, times) -> visitor.visit(job.hostOf(from), job.hostOf(to), bytes, times));
    }
    for (; other < otherSends.length; other++) {
      visitOther(job, otherSends[other], visitor);
    }
  }

  private void visitOther(Job job, int send, AlikeVisitor visitor) {
    visitor.visit(job.host(send), job.destination(send), graph.sizeBytes(send), 1);
  }
}
