package dev.inflight.net.host.cnp;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.Check;

/**
 * Rules by which a receiving NIC answers marked packets with congestion notification packets (SIGCOMM'15, DCQCN, section 3.1).
 * NVIDIA's names of the first and the last are {@code min_time_between_cnps} and {@code cnp_802p_prio}, {@code cnp_dscp} being
 * eight times that.
 *
 * @param intervalPs least time between two of them, in picoseconds, 0 to 10^6 s, which schemes may have; {@link #OF_SCHEME}
 *     where the scheme of the flow decides
 * @param per between which two
 * @param delayPs time that the NIC takes for one, in picoseconds, 0 to 1000 s
 * @param priority priority of these packets, 1 to 7
 */
public record CnpRules(long intervalPs, Per per, long delayPs, int priority) {
  /** Between which two packets the interval lies. */
  public enum Per {
    /** Notification packets of one flow. */
    FLOW,
    /** All notification packets for data that came in through one NIC. */
    NIC
  }

  /** The interval is that of the scheme. */
  public static final long OF_SCHEME = -1;
  /** The longest interval and delay that a NIC is set to, in picoseconds. */
  public static final long LONGEST_PS = 1_000_000_000_000_000L;
  private static final long LONGEST_OF_SCHEME_PS = 1_000_000_000_000_000_000L;
  /** The scheme's interval, no delay, and the priority of control packets. */
  public static final CnpRules DEFAULT = new CnpRules(OF_SCHEME, Per.FLOW, 0, Packet.APART_PRIORITY);

  /** Checks the ranges. */
  public CnpRules {
    Check.check("interval", intervalPs, OF_SCHEME, LONGEST_OF_SCHEME_PS);
    Check.check("delay", delayPs, 0, LONGEST_PS);
    Check.check("priority", priority, 1, Packet.PRIORITIES - 1);
  }

  /** Returns these rules with the scheme's interval, in picoseconds, where they use it. */
  public CnpRules of(long schemesPs) {
    return intervalPs == OF_SCHEME ? new CnpRules(schemesPs, per, delayPs, priority) : this;
  }

  /** Written out: the JVM would make classes for those of a record, at each start. */
  @Override
  public boolean equals(Object other) {
    return other instanceof CnpRules rules && intervalPs == rules.intervalPs && per == rules.per && delayPs == rules.delayPs
        && priority == rules.priority;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * intervalPs + delayPs) + priority) + per.ordinal();
  }
}
