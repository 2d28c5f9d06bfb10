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
 * Ranks on a host compute more slowly: each computation that starts meanwhile takes so many times as long. Nothing happens to the fabric.
 *
 * @param atPs when, in picoseconds
 * @param node the host
 * @param factor how many times as long, above 0 up to 1000000; below 1 it is faster
 * @param untilPs when it ends, in picoseconds; {@link #NEVER}: it does not
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

  /** Ports do as always. */
  @Override
  public boolean concerns(int from, int number, int neighbor) {
    return false;
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
  }

  /**
   * How long a computation takes.
   *
   * @param events those that may be of this kind; several at once multiply
   * @param host on which it runs
   * @param beginPs when it begins, in picoseconds
   * @param durationPs how long it usually takes, in picoseconds
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
