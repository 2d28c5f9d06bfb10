package dev.inflight.sim.setup;

/** Over what messages of jobs go. */
public enum JobConnections {
  /** Over connections where the recovery has messages: with TCP, over flows. */
  USUAL,
  /**
   * Over a connection for each pair of ranks and channel, as NCCL and transports of verbs have it: messages follow each other in the order in which they
   * were posted, and the congestion control goes on from one to the next.
   */
  PER_CHANNEL,
  /** Each over a flow of its own, which starts as any flow does, beside those that are under way. */
  PER_MESSAGE
}
