package dev.inflight.net.switching.scope;

import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.QueueLoads;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;

/** Writes the values of a packet's queue instead of the port's. Each queue has its own stamper, because some measure. */
public final class QueueStamper implements TelemetryCodec.Stamper {
  private final QueueLoads loads;
  private final TelemetryCodec.Stamper[] byQueue = new TelemetryCodec.Stamper[PortQueues.COUNT];

  /**
   * Makes the stamper of a port and a format.
   *
   * @param loads loads that the port's queues report
   */
  public QueueStamper(TelemetryCodec format, EgressLink link, QueueLoads loads) {
    this.loads = loads;
    for (int queue = 0; queue < byQueue.length; queue++) {
      byQueue[queue] = format.stamper(link);
    }
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    loads.report(snapshot);
    int grown = byQueue[snapshot.queue].stamp(bytes, offset, length, limit, snapshot);
    loads.grew(grown);
    return grown;
  }
}
