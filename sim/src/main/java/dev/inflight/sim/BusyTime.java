package dev.inflight.sim;

import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueMonitor;
import java.util.List;
import dev.inflight.net.link.Port;
import dev.inflight.sim.record.PortNames;
import org.jspecify.annotations.Nullable;

/**
 * How long ports were sending, until the last flow ended, or the run when flows are left. What is sent later, such as acknowledgements of
 * duplicates, does not count.
 */
final class BusyTime {
  private final PortNames ports;
  private long @Nullable [] whenOverPs; // by port

  BusyTime(PortNames ports) {
    this.ports = ports;
  }

  /** The last flow has ended now. */
  void over(long nowPs) {
    long[] all = new long[ports.count()];
    ports.ports().forEach(port -> all[port.index()] = sendingPs(port, nowPs));
    whenOverPs = all;
  }

  /** What the results say of each port, in a run that ended at this time. */
  List<PortTotals> totals(long endPs, QueueMonitor queues) {
    return ports.ports().map(port -> PortTotals.of(port, ports.of(port), of(port, endPs), endPs, queues)).toList();
  }

  private long of(Port port, long endPs) {
    return whenOverPs == null ? sendingPs(port, endPs) : whenOverPs[port.index()];
  }

  private static long sendingPs(Port port, long nowPs) {
    return Math.max(0, port.sendingPs() - Math.max(0, port.busyUntilPs() - nowPs)); // less what is left of a frame
  }
}
