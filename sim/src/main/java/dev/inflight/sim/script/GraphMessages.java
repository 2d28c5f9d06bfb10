package dev.inflight.sim.script;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The messages of a graph: those of rings by formula, and the sends of all others in a column. */
public final class GraphMessages implements MessageList {
  private final OperationGraph graph;
  private final List<RingOperations> rings;
  private final int[] firstMessages;
  /** By ring, the number of messages up to its end. */
  private final int[] ofRings;
  private final int[] otherSends;
  /** The ring that was found last: the next lookup mostly needs it again. */
  private int lastFound;

  /** Makes the messages of a graph with one host for each rank, and a receive for each message. */
  public GraphMessages(OperationGraph graph) {
    this.graph = graph;
    rings = graph.rings();
    firstMessages = rings.stream().mapToInt(RingOperations::firstMessage).toArray();
    ofRings = rings.stream().mapToInt(ring -> (int) ring.shape().messages()).toArray();
    Arrays.parallelPrefix(ofRings, Integer::sum);
    otherSends = IntStream.range(0, graph.operations())
        .filter(operation -> graph.column(operation) >= 0 && graph.kind(operation) == OperationGraph.Kind.SEND).toArray();
  }

  /** The graph of these messages. */
  public OperationGraph graph() {
    return graph;
  }

  @Override
  public int messages() {
    return otherSends.length + (ofRings.length == 0 ? 0 : ofRings[ofRings.length - 1]);
  }

  @Override
  public int send(int message) {
    if (firstMessages.length == 0 || message < firstMessages[0]) {
      return otherSends[message];
    }
    int ring = lastFound; // a value of another thread is as good
    if (message < firstMessages[ring] || ring + 1 < firstMessages.length && message >= firstMessages[ring + 1]) {
      ring = before(firstMessages, message);
      lastFound = ring;
    }
    RingOperations of = rings.get(ring);
    return message < of.firstMessage() + of.shape().messages() ? of.send(message) : otherSends[message - ofRings[ring]];
  }

  /** The message of a send. */
  public int number(int send) {
    int column = graph.column(send);
    if (column < 0) {
      return rings.get(~column).message(send);
    }
    int other = Arrays.binarySearch(otherSends, send);
    int ring = 0;
    while (ring < ofRings.length && rings.get(ring).first() < send) { // there are as many rings as channels
      ring++;
    }
    return other + (ring == 0 ? 0 : ofRings[ring - 1]);
  }

  private static int before(int[] firsts, int number) {
    int found = Arrays.binarySearch(firsts, number);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public int source(Job job, int message) {
    return job.hostOf(sender(message));
  }

  @Override
  public int destination(Job job, int message) {
    return job.hostOf(receiver(message));
  }

  /** The rank that sends a message. */
  int sender(int message) {
    return graph.rank(send(message));
  }

  /** The rank that receives a message. */
  int receiver(int message) {
    return graph.rank(graph.partner(send(message)));
  }

  @Override
  public long sizeBytes(int message) {
    return graph.sizeBytes(send(message));
  }

  @Override
  public void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    forEach((message, from, to, sizeBytes) -> visitor.visit(firstRow + message, job.hostOf(from), job.hostOf(to), sizeBytes,
        job.earliestStartPs()));
  }

  /** Visits all messages in order, with their ranks. */
  void forEach(RingOperations.Messages visitor) {
    int other = 0;
    for (int ring = 0; ring <= rings.size(); ring++) {
      int before = ring == 0 ? 0 : ofRings[ring - 1];
      int end = ring < rings.size() ? firstMessages[ring] : messages();
      for (; before + other < end; other++) {
        int send = otherSends[other];
        visitor.visit(before + other, graph.rank(send), graph.rank(graph.partner(send)), graph.sizeBytes(send));
      }
      if (ring < rings.size()) {
        rings.get(ring).forEach(visitor);
      }
    }
  }

  @Override
  public void forEachAlike(Job job, AlikeVisitor visitor) {
    forEachAlike((from, to, bytes, times) -> visitor.visit(job.hostOf(from), job.hostOf(to), bytes, times));
  }

  /** Visits groups of equal messages, with ranks instead of hosts. */
  void forEachAlike(AlikeVisitor visitor) {
    int other = 0;
    for (RingOperations ring : rings) {
      for (; other < otherSends.length && otherSends[other] < ring.first(); other++) {
        visitOther(otherSends[other], visitor);
      }
      ring.forEachAlike(visitor::visit);
    }
    for (; other < otherSends.length; other++) {
      visitOther(otherSends[other], visitor);
    }
  }

  private void visitOther(int send, AlikeVisitor visitor) {
    visitor.visit(graph.rank(send), graph.rank(graph.partner(send)), graph.sizeBytes(send), 1);
  }
}
