package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import org.jspecify.annotations.Nullable;

/** Makes a flow when its first frame arrives. All its information is in that frame. */
public interface FlowFactory {
  /** Makes no flows: frames must belong to known flows. */
  FlowFactory NONE = new FlowFactory() {
  };

  /**
   * Makes the flow of a first packet; null to refuse it.
   *
   * @param queuePair queue pair of the packet
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
   * Makes the flow of a connection that another host requests; null to refuse it.
   *
   * @param queuePair queue pair that it proposes
   * @param source node that requests
   * @param destination node that receives the request
   * @param sourcePort UDP source port
   * @param destinationPort UDP source port of packets back
   * @param priority priority
   * @return the stream from that host, which is remembered with its opposite if the rest of the frame fits it; none to refuse it
   */
  default @Nullable Flow connection(int queuePair, int source, int destination, int sourcePort, int destinationPort,
      int priority) {
    return null;
  }
}
