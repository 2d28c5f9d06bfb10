package dev.inflight.net.feedback;

import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.Hops;
import org.jspecify.annotations.Nullable;

/**
 * Number of flows with telemetry that arrive at one NIC: unfinished flows with a packet in the last three round trips
 * (draft-miao-rtgwg-hpccplus §6.3.2: the number of outstanding flows). A round trip is T plus the longer of two queueing times:
 * of the present packet, and of the flow's own newest report if its sender decides.
 *
 * <p>The cost of counting does not depend on the number of flows: silent flows leave the count in the order of their newest
 * packets. So a silent flow still counts until flows with earlier packets, and longer round trips, are silent.
 */
public final class FlowCount {
  private static final int SILENT_RTTS = 3;

  private @Nullable Entry oldest;
  private @Nullable Entry newest;
  private int count;

  /** One flow's entry, in one count at a time. */
  public static class Entry {
    private final long baseRttPs;
    private long lastPs;
    private @Nullable Entry before;
    private @Nullable Entry after;
    private @Nullable FlowCount in;
    private boolean over;
    /** Queueing time in the flow's newest report, in picoseconds, if the flow may be silent that long; otherwise 0. */
    long queueingPs;

    /** Makes the entry of a flow that does not count yet, with {@code baseRttPs} as T. */
    public Entry(long baseRttPs) {
      this.baseRttPs = baseRttPs;
    }

    /** Time in the queues of a report's hops, in picoseconds; unknown queues count as empty. */
    static long queueingPs(Hops report) {
      double seconds = 0;
      for (int hop = 0; hop < report.count(); hop++) {
        if (report.isKnown(hop)) {
          seconds += 8.0 * report.queueBytes(hop) / report.rateBitsPerSec(hop);
        }
      }
      return (long) (seconds * 1e12);
    }

    /** Ends the flow: it no longer counts, even if more packets arrive. */
    public final void over() {
      over = true;
      if (in != null) {
        in.take(this);
      }
    }
  }

  /**
   * Counts an arrived packet of a flow.
   *
   * @param queueingPs time in queues on the packet's path, in picoseconds: packets of other flows may still be in them
   * @return number of flows that arrive here now, including this one unless it has ended
   */
  public int arrived(Entry flow, long nowPs, long queueingPs) {
    if (!flow.over) {
      flow.lastPs = nowPs;
      add(flow);
    }
    for (Entry flowBefore = oldest; flowBefore != null && isSilent(flowBefore, nowPs, queueingPs); flowBefore = oldest) {
      take(flowBefore);
    }
    return count;
  }

  /** Ends a counted flow when all its bytes have arrived; a flow that may get more bytes ends by silence only. */
  public static void end(Flow flow, @Nullable Entry counted) {
    if (counted != null && flow.beginsWithPacket()) {
      counted.over();
    }
  }

  private static boolean isSilent(Entry flow, long nowPs, long queueingPs) {
    return nowPs - flow.lastPs > SILENT_RTTS * (flow.baseRttPs + Math.max(queueingPs, flow.queueingPs));
  }

  private void add(Entry flow) {
    if (flow.in != null) {
      flow.in.take(flow);
    }
    flow.in = this;
    flow.before = newest;
    if (newest == null) {
      oldest = flow;
    } else {
      newest.after = flow;
    }
    newest = flow;
    count++;
  }

  private void take(Entry flow) {
    if (flow.before == null) {
      oldest = flow.after;
    } else {
      flow.before.after = flow.after;
    }
    if (flow.after == null) {
      newest = flow.before;
    } else {
      flow.after.before = flow.before;
    }
    flow.before = null;
    flow.after = null;
    flow.in = null;
    count--;
  }
}
