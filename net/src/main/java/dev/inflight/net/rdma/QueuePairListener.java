package dev.inflight.net.rdma;

/** Is told what becomes of a queue pair: the application's side. It may post and close from within. */
public interface QueuePairListener {
  /** Ignores everything. */
  QueuePairListener NONE = new QueuePairListener() {
  };

  /** Both ends know of the connection. */
  default void connected(QueuePair queuePair, long nowPs) {
  }

  /** An operation is over, well or not; those of a queue pair complete in the order in which they were posted. */
  default void completed(QueuePair queuePair, Operation operation, long nowPs) {
  }

  /** The queue pair is destroyed. */
  default void closed(QueuePair queuePair, long nowPs) {
  }
}
