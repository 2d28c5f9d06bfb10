package dev.inflight.net.rdma;

import org.jspecify.annotations.Nullable;

/** A host's answer to those who ask for a connection. */
@FunctionalInterface
public interface ConnectionListener {
  /** Accepts nobody. */
  ConnectionListener NOBODY = connection -> null;

  /** Who is told of the new queue pair, or null to reject it. */
  @Nullable
  QueuePairListener accept(Connection connection);
}
