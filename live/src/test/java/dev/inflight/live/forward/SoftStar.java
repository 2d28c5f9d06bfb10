package dev.inflight.live.forward;

import dev.inflight.live.loop.TurnedClock;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One soft switch with hosts as neighbors. */
final class SoftStar extends SoftFabric {
  /**
   * Creates a star.
   *
   * @param format telemetry that the switch writes, or null
   * @param pfc true if it pauses its neighbors
   */
  SoftStar(int hosts, long rateBitsPerSec, @Nullable TelemetryFormat format, boolean ipv6, boolean pfc, long bufferBytes,
      @Nullable EcnThresholds ecn) {
    this(
        hosts, rateBitsPerSec, 0, new Rules(format, ipv6, pfc, bufferBytes,
            ecn == null ? Map.of() : Map.of(PortClass.ofRate(rateBitsPerSec), ecn), RoundRobinQueues.DEFAULT),
        TurnedClock.still());
  }

  /** Creates a star with any clock and with links that have a delay. */
  SoftStar(int hosts, long rateBitsPerSec, long delayPs, Rules rules, TurnedClock clock) {
    super(new Star(hosts, rateBitsPerSec, delayPs).build(), rules, clock);
  }

  /** Port of the switch to a host. */
  SwitchPort port(int host) {
    return at(0).ports()[host];
  }
}
