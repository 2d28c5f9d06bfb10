package dev.inflight.net.nic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NIC without limits: round robin in order of arrival at the NIC, over flows with bytes left and room in the window that are
 * neither paused nor before their next allowed time. Scans remove ended flows, and streams without bytes, when they meet them.
 *
 * <p>A few flows are examined one after the other; many are kept in an index with the same results.
 */
final class RoundRobin extends FlowScheduler {
  /** Above this an index costs less. */
  private static final int FEW = 64;

  private final int few;
  private @Nullable NicFlow[] flows = new NicFlow[8];
  private int count;
  private int lastServed;
  /** Holds all flows while there are many. */
  private @Nullable FlowIndex index;

  RoundRobin() {
    this(FEW);
  }

  /**
   * A scheduler without flows.
   *
   * @param few number of flows up to which they are examined one after the other
   */
  RoundRobin(int few) {
    this.few = few;
  }

  @Override
  public void add(NicFlow sender, long nowPs) {
    FlowIndex many = index;
    if (many == null && count >= few) {
      many = new FlowIndex(flows, count, lastServed, 0);
      forgetList();
    } else if (many != null && many.isFull()) {
      many = rebuilt(many);
    }
    index = many;
    if (many != null) {
      many.add(sender);
      return;
    }
    if (count == flows.length) {
      flows = Arrays.copyOf(flows, 2 * count);
    }
    flows[count++] = sender;
  }

  private void forgetList() {
    flows = new NicFlow[8];
    count = 0;
  }

  private static FlowIndex rebuilt(FlowIndex index) {
    return new FlowIndex(listed(index), index.count(), index.lastServed(), index.looks());
  }

  private static @Nullable NicFlow[] listed(FlowIndex index) {
    var senders = new ArrayList<NicFlow>(index.count());
    index.collect(senders);
    return senders.toArray(new NicFlow[8]);
  }

  /** The index, while there is one. */
  @Nullable
  FlowIndex index() {
    return index;
  }

  @Override
  boolean isEmpty() {
    return index == null ? count == 0 : index.count() == 0;
  }

  @Override
  @SuppressWarnings("NullAway") // positions below count are filled
  void collect(List<NicFlow> into) {
    if (index != null) {
      index.collect(into);
    }
    for (int at = 0; at < count; at++) {
      into.add(flows[at]);
    }
  }

  /** Empties the list; the position of the last served flow stays. */
  @Override
  public void clear() {
    if (index != null) {
      lastServed = index.lastServed();
      index = null;
    }
    Arrays.fill(flows, 0, count, null);
    count = 0;
  }

  @Override
  @SuppressWarnings("NullAway") // positions below count are filled
  @Nullable
  NicFlow next(long nowPs, int pausedPriorities) {
    if (index != null) {
      return nextOfMany(index, nowPs, pausedPriorities);
    }
    NicFlow[] flows = this.flows;
    int n = count;
    int chosen = -1;
    int firstGone = n;
    int at = n == 0 ? 0 : lastServed % n;
    for (int scanned = 0; scanned < n; scanned++) {
      if (++at >= n) {
        at = 0;
      }
      NicFlow flow = flows[at];
      if (flow.isSendable(pausedPriorities)) {
        if (flow.nextSendPs() <= nowPs) {
          chosen = at;
          break;
        }
      } else if (at < firstGone && flow.isGone()) {
        firstGone = at;
      }
    }
    if (firstGone < n) {
      chosen = removeGone(firstGone, chosen);
    }
    if (chosen < 0) {
      return null;
    }
    lastServed = chosen;
    return flows[chosen];
  }

  private @Nullable NicFlow nextOfMany(FlowIndex many, long nowPs, int pausedPriorities) {
    NicFlow chosen = many.next(nowPs, pausedPriorities);
    if (many.count() < few / 4) {
      flows = listed(many);
      count = many.count();
      lastServed = many.lastServed();
      index = null;
    }
    return chosen;
  }

  @Override
  void sent(NicFlow sender, long startPs) {
    if (index != null) {
      index.changed(sender);
    }
  }

  @Override
  public void changed(NicFlow sender, long nowPs) {
    if (index != null) {
      index.changed(sender);
    }
  }

  /** Closes the gaps from {@code first} on; returns the new position of the chosen flow. */
  @SuppressWarnings("NullAway") // positions below count are filled
  private int removeGone(int first, int chosen) {
    int kept = first;
    int moved = chosen;
    flows[first].takenOff();
    for (int at = first + 1; at < count; at++) {
      if (flows[at].isGone()) {
        flows[at].takenOff();
      } else {
        if (at == chosen) {
          moved = kept;
        }
        flows[kept++] = flows[at];
      }
    }
    Arrays.fill(flows, kept, count, null);
    count = kept;
    return moved;
  }

  /**
   * The earliest next allowed time of all flows with bytes left, even if other limits hold them back: the authors' rule. The
   * result may be any of the times that have passed.
   */
  @SuppressWarnings("NullAway") // positions below count are filled
  long earliestWithBytesLeft() {
    if (index != null) {
      return index.earliestWithBytesLeft();
    }
    long earliest = Long.MAX_VALUE;
    for (int at = 0; at < count; at++) {
      if (flows[at].hasBytesLeft()) {
        earliest = Math.min(earliest, flows[at].nextSendPs());
      }
    }
    return earliest;
  }

  @Override
  @SuppressWarnings("NullAway") // positions below count are filled
  long earliestSendable(int pausedPriorities) {
    if (index != null) {
      return index.earliestSendable(pausedPriorities);
    }
    long earliest = Long.MAX_VALUE;
    for (int at = 0; at < count; at++) {
      if (flows[at].isSendable(pausedPriorities)) {
        earliest = Math.min(earliest, flows[at].nextSendPs());
      }
    }
    return earliest;
  }
}
