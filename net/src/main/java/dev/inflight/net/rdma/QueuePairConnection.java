package dev.inflight.net.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;

/**
 * Common properties of both ends of a requested reliable connection: a number, and a stream of bytes in each direction. It is
 * immutable: two hosts may share one, or have equal copies of it.
 */
public final class QueuePairConnection {
  /** Makes the congestion control of a stream when its end starts to send. */
  public interface Controls {
    /** Properties of a stream's path. */
    PathFacts path(Flow stream, long lineRateBitsPerSec);

    /** The control of a new sender. */
    CongestionControl start(Flow stream, PathFacts path);

    /** Pacing after changes of the rate. */
    Pacing pacing();

    /** Called when a stream has started to send. */
    default void started(Sender sender) {
    }
  }

  /**
   * The requesting and the answering end.
   *
   * @param from the requesting host
   * @param to the host that receives the request, another one
   * @param sourcePort UDP source port of packets from the requesting host, and destination port of packets to it
   * @param destinationPort the other port
   * @param priority priority of both streams, 1 to 7
   * @param flowClass class of both streams
   */
  public record Request(int from, int to, int sourcePort, int destinationPort, int priority, int flowClass) {
    /** Streams of the first class. */
    public Request(int from, int to, int sourcePort, int destinationPort, int priority) {
      this(from, to, sourcePort, destinationPort, priority, 0);
    }

    /** Checks the ranges. */
    public Request {
      if (from == to) {
        throw new IllegalArgumentException("a connection from host " + from + " to itself");
      }
      if (priority < 1 || priority > 7) {
        throw new IllegalArgumentException("priority " + priority + " is outside 1 to 7");
      }
    }
  }

  private final int id;
  private final Request request;
  private final int payloadBytes;
  private final long startPs;
  private final boolean prepared;
  private final StreamFlow forward;
  private final StreamFlow reverse;

  /**
   * A connection.
   *
   * @param id number of the stream from the requesting host; the opposite stream has the next one; no other flow may have either
   * @param payloadBytes payload of a full packet
   * @param startPs time of the request, in picoseconds
   */
  public QueuePairConnection(int id, Request request, int payloadBytes, long startPs) {
    this(id, request, payloadBytes, startPs, false);
  }

  /**
   * Makes a connection that may be prepared.
   *
   * @param prepared true if both hosts have it from the start, as if exchanged before the run: no control packets open or close
   *     it
   */
  public QueuePairConnection(int id, Request request, int payloadBytes, long startPs, boolean prepared) {
    this.prepared = prepared;
    this.id = id;
    this.request = request;
    this.payloadBytes = payloadBytes;
    this.startPs = startPs;
    forward = new StreamFlow(this, id, request.from, request.to, request.sourcePort, request.destinationPort);
    reverse = new StreamFlow(this, id + 1, request.to, request.from, request.destinationPort, request.sourcePort);
  }

  int id() {
    return id;
  }

  /** The requesting and the answering end. */
  public Request request() {
    return request;
  }

  int payloadBytes() {
    return payloadBytes;
  }

  long startPs() {
    return startPs;
  }

  /** True if both hosts have it from the start: no control packets make or end it. */
  public boolean isPrepared() {
    return prepared;
  }

  /** The stream of the requesting host. */
  public StreamFlow forward() {
    return forward;
  }

  /** The stream of the other host. */
  public StreamFlow reverse() {
    return reverse;
  }

  /** True if one of its ends exists now. */
  public boolean isOpen() {
    return forward.queuePair != null || reverse.queuePair != null;
  }

  /** The number of both queue pairs. */
  public int queuePair() {
    return forward.queuePair();
  }
}
