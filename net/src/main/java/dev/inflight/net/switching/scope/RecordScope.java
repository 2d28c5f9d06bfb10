package dev.inflight.net.switching.scope;

import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/** The subject of the records that switches write: the whole port or the packet's own queue (draft-miao-rtgwg-hpccplus §9.3). */
public sealed interface RecordScope permits PortScope, QueueScope {
  /** Name in scenarios. */
  String name();

  /** Form of the queueing in records. */
  Queueing queueing();

  /** True if records are of one of the queues that share a port. */
  default boolean ofQueues() {
    return false;
  }

  /** Forms of the queueing in records. */
  enum Queueing {
    /** Bytes that wait when the packet leaves. */
    LENGTH,
    /** The time from the packet's last bit in to its first bit out. */
    DELAY
  }

  /**
   * Returns this scope with values that depend on the network filled in.
   *
   * @param baseRttPs its longest base RTT, in picoseconds, above 0
   */
  default RecordScope in(long baseRttPs) {
    return this;
  }

  /**
   * Returns a format with this form of queueing.
   *
   * @return null where the format cannot
   */
  default @Nullable TelemetryFormat of(TelemetryFormat format) {
    return queueing() == Queueing.DELAY ? format.bySojourn() : format;
  }
}
