package dev.inflight.cc;

/** Signals that a scheme needs from the network. */
public enum Signal {
  /** Per-hop in-band telemetry in every acknowledgement. */
  HOPS,
  /** Marks that switches set when a queue is long. */
  ECN,
  /** The round-trip time of each acknowledged packet. */
  RTT,
  /** Notification packets from the receiver of marked packets, at most one per flow in {@link Scheme#cnpIntervalPs}. */
  CNP,
  /** Credit that receivers grant ({@link Scheme#credits}). */
  CREDIT
}
