package dev.inflight.net;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NIC without limits: round robin in order of arrival at the NIC, over the flows that have bytes left, are within their window, not
 * paused and past their next allowed time. Flows that are over, and streams
 * without bytes, are removed by the scan that meets them.
 */
final class RoundRobin extends FlowScheduler {
  private @Nullable Sender[] flows = new Sender[8];
  private int count;
  private int lastServed;

  @Override
  void add(Sender sender, long nowPs) {
    if (count == flows.length) {
      flows = Arrays.copyOf(flows, 2 * count);
    }
    flows[count++] = sender;
  }

  @Override
  boolean isEmpty() {
    return count == 0;
  }

  @Override
  @SuppressWarnings("NullAway") // positions below count are filled
  void collect(List<Sender> into) {
    for (int at = 0; at < count; at++) {
      into.add(flows[at]);
    }
  }

  /** Empties the list; the position of the last served flow stays. */
  @Override
  void clear() {
    Arrays.fill(flows, 0, count, null);
    count = 0;
  }

  @Override
  @SuppressWarnings("NullAway") // positions below count are filled
  @Nullable
  Sender next(long nowPs, int pausedGroups) {
    Sender[] flows = this.flows;
    int n = count;
    int chosen = -1;
    int firstGone = n;
    int at = n == 0 ? 0 : lastServed % n;
    for (int scanned = 0; scanned < n; scanned++) {
      if (++at >= n) {
        at = 0;
      }
      Sender flow = flows[at];
      if (flow.isSendable(pausedGroups)) {
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

  /** Closes the gaps from {@code first} on; returns where the chosen flow stands now. */
  @SuppressWarnings("NullAway") // positions below count are filled
  private int removeGone(int first, int chosen) {
    int kept = first;
    int moved = chosen;
    flows[first].placed(false);
    for (int at = first + 1; at < count; at++) {
      if (flows[at].isGone()) {
        flows[at].placed(false);
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

  /** The earliest next allowed time of all flows with bytes left, whatever else holds them back: the authors' rule. */
  @SuppressWarnings("NullAway") // positions below count are filled
  long earliestWithBytesLeft() {
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
  long earliestSendable(int pausedGroups) {
    long earliest = Long.MAX_VALUE;
    for (int at = 0; at < count; at++) {
      if (flows[at].isSendable(pausedGroups)) {
        earliest = Math.min(earliest, flows[at].nextSendPs());
      }
    }
    return earliest;
  }
}
