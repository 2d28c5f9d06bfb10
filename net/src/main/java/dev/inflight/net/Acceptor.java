package dev.inflight.net;

import org.jspecify.annotations.Nullable;

/** A host's answer to those who ask for a connection. */
@FunctionalInterface
public interface Acceptor {
  /** Accepts nobody. */
  Acceptor NOBODY = connection -> null;

  /** Who is told of the new queue pair, or null to reject it. */
  @Nullable
  QueuePairListener accept(Connection connection);
}
