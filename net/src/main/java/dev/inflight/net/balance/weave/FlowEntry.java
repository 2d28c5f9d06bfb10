package dev.inflight.net.balance.weave;

import org.jspecify.annotations.Nullable;

/** What a leaf knows of a flow: an entry of {@link FlowEntries}. */
abstract class FlowEntry {
  /** The flow's number. */
  int flow;
  /** When its last packet came, in picoseconds. */
  long lastPs;
  /** The next entry with this hash, or the next free one. */
  @Nullable
  FlowEntry next;

  /** Whether it has to stay, however long its flow is idle. */
  abstract boolean isNeeded();

  /** Makes it that of a flow of which nothing is known. */
  abstract void clear();
}
