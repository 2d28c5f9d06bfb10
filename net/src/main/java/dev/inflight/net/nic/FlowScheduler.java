package dev.inflight.net.nic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which of a NIC's flows sends next, and when. An abstract class and not an interface, as calls to its only loaded heir cost nothing. */
public abstract sealed class FlowScheduler permits RoundRobin, EngineScheduler, FlowScheduler.Bursting {
  /** Takes a flow that sends through this NIC from now on. */
  public abstract void add(NicFlow sender, long nowPs);

  /** Whether no flow is here. */
  abstract boolean isEmpty();

  /** Adds the flows to a list. */
  abstract void collect(List<NicFlow> into);

  /** Forgets all flows. */
  public abstract void clear();

  /** The next flow to send, or null. The caller sends a packet of it, and then says so. */
  @Nullable
  abstract NicFlow next(long nowPs, int pausedPriorities);

  /** A packet of the flow that was next has been made; its first bit leaves at {@code startPs}. */
  void sent(NicFlow sender, long startPs) {
  }

  /** A flow's window, pace or position has changed, or it has finished. */
  public void changed(NicFlow sender, long nowPs) {
  }

  /** When the first of the flows that only time holds back may send, in picoseconds; {@link Long#MAX_VALUE} for none. */
  abstract long earliestSendable(int pausedPriorities);

  /** Lets a flow that is in a burst go on out of turn, and leaves all else to another. */
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
