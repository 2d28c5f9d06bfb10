package dev.inflight.net.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;

/**
 * What two hosts agree on when one has asked the other for a reliable connection: a number, and a stream of bytes in each direction. It does
 * not change: two hosts may share one, or have one each that says the same.
 */
public final class QueuePairConnection {
  /** Makes the congestion control of a stream when its end starts to send. */
  public interface Controls {
    /** What is known of a stream's path. */
    PathFacts path(Flow stream, long lineRateBitsPerSec);

    /** The control of a new sender. */
    CongestionControl start(Flow stream, PathFacts path);

    /** How it paces when its rate changes. */
    Pacing pacing();

    /** A stream has started to send. */
    default void started(Sender sender) {
    }
  }

  /**
   * The requesting and the answering end.
   *
   * @param from the host that asks
   * @param to the host that is asked, another one
   * @param sourcePort UDP source port of packets from the host that asks, destination port of those back
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
   * @param id number of the stream from the host that asks; the one back has the next, and no other flow may have either
   * @param payloadBytes of a full packet
   * @param startPs when it is asked for, in picoseconds
   */
  public QueuePairConnection(int id, Request request, int payloadBytes, long startPs) {
    this(id, request, payloadBytes, startPs, false);
  }

  /**
   * The same.
   *
   * @param prepared whether both hosts know of it from the start, as after an exchange before the run: no control packets make or end it
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

  /** Whether both hosts know of it from the start: no control packets make or end it. */
  public boolean isPrepared() {
    return prepared;
  }

  /** The stream of the host that asks. */
  public StreamFlow forward() {
    return forward;
  }

  /** The stream of the host that is asked. */
  public StreamFlow reverse() {
    return reverse;
  }

  /** Whether an end of it is here now. */
  public boolean isOpen() {
    return forward.queuePair != null || reverse.queuePair != null;
  }

  /** The number of both queue pairs. */
  public int queuePair() {
    return forward.queuePair();
  }
}
