package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.NodeEvent;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.telemetry.util.Check;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranks on a host compute more slowly: the duration of each computation that starts meanwhile is multiplied by a factor. The
 * fabric is not affected.
 *
 * @param atPs start, in picoseconds
 * @param node the host
 * @param factor factor of durations, above 0 up to 1000000; below 1 it is faster
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record SlowCompute(long atPs, int node, double factor, long untilPs) implements NodeEvent {
  /** The largest factor. */
  public static final double MOST = 1e6;

  /** Checks the ranges. */
  public SlowCompute {
    EventSpan.check(atPs, untilPs);
    Check.positive("factor", factor, MOST);
  }

  @Override
  public @Nullable String problem(Topology topology) {
    String missing = LinkEnds.problemOf(node, topology);
    return missing != null || !topology.isSwitch(node) ? missing : topology.name(node) + " is not a host";
  }

  /** Returns false: ports are not affected. */
  @Override
  public boolean concerns(int from, int number, int neighbor) {
    return false;
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
  }

  /**
   * Duration of a computation, in picoseconds.
   *
   * @param events events of hosts; the factors of simultaneous events of one host multiply
   * @param host host that computes
   * @param beginPs start of the computation, in picoseconds
   * @param durationPs usual duration, in picoseconds
   */
  public static long durationPs(List<SlowCompute> events, int host, long beginPs, long durationPs) {
    double factor = 1;
    for (SlowCompute event : events) {
      if (event.node == host && beginPs >= event.atPs && beginPs < event.untilPs) {
        factor *= event.factor;
      }
    }
    return factor == 1 ? durationPs : Math.max(1, (long) (durationPs * factor));
  }
}
