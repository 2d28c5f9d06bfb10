package dev.inflight.net.rdma;

/** Receives a queue pair's events: the application's side. It may post and close from within. */
public interface QueuePairListener {
  /** Ignores everything. */
  QueuePairListener NONE = new QueuePairListener() {
  };

  /** Called when both ends have the connection. */
  default void connected(QueuePair queuePair, long nowPs) {
  }

  /** Called when an operation has completed or failed; those of a queue pair complete in the order in which they were posted. */
  default void completed(QueuePair queuePair, Operation operation, long nowPs) {
  }

  /** The longest message that {@link #arrived} takes, in bytes; 0 for none. */
  default int mostMessageBytes() {
    return 0;
  }

  /**
   * Called when a WRITE of the other end has come whole and in order; for hosts without bytes in their packets, which receive here what
   * real ones read in memory.
   *
   * @param address address in the WRITE
   */
  default void written(QueuePair queuePair, long address, long nowPs) {
  }

  /**
   * Called when a message has come whole and in order: a WRITE under the key 0, which no region has, so that it goes to the application
   * instead. For hosts with bytes in their packets.
   *
   * @param address address in the WRITE
   */
  default void arrived(QueuePair queuePair, long address, byte[] message, long nowPs) {
  }

  /** The queue pair is destroyed. */
  default void closed(QueuePair queuePair, long nowPs) {
  }
}
