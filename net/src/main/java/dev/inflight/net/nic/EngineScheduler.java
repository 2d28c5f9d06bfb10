package dev.inflight.net.nic;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NIC's flow scheduler in hardware (HPCC §4.2, §4.3): independent engines with a fixed number of slots for flows. At each visit
 * an engine gives the flow credit, and orders a packet from the pipe if credit and window permit. The pipe serves orders by
 * visit, then by engine, and holds one event of a flow. A flow without a free slot waits in line.
 */
final class EngineScheduler extends FlowScheduler {
  private final NicCounters counters;
  private final SchedulingEngine[] engines;
  private final int slotsPerEngine;
  private final long scanPs;
  private final ArrayDeque<NicFlow> line = new ArrayDeque<>();
  private int count;
  private long chargedFromPs;

  EngineScheduler(EngineNic limits, NicCounters counters) {
    this.counters = counters;
    slotsPerEngine = limits.flowsPerEngine();
    scanPs = limits.scanPs();
    engines = new SchedulingEngine[limits.engines()];
    for (int number = 0; number < engines.length; number++) {
      engines[number] = new SchedulingEngine(limits);
    }
  }

  @Override
  public void add(NicFlow sender, long nowPs) {
    count++;
    int emptiest = 0;
    for (int number = 1; number < engines.length; number++) {
      if (engines[number].count() < engines[emptiest].count()) {
        emptiest = number;
      }
    }
    if (engines[emptiest].isFull()) {
      sender.slot().want(nowPs, counters);
      line.add(sender);
    } else {
      give(emptiest, sender, nowPs);
    }
  }

  private void give(int number, NicFlow sender, long nowPs) {
    SchedulingEngine engine = engines[number];
    int slot = engine.add(sender);
    sender.slot().take(number * slotsPerEngine + slot, nowPs, counters);
    engine.changed(slot, sender, nowPs);
  }

  @Override
  boolean isEmpty() {
    return count == 0;
  }

  /** Flows slot by slot over all engines, then the line: flows that are added again in this order get the same slots. */
  @Override
  void collect(List<NicFlow> into) {
    for (int slot = 0; slot < slotsPerEngine; slot++) {
      for (SchedulingEngine engine : engines) {
        NicFlow flow = slot < engine.reach() ? engine.flow(slot) : null;
        if (flow != null) {
          into.add(flow);
        }
      }
    }
    into.addAll(line);
  }

  @Override
  public void clear() {
    for (SchedulingEngine engine : engines) {
      for (int slot = 0; slot < engine.reach(); slot++) {
        NicFlow flow = engine.flow(slot);
        if (flow != null) {
          flow.slot().giveBack();
        }
      }
      engine.clear();
    }
    line.clear();
    count = 0;
  }

  @Override
  @SuppressWarnings("NullAway") // a slot with a visit holds a flow
  @Nullable
  NicFlow next(long nowPs, int pausedPriorities) {
    SchedulingEngine chosen = earliest(pausedPriorities);
    int slot = chosen.first(pausedPriorities);
    if (slot == SchedulingEngine.NONE || chosen.visitPs(slot) > nowPs) {
      return null;
    }
    NicFlow sender = chosen.flow(slot);
    assert sender.isSendable(pausedPriorities) : "a visit of " + sender + ", which may not send";
    // Credit beyond a packet is limited to that of one scan: a late visit costs no rate, and an idle flow accumulates no burst.
    chargedFromPs = Math.max(sender.nextSendPs(), chosen.visitPs(slot) - scanPs);
    return sender;
  }

  /** The engine with the earliest visit; the lowest number breaks ties. */
  private SchedulingEngine earliest(int pausedPriorities) {
    SchedulingEngine chosen = engines[0];
    long earliestPs = SchedulingEngine.NEVER;
    for (SchedulingEngine engine : engines) {
      int slot = engine.first(pausedPriorities);
      if (slot != SchedulingEngine.NONE && engine.visitPs(slot) < earliestPs) {
        chosen = engine;
        earliestPs = engine.visitPs(slot);
      }
    }
    return chosen;
  }

  @Override
  void sent(NicFlow sender, long startPs) {
    sender.creditWait(startPs - chargedFromPs);
    int slot = sender.slot().number();
    engines[slot / slotsPerEngine].sent(slot % slotsPerEngine, sender, startPs);
  }

  @Override
  public void changed(NicFlow sender, long nowPs) {
    if (sender.slot().isHeld()) {
      int slot = sender.slot().number();
      if (sender.isGone()) {
        release(slot, sender, nowPs);
      } else {
        engines[slot / slotsPerEngine].changed(slot % slotsPerEngine, sender, nowPs);
      }
    } else if (sender.isGone() && line.remove(sender)) { // moved here with all its bytes in flight
      sender.slot().stopWaiting(nowPs, counters);
      sender.takenOff();
      count--;
    }
  }

  private void release(int slot, NicFlow sender, long nowPs) {
    int number = slot / slotsPerEngine;
    engines[number].remove(slot % slotsPerEngine);
    sender.slot().giveBack();
    sender.takenOff();
    count--;
    NicFlow following = line.poll();
    if (following != null) {
      give(number, following, nowPs);
    }
  }

  @Override
  long earliestSendable(int pausedPriorities) {
    SchedulingEngine engine = earliest(pausedPriorities);
    int slot = engine.first(pausedPriorities);
    return slot == SchedulingEngine.NONE ? SchedulingEngine.NEVER : engine.visitPs(slot);
  }
}
