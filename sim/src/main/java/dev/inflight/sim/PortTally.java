package dev.inflight.sim;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Port;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.record.PortCounts;
import dev.inflight.sim.record.PortNames;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueMonitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ports have done up to the end of the simulated time: until the last flow ended, or the run when flows are left. What is sent later, such as
 * acknowledgements of duplicates, does not count.
 */
final class PortTally {
  private final PortNames ports;
  private @Nullable PortCounts @Nullable [] whenOver; // by port

  PortTally(PortNames ports) {
    this.ports = ports;
  }

  /** The last flow has ended now: counts when all that happens in this instant has happened. */
  void over(long nowPs, Timeline loop) {
    loop.schedule(new Event() {
      {
        key = Long.MAX_VALUE - 3;
      }

      @Override
      public void fire() {
        var all = new PortCounts[ports.count()];
        ports.ports().forEach(port -> all[port.index()] = count(port, nowPs));
        whenOver = all;
      }
    }, nowPs);
  }

  /** What the results say of each port, in a run that ended at this time. */
  List<PortTotals> totals(long endPs, QueueMonitor queues) {
    return ports.ports().map(port -> PortTotals.of(port, ports.of(port), of(port, endPs), queues)).toList();
  }

  /** Time that ports' priority groups have spent paused, added up, in picoseconds. */
  long pausedPs(long endPs) {
    return ports.ports().mapToLong(port -> of(port, endPs).pausedPs()).sum();
  }

  /** Packets that were marked. */
  long marks(long endPs) {
    return ports.ports().mapToLong(port -> of(port, endPs).ecnMarks()).sum();
  }

  /** Frames that were sent. */
  long sentFrames(long endPs) {
    return ports.ports().mapToLong(port -> of(port, endPs).sentFrames()).sum();
  }

  private PortCounts of(Port port, long endPs) {
    PortCounts counted = whenOver == null ? null : whenOver[port.index()];
    return counted == null ? count(port, endPs) : counted;
  }

  private static PortCounts count(Port port, long nowPs) {
    long sendingPs = Math.max(0, port.sendingPs() - Math.max(0, port.busyUntilPs() - nowPs)); // less what is left of a frame
    return new PortCounts(port.sentBytes(), port.sentFrames(), sendingPs, port.pausesReceived(), port.pausedPs(nowPs),
        port instanceof SwitchPort marking ? marking.marks() : 0);
  }
}
