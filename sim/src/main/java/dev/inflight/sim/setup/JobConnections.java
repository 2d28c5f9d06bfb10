package dev.inflight.sim.setup;

/** Transport of jobs' messages. */
public enum JobConnections {
  /** Over connections if the recovery has messages; with TCP, over flows. */
  USUAL,
  /**
   * One connection for each pair of ranks and channel, as in NCCL and transports of verbs: messages follow each other in the
   * order in which they were posted, and the congestion control continues from one to the next.
   */
  PER_CHANNEL,
  /** A separate flow for each message, which starts as any flow does, in parallel to those in progress. */
  PER_MESSAGE
}
