package dev.inflight.net.nic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Choice of a NIC's next flow to send, and its time. An abstract class and not an interface, because calls to its only loaded
 * subclass cost nothing.
 */
public abstract sealed class FlowScheduler permits RoundRobin, EngineScheduler, FlowScheduler.Bursting {
  /** Adds a flow that sends through this NIC from now on. */
  public abstract void add(NicFlow sender, long nowPs);

  /** True without flows. */
  abstract boolean isEmpty();

  /** Adds the flows to a list. */
  abstract void collect(List<NicFlow> into);

  /** Removes all flows. */
  public abstract void clear();

  /** Returns the next flow to send, or null. The caller sends one of its packets, and then calls {@link #sent}. */
  @Nullable
  abstract NicFlow next(long nowPs, int pausedPriorities);

  /** Called when a packet of the chosen flow has been made; its first bit leaves at {@code startPs}. */
  void sent(NicFlow sender, long startPs) {
  }

  /** Called when a flow's window, pace or position has changed, or it has finished. */
  public void changed(NicFlow sender, long nowPs) {
  }

  /** Earliest time at which a flow that only time holds back may send, in picoseconds; {@link Long#MAX_VALUE} without one. */
  abstract long earliestSendable(int pausedPriorities);

  /** Serves a flow with an unfinished burst first, and leaves all else to another scheduler. */
  static final class Bursting extends FlowScheduler {
    private final FlowScheduler turns;
    private @Nullable NicFlow current;

    Bursting(FlowScheduler turns) {
      this.turns = turns;
    }

    @Override
    public void add(NicFlow sender, long nowPs) {
      turns.add(sender, nowPs);
    }

    @Override
    boolean isEmpty() {
      return turns.isEmpty();
    }

    @Override
    void collect(List<NicFlow> into) {
      turns.collect(into);
    }

    @Override
    public void clear() {
      current = null;
      turns.clear();
    }

    @Override
    @Nullable
    NicFlow next(long nowPs, int pausedPriorities) {
      NicFlow last = current;
      if (last == null || !last.inBurst || !last.isSendable(pausedPriorities) || last.nextSendPs() > nowPs) {
        current = turns.next(nowPs, pausedPriorities);
      }
      return current;
    }

    @Override
    void sent(NicFlow sender, long startPs) {
      turns.sent(sender, startPs);
    }

    @Override
    public void changed(NicFlow sender, long nowPs) {
      turns.changed(sender, nowPs);
    }

    @Override
    long earliestSendable(int pausedPriorities) {
      return turns.earliestSendable(pausedPriorities);
    }
  }
}
