package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Data packets carry no telemetry; probe packets of the same five-tuple do, while data is in flight (draft-miao-rtgwg-hpccplus
 * §6.2.1).
 *
 * @param periodPs time between two probes of a flow while data is in flight; 0: the flow's base RTT T
 * @param first when the first probe leaves
 * @param rtt lower bound of the period
 */
public record Probes(long periodPs, First first, Rtt rtt) implements TelemetryPackets {
  /** Longest round trip in T, queues included, before a sender that validates feedback counts the next report as late. */
  private static final int LONG_RTT = 8;
  /** Once in T. */
  public static final Probes DEFAULT = new Probes(0, First.AFTER_PERIOD, Rtt.BASE);

  /** Checks the range. */
  public Probes {
    Check.time("period", periodPs, 0);
  }

  /** Time of a flow's first probe. */
  public enum First {
    /** Right after the first data packet. */
    AT_ONCE,
    /** When data has been in flight for a period: shorter flows send none. */
    AFTER_PERIOD
  }

  /** Lower bound of the period. */
  public enum Rtt {
    /** None: the period is constant. */
    BASE,
    /** The flow's last measured round-trip time, queues included; feedback validation then waits up to 8 T for reports. */
    MEASURED
  }

  @Override
  public String name() {
    return "probes";
  }

  @Override
  public boolean ridesOnData() {
    return false;
  }

  @Override
  public @Nullable HeaderChoice choice(long baseRttPs) {
    return null;
  }

  @Override
  public long probePeriodPs(long baseRttPs) {
    return periodPs == 0 ? baseRttPs : periodPs;
  }

  @Override
  public long reportPeriodPs(long baseRttPs) {
    return rtt == Rtt.MEASURED ? Math.max(periodPs, LONG_RTT * baseRttPs) : probePeriodPs(baseRttPs);
  }

  @Override
  public boolean probesByMeasuredRtt() {
    return rtt == Rtt.MEASURED;
  }

  @Override
  public long firstProbePs(long baseRttPs) {
    return first == First.AT_ONCE ? 0 : probePeriodPs(baseRttPs);
  }
}
