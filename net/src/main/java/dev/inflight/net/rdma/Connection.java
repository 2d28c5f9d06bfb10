package dev.inflight.net.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What two hosts agree on when one has asked the other for a reliable connection: a number, and a stream of bytes in each direction.
 */
public final class Connection {
  /** Makes the congestion control of a stream when its end begins to send. */
  public interface Controls {
    /** What is known of a stream's path. */
    PathFacts path(Flow stream, long lineRateBitsPerSec);

    /** The control of a new sender. */
    CongestionControl start(PathFacts path);

    /** How it paces when its rate changes. */
    Pacing pacing();

    /** A stream has begun to send. */
    default void started(Sender sender) {
    }
  }

  /**
   * Who asks whom.
   *
   * @param from the host that asks
   * @param to the host that is asked, another one
   * @param sourcePort UDP source port of packets from the host that asks, destination port of those back
   * @param destinationPort the other port
   * @param group priority group of both streams, 1 to 7
   * @param flowClass class of both streams
   */
  public record Request(int from, int to, int sourcePort, int destinationPort, int group, byte flowClass) {
    /** Streams of the first class. */
    public Request(int from, int to, int sourcePort, int destinationPort, int group) {
      this(from, to, sourcePort, destinationPort, group, (byte) 0);
    }

    /** Checks the ranges. */
    public Request {
      if (from == to) {
        throw new IllegalArgumentException("a connection from host " + from + " to itself");
      }
      if (group < 1 || group > 7) {
        throw new IllegalArgumentException("priority group " + group + " is outside 1 to 7");
      }
    }
  }

  final StreamFlow forward;
  final StreamFlow reverse;
  final Controls controls;
  /** The end that asked, until it is destroyed. */
  @Nullable
  QueuePair initiator;
  /** The end that was asked, from when it accepts until it is destroyed. */
  @Nullable
  QueuePair acceptor;
  /** The host that was asked has accepted once, and will not again. */
  boolean answered;

  /**
   * A connection.
   *
   * @param forward the stream of the host that asks
   * @param reverse the stream of the host that is asked
   */
  public Connection(StreamFlow forward, StreamFlow reverse, Controls controls) {
    this.forward = forward;
    this.reverse = reverse;
    this.controls = controls;
  }

  /** The stream of the host that asks. */
  public StreamFlow forward() {
    return forward;
  }

  /** The stream of the host that is asked. */
  public StreamFlow reverse() {
    return reverse;
  }

  /** The number of both queue pairs. */
  public int queuePair() {
    return forward.queuePair();
  }
}
