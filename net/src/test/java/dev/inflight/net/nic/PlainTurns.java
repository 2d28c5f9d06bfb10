package dev.inflight.net.nic;

import dev.inflight.net.host.Sender;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A second implementation of the NIC's round robin, as simple as possible: a list that is searched from a place on. */
final class PlainTurns {
  private final List<Sender> flows = new ArrayList<>();
  private int lastServed;

  void add(Sender sender) {
    flows.add(sender);
  }

  /** Removes all flows, and keeps the place of the last one served. */
  void clear() {
    flows.clear();
  }

  List<Sender> flows() {
    return flows;
  }

  @Nullable
  Sender next(long nowPs, int pausedPriorities) {
    int n = flows.size();
    Sender chosen = null;
    var gone = new ArrayList<Integer>();
    for (int step = 1; step <= n && chosen == null; step++) {
      int place = (lastServed % n + step) % n;
      Sender flow = flows.get(place);
      if (isSendable(flow, pausedPriorities) && flow.nextSendPs() <= nowPs) {
        chosen = flow;
      } else if (flow.isFinished()) {
        gone.add(place);
      }
    }
    int from = gone.stream().mapToInt(Integer::intValue).min().orElse(n);
    flows.subList(from, n).removeIf(Sender::isFinished);
    if (chosen != null) {
      lastServed = flows.indexOf(chosen);
    }
    return chosen;
  }

  private static boolean isSendable(Sender flow, int pausedPriorities) {
    return flow.hasBytesLeft() && flow.inflightBytes() < flow.windowBytes()
        && (pausedPriorities >> flow.flow().priority() & 1) == 0;
  }

  long earliestWithBytesLeft() {
    return flows.stream().filter(Sender::hasBytesLeft).mapToLong(Sender::nextSendPs).min().orElse(Long.MAX_VALUE);
  }

  long earliestSendable(int pausedPriorities) {
    return flows.stream().filter(flow -> isSendable(flow, pausedPriorities)).mapToLong(Sender::nextSendPs).min()
        .orElse(Long.MAX_VALUE);
  }
}
