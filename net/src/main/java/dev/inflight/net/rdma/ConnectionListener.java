package dev.inflight.net.rdma;

import org.jspecify.annotations.Nullable;

/** Accepts or rejects the connections that other hosts ask for. */
@FunctionalInterface
public interface ConnectionListener {
  /** Accepts no connection. */
  ConnectionListener NONE = _ -> null;

  /**
   * What makes a queue pair of a connection that is accepted.
   *
   * @param listener is notified of the new queue pair
   * @param controls make the congestion control of its stream
   */
  record Acceptance(QueuePairListener listener, QueuePairConnection.Controls controls) {
  }

  /** How to accept it, or null to reject it. */
  @Nullable
  Acceptance accept(QueuePairConnection connection);
}
