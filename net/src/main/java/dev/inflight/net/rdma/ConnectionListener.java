package dev.inflight.net.rdma;

import org.jspecify.annotations.Nullable;

/** Accepts or rejects the connections that other hosts request. */
@FunctionalInterface
public interface ConnectionListener {
  /** Accepts no connection. */
  ConnectionListener NONE = _ -> null;

  /**
   * Parts of the queue pair of an accepted connection.
   *
   * @param listener receives events of the new queue pair
   * @param controls make the congestion control of its stream
   */
  record Acceptance(QueuePairListener listener, QueuePairConnection.Controls controls) {
  }

  /** Accepts a connection, or returns null to reject it. */
  @Nullable
  Acceptance accept(QueuePairConnection connection);
}
