package dev.inflight.sim;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Port;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.BulkHistory;
import dev.inflight.sim.record.PortNames;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueMonitor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts of ports up to the end of the simulated time: the end of the last flow, or of the run if flows remain. Later packets,
 * such as acknowledgements of duplicates, do not count.
 */
final class PortTally {
  private final PortNames ports;
  private final BulkHistory history;
  private final MeasureReader reader;
  private final int[] positions;
  private BulkHistory.Bulk bulk = BulkHistory.Bulk.NONE;
  private Map<Integer, MeasuredValues<PortValue>> whenOver = Map.of(); // by port

  PortTally(PortNames ports, BulkHistory history, MeasureReader reader) {
    this.ports = ports;
    this.history = history;
    this.reader = reader;
    positions = history.positions();
  }

  /** Sets the bulk time of an ended run. */
  void found(BulkHistory.Bulk found) {
    bulk = found;
  }

  long bulkPs() {
    return bulk.ps();
  }

  /** Records the end of the last flow: counts after all events of this instant. */
  void over(long nowPs, Timeline loop) {
    loop.schedule(new Event() {
      {
        key = Long.MAX_VALUE - 3;
      }

      @Override
      public void fire() {
        var all = new HashMap<Integer, MeasuredValues<PortValue>>();
        ports.ports().forEach(port -> all.put(port.index(), reader.read(port, nowPs)));
        whenOver = all;
      }
    }, nowPs);
  }

  /** Totals of each port for the results, in a run that ended at this time. */
  List<PortTotals> totals(long endPs, QueueMonitor queues) {
    return ports.ports().map(port -> PortTotals.of(ports.representative(port), ports.of(port), of(port, endPs), queues)).toList();
  }

  /** The sum of the values of all ports. */
  MeasuredValues<PortValue> total(long endPs) {
    return PortValue.total(ports.ports().map(port -> of(port, endPs)).toList());
  }

  private MeasuredValues<PortValue> of(Port named, long endPs) {
    Port port = ports.representative(named);
    MeasuredValues<PortValue> counted = whenOver.get(port.index());
    MeasuredValues<PortValue> values = counted == null ? reader.read(port, endPs) : counted;
    return values.with(PortValue.SENDING_IN_BULK, history.sendingPs(bulk, positions[port.index()], values.of(PortValue.SENDING)));
  }
}
