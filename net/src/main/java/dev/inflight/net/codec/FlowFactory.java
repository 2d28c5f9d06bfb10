package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import org.jspecify.annotations.Nullable;

/** Makes the flows that a host first learns of from a frame. All its information is in the frame. */
public interface FlowFactory {
  /** Knows no one: frames are those of flows that were added before. */
  FlowFactory NONE = new FlowFactory() {
  };

  /**
   * The first packet of a flow that is not known.
   *
   * @param queuePair of the packet
   * @param source node that it comes from
   * @param destination node that it is for
   * @param sourcePort UDP source port
   * @param priority priority
   * @return its flow, which is remembered if the rest of the frame fits it; none to refuse it
   */
  default @Nullable Flow flow(int queuePair, int source, int destination, int sourcePort, int priority) {
    return null;
  }

  /**
   * A host asks for a connection that is not known.
   *
   * @param queuePair that it proposes
   * @param source node that asks
   * @param destination node that is asked
   * @param sourcePort UDP source port
   * @param destinationPort UDP source port of what comes back
   * @param priority priority
   * @return the stream from that host, which is remembered with its opposite if the rest of the frame fits it; none to refuse it
   */
  default @Nullable Flow connection(int queuePair, int source, int destination, int sourcePort, int destinationPort,
      int priority) {
    return null;
  }
}
