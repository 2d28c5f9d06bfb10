package dev.inflight.net.rdma;

/** Receives a queue pair's events: the application's side. Its methods may post and close. */
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
   * Called when a whole WRITE of the other end has arrived in order. Hosts without bytes in their packets learn here what real
   * hosts read in memory.
   *
   * @param address address in the WRITE
   */
  default void written(QueuePair queuePair, long address, long nowPs) {
  }

  /**
   * Called when a whole message has arrived in order, at hosts with bytes in their packets: a WRITE with key 0, which no region
   * has, so the application receives it.
   *
   * @param address address in the WRITE
   */
  default void arrived(QueuePair queuePair, long address, byte[] message, long nowPs) {
  }

  /** Called when the queue pair is destroyed. */
  default void closed(QueuePair queuePair, long nowPs) {
  }
}
