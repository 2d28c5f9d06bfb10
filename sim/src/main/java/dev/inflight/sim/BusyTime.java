package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How long ports were sending, until the last flow ended, or the run when flows are left. What is sent later, such as acknowledgements of
 * duplicates, does not count.
 */
final class BusyTime {
  private final Fabric fabric;
  private long @Nullable [] whenOverPs; // by port

  BusyTime(Fabric fabric) {
    this.fabric = fabric;
  }

  /** The last flow has ended now. */
  void over(long nowPs) {
    whenOverPs = IntStream.range(0, fabric.topology().nodeCount()).mapToObj(fabric::ports).flatMap(List::stream)
        .mapToLong(port -> sendingPs(port, nowPs)).toArray();
  }

  /** Of a port, in picoseconds, in a run that ended at this time. */
  long of(Port port, long endPs) {
    return whenOverPs == null ? sendingPs(port, endPs) : whenOverPs[port.index()];
  }

  private static long sendingPs(Port port, long nowPs) {
    return Math.max(0, port.sendingPs() - Math.max(0, port.busyUntilPs() - nowPs)); // less what is left of a frame
  }
}
