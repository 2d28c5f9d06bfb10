package dev.inflight.net.nic;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One scheduling engine: an array of flows that it visits in turn, one slot per tick. Slot s is visited at times congruent to s
 * ticks modulo one scan. Visits have no events: the first visit at which a flow may send follows from its window and pace.
 */
final class SchedulingEngine {
  static final long NEVER = Long.MAX_VALUE;
  /** No flow may send. */
  static final int NONE = -1;
  private static final int UNKNOWN = -2;

  private final int slots;
  private final long tickPs;
  private final long scanPs;
  private @Nullable NicFlow[] flows;
  /** For each slot, the first visit at which its flow may send or has ordered a packet; {@link #NEVER} while blocked. */
  private long[] visitPs;
  /**
   * For each slot, the time before which no visit counts: the window's opening, or the departure of the previous visit's packet.
   */
  private long[] notBeforePs;
  private int count;
  private int first = NONE;
  private int firstFor;

  SchedulingEngine(EngineNic limits) {
    slots = limits.flowsPerEngine();
    tickPs = limits.tickPs();
    scanPs = limits.scanPs();
    int initially = Math.min(slots, 8); // most NICs never have more flows than this
    flows = new NicFlow[initially];
    visitPs = new long[initially];
    notBeforePs = new long[initially];
    Arrays.fill(visitPs, NEVER);
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == slots;
  }

  /** The flow in a slot, or null; there is none beyond {@link #reach}. */
  @Nullable
  NicFlow flow(int slot) {
    return flows[slot];
  }

  /** One more than the last slot that may hold a flow. */
  int reach() {
    return flows.length;
  }

  long visitPs(int slot) {
    return visitPs[slot];
  }

  /** Puts a flow into the first free slot, and returns that. There must be one. */
  int add(NicFlow flow) {
    int slot = 0;
    while (slot < flows.length && flows[slot] != null) {
      slot++;
    }
    if (slot == flows.length) {
      grow();
    }
    flows[slot] = flow;
    count++;
    return slot;
  }

  private void grow() {
    int before = flows.length;
    int length = Math.min(slots, 2 * before);
    flows = Arrays.copyOf(flows, length);
    visitPs = Arrays.copyOf(visitPs, length);
    notBeforePs = Arrays.copyOf(notBeforePs, length);
    Arrays.fill(visitPs, before, length, NEVER);
  }

  void remove(int slot) {
    flows[slot] = null;
    count--;
    visit(slot, NEVER);
  }

  void clear() {
    Arrays.fill(flows, null);
    Arrays.fill(visitPs, NEVER);
    count = 0;
    first = NONE;
  }

  /** Counts a packet that left at {@code startPs} for the visit that was due. */
  void sent(int slot, NicFlow flow, long startPs) {
    notBeforePs[slot] = Math.max(startPs, visitPs[slot] + 1);
    visit(slot, flow.isSendable(0) ? firstVisitPs(slot, flow.nextSendPs()) : NEVER);
  }

  /**
   * Applies a change of a flow's window or pace. A visit that has ordered a packet stays, unless the flow must not send any more.
   */
  void changed(int slot, NicFlow flow, long nowPs) {
    if (!flow.isSendable(0)) {
      visit(slot, NEVER);
      return;
    }
    if (visitPs[slot] == NEVER) {
      notBeforePs[slot] = Math.max(notBeforePs[slot], nowPs); // events may be late, and the next one earlier
    }
    if (visitPs[slot] > nowPs || flow.nextSendPs() > visitPs[slot]) {
      visit(slot, firstVisitPs(slot, Math.max(nowPs, flow.nextSendPs())));
    }
  }

  private long firstVisitPs(int slot, long fromPs) {
    long phasePs = slot * tickPs;
    long afterPhasePs = Math.max(fromPs, notBeforePs[slot]) - phasePs;
    return phasePs + Math.max(0, Math.ceilDiv(afterPhasePs, scanPs)) * scanPs;
  }

  private void visit(int slot, long atPs) {
    visitPs[slot] = atPs;
    if (first == NONE || first == slot || first >= 0 && atPs < visitPs[first]) {
      first = UNKNOWN;
    }
  }

  /** The slot with the earliest visit among unpaused priorities, or {@link #NONE}. */
  @SuppressWarnings("NullAway") // a slot with a visit holds a flow
  int first(int pausedPriorities) {
    if (first != UNKNOWN && firstFor == pausedPriorities) {
      return first;
    }
    int found = NONE;
    long earliest = NEVER;
    for (int slot = 0; slot < visitPs.length; slot++) {
      if (visitPs[slot] < earliest && (pausedPriorities == 0 || flows[slot].isSendable(pausedPriorities))) {
        found = slot;
        earliest = visitPs[slot];
      }
    }
    first = found;
    firstFor = pausedPriorities;
    return found;
  }
}
