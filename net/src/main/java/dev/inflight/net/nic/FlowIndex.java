package dev.inflight.net.nic;

import dev.inflight.net.nic.slot.SlotRanks;
import dev.inflight.net.nic.slot.SlotSet;
import dev.inflight.net.nic.slot.SlotTimes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The flows of a crowded NIC, indexed by the reason that holds each of them back: choosing the next one takes about as many steps
 * among a million flows as among a thousand. The index chooses and removes like {@link RoundRobin}, which examines flow after
 * flow.
 *
 * <p>A flow has a slot, in order of arrival; slots of removed flows stay empty until the index is rebuilt. A caller that changes
 * a flow's window, pace, bytes or end calls {@link #changed} before the NIC's next choice.
 */
final class FlowIndex {
  private static final int NONE = SlotSet.NONE;
  private static final int PRIORITIES = 8;

  /** The flow has nothing to send now. */
  private static final byte IDLE = 0;
  /** The flow may send unless its priority is paused; its next allowed time had passed at its last check. */
  private static final byte READY = 1;
  /** The flow's next allowed time lies ahead. */
  private static final byte WAITING = 2;
  /** The flow has bytes left and no room in its window. */
  private static final byte BLOCKED = 3;
  /** The next search that meets the flow removes it. */
  private static final byte GONE = 4;

  private final int capacity;
  private final @Nullable NicFlow[] flows;
  private final byte[] standing;
  private final SlotRanks taken;
  private final SlotSet gone;
  private final @Nullable SlotSet[] ready = new SlotSet[PRIORITIES];
  private final @Nullable SlotTimes[] waiting = new SlotTimes[PRIORITIES];
  private final SlotTimes blocked;
  /** The priorities that flows have, a bit each. */
  private int priorities;
  private int end;
  private int count;

  /** Number of flows before the last served one at that time; used unless the slot is known. */
  private int lastServed;
  private int lastServedSlot = NONE;
  private long knownPs = Long.MIN_VALUE;
  private long looks;

  /**
   * An index with room for twice as many flows.
   *
   * @param flows the first {@code count} are taken, in order
   * @param lastServed the position of the one that was served last, which may be beyond the end
   * @param looks number of flows examined before
   */
  @SuppressWarnings("NullAway") // positions below count are filled
  FlowIndex(@Nullable NicFlow[] flows, int count, int lastServed, long looks) {
    this.looks = looks;
    capacity = Math.max(128, Integer.highestOneBit(Math.max(1, count)) << 2);
    this.flows = new NicFlow[capacity];
    standing = new byte[capacity];
    taken = new SlotRanks(capacity);
    gone = new SlotSet(capacity);
    blocked = new SlotTimes(capacity);
    this.lastServed = lastServed;
    for (int at = 0; at < count; at++) {
      add(flows[at]);
    }
  }

  int count() {
    return count;
  }

  /** True if no slot is left. */
  boolean isFull() {
    return end == capacity;
  }

  /** Number of flows examined, woken and removed so far: the cost of choices. */
  long looks() {
    return looks;
  }

  void add(NicFlow flow) {
    int slot = end++;
    flows[slot] = flow;
    flow.turn(slot);
    taken.add(slot);
    count++;
    int priority = flow.priority();
    if ((priorities >> priority & 1) == 0) {
      priorities |= 1 << priority;
      ready[priority] = new SlotSet(capacity);
      waiting[priority] = new SlotTimes(capacity);
    }
    settle(slot, flow);
  }

  void collect(List<NicFlow> into) {
    for (int slot = 0; slot < end; slot++) {
      NicFlow flow = flows[slot];
      if (flow != null) {
        into.add(flow);
      }
    }
  }

  /** The position of the flow that was served last. */
  int lastServed() {
    return lastServedSlot == NONE ? lastServed : taken.rank(lastServedSlot);
  }

  /** Updates a flow after a change of its window, pace, bytes or next allowed time, or after its end. */
  void changed(NicFlow flow) {
    int slot = flow.turn();
    if (slot < end && flows[slot] == flow) { // otherwise it was removed, or sends elsewhere
      settle(slot, flow);
    }
  }

  private void settle(int slot, NicFlow flow) {
    int priority = flow.priority();
    byte now = standing(flow);
    if (standing[slot] != now) {
      leave(slot, priority);
      standing[slot] = now;
    }
    enter(slot, priority, flow.nextSendPs());
  }

  private byte standing(NicFlow flow) {
    if (flow.isGone()) {
      return GONE;
    }
    if (flow.isSendable(0)) {
      return flow.nextSendPs() <= knownPs ? READY : WAITING;
    }
    return flow.hasBytesLeft() ? BLOCKED : IDLE;
  }

  private void leave(int slot, int priority) {
    switch (standing[slot]) {
      case READY -> ready(priority).remove(slot);
      case WAITING -> waiting(priority).remove(slot);
      case BLOCKED -> blocked.remove(slot);
      case GONE -> gone.remove(slot);
      default -> {
        // An idle flow has no place.
      }
    }
  }

  private void enter(int slot, int priority, long nextSendPs) {
    switch (standing[slot]) {
      case READY -> ready(priority).add(slot);
      case WAITING -> waiting(priority).put(slot, nextSendPs);
      case BLOCKED -> blocked.put(slot, nextSendPs);
      case GONE -> gone.add(slot);
      default -> {
        // An idle flow has no place.
      }
    }
  }

  @SuppressWarnings("NullAway") // a priority that flows have
  private SlotSet ready(int priority) {
    return ready[priority];
  }

  @SuppressWarnings("NullAway") // a priority that flows have
  private SlotTimes waiting(int priority) {
    return waiting[priority];
  }

  /** Chooses the next flow to send, or null, and removes finished flows that a search in order would have met. */
  @Nullable
  NicFlow next(long nowPs, int pausedPriorities) {
    if (count == 0) {
      return null;
    }
    knownPs = nowPs;
    int open = priorities & ~pausedPriorities;
    for (int rest = open; rest != 0; rest &= rest - 1) {
      wake(Integer.numberOfTrailingZeros(rest), nowPs);
    }
    int start = startSlot();
    int chosen = firstReady(start + 1, open, nowPs);
    if (chosen == NONE) {
      chosen = firstReady(0, open, nowPs);
    }
    int firstGone = firstGone(start, chosen);
    if (firstGone != NONE) {
      removeGone(firstGone, chosen);
    }
    if (chosen == NONE) {
      return null;
    }
    lastServedSlot = chosen;
    return flows[chosen];
  }

  private void wake(int priority, long nowPs) {
    SlotTimes times = waiting(priority);
    while (times.earliestPs() <= nowPs) {
      int slot = times.first();
      times.remove(slot);
      standing[slot] = READY;
      ready(priority).add(slot);
      looks++;
    }
  }

  private int startSlot() {
    if (lastServedSlot != NONE) {
      return lastServedSlot;
    }
    int slot = taken.select(lastServed % count);
    if (lastServed < count) { // it stays until flows are removed; otherwise it moves with each new flow
      lastServedSlot = slot;
    }
    return slot;
  }

  /** The first flow from a slot on that may send now. */
  @SuppressWarnings("NullAway") // a slot that is ready holds a flow
  private int firstReady(int from, int open, long nowPs) {
    while (true) {
      int slot = NONE;
      for (int rest = open; rest != 0; rest &= rest - 1) {
        int found = ready(Integer.numberOfTrailingZeros(rest)).next(from);
        if (found != NONE && (slot == NONE || found < slot)) {
          slot = found;
        }
      }
      if (slot == NONE) {
        return NONE;
      }
      looks++;
      if (flows[slot].nextSendPs() <= nowPs) {
        return slot;
      }
      settle(slot, flows[slot]); // events may be late, and earlier than the previous one
    }
  }

  /** The lowest finished flow between two slots, with wrap-around at the end; of all slots if none was chosen. */
  private int firstGone(int start, int chosen) {
    if (chosen > start) {
      int found = gone.next(start + 1);
      return found < chosen ? found : NONE;
    }
    int found = gone.next(0);
    return chosen == NONE || found < chosen ? found : gone.next(start + 1);
  }

  private void removeGone(int first, int chosen) {
    if (chosen == NONE) { // the position stays, whichever flow then has it: the authors' rule
      lastServed = lastServed();
      lastServedSlot = NONE;
    }
    for (int slot = first; slot != NONE; slot = gone.next(slot + 1)) {
      remove(slot);
    }
  }

  @SuppressWarnings("NullAway") // the removed flow was here
  private void remove(int slot) {
    flows[slot].takenOff();
    flows[slot] = null;
    gone.remove(slot);
    standing[slot] = IDLE;
    taken.remove(slot);
    count--;
    looks++;
  }

  /** The earliest next allowed time of flows with bytes left, in picoseconds; any past time if that is due. */
  long earliestWithBytesLeft() {
    long earliest = Math.min(blocked.earliestPs(), earliestReady(priorities));
    for (int rest = priorities; rest != 0; rest &= rest - 1) {
      earliest = Math.min(earliest, waiting(Integer.numberOfTrailingZeros(rest)).earliestPs());
    }
    return earliest;
  }

  /** The earliest next allowed time of flows that only time holds back, in picoseconds; any past time if that is due. */
  long earliestSendable(int pausedPriorities) {
    int open = priorities & ~pausedPriorities;
    long earliest = earliestReady(open);
    for (int rest = open; rest != 0; rest &= rest - 1) {
      earliest = Math.min(earliest, waiting(Integer.numberOfTrailingZeros(rest)).earliestPs());
    }
    return earliest;
  }

  /** Times that had passed at the latest check suffice; there are no others where events are not late. */
  @SuppressWarnings("NullAway") // a slot that is ready holds a flow
  private long earliestReady(int open) {
    long earliest = Long.MAX_VALUE;
    for (int rest = open; rest != 0; rest &= rest - 1) {
      SlotSet slots = ready(Integer.numberOfTrailingZeros(rest));
      for (int slot = slots.next(0); slot != NONE && earliest > knownPs; slot = slots.next(slot + 1)) {
        earliest = Math.min(earliest, flows[slot].nextSendPs());
        looks++;
      }
    }
    return earliest;
  }
}
