package dev.inflight.net.balance.weave;

import org.jspecify.annotations.Nullable;

/** A leaf's state of a flow: an entry of {@link FlowEntries}. */
abstract class FlowEntry {
  /** The flow's number. */
  int flow;
  /** Time of its last packet, in picoseconds. */
  long lastPs;
  /** The next entry with this hash, or the next free one. */
  @Nullable
  FlowEntry next;

  /** True if the entry has to stay, however long its flow is idle. */
  abstract boolean isNeeded();

  /** Resets the entry to that of a new flow. */
  abstract void clear();
}
