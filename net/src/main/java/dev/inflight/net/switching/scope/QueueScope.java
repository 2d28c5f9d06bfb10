package dev.inflight.net.switching.scope;

import dev.inflight.net.switching.queue.QueueLoads;
import dev.inflight.telemetry.util.Check;

/**
 * The packet's queue: its transmitted bytes, its length, and its share of the link's rate.
 *
 * @param queueing queue length when the packet leaves, or the packet's time in the switch
 * @param intervalPs the time over which switches measure the rate of each queue; 0: the network's base RTT T
 */
public record QueueScope(Queueing queueing, long intervalPs) implements RecordScope {
  /** By length. */
  public static final QueueScope DEFAULT = new QueueScope(Queueing.LENGTH, 0);

  /** Checks the range. */
  public QueueScope {
    Check.time("interval", intervalPs, 0);
  }

  @Override
  public String name() {
    return "queue";
  }

  @Override
  public boolean ofQueues() {
    return true;
  }

  @Override
  public RecordScope in(long baseRttPs) {
    return intervalPs == 0 ? new QueueScope(queueing, baseRttPs) : this;
  }

  /** Makes the loads that the queues of a port report. */
  public QueueLoads loads(long rateBitsPerSec) {
    return new QueueLoads(rateBitsPerSec, intervalPs);
  }
}
