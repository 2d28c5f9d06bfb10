package dev.inflight.net.rdma;

import org.jspecify.annotations.Nullable;

/** Accepts or rejects the connections that other hosts ask for. */
@FunctionalInterface
public interface ConnectionListener {
  /** Accepts nobody. */
  ConnectionListener NOBODY = connection -> null;

  /** Who is told of the new queue pair, or null to reject it. */
  @Nullable
  QueuePairListener accept(Connection connection);
}
