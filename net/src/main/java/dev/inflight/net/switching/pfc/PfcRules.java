package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/**
 * Rules of PFC.
 *
 * @param profile reserved memory and pause thresholds of switches' ports
 * @param priorities the lossless ones, a bit each: those that pause and are paused; packets of others are dropped
 * @param response delays with which ports respond
 */
public record PfcRules(PfcProfile profile, int priorities, PauseResponse response) {
  /** All priorities, one bit each. */
  public static final int EVERY_PRIORITY = (1 << Packet.PRIORITIES) - 1;
  /** Lossless priorities only, by the paper's rule, and ports that respond at once. */
  public static final PfcRules DEFAULT = new PfcRules(ByRateProfile.DEFAULT, EVERY_PRIORITY, PauseResponse.NONE);

  /** Returns these rules with another profile. */
  public PfcRules with(PfcProfile other) {
    return new PfcRules(other, priorities, response);
  }

  /** Returns these rules with other lossless priorities, one bit each. */
  public PfcRules with(int lossless) {
    return new PfcRules(profile, lossless, response);
  }

  /** Returns these rules with another response. */
  public PfcRules with(PauseResponse other) {
    return new PfcRules(profile, priorities, other);
  }

  /** True if packets of some priorities are dropped. */
  public boolean hasLossy() {
    return priorities != EVERY_PRIORITY;
  }

  /**
   * A port's cable.
   *
   * @param toSwitch true if a switch is at the other end; its response counts
   */
  public PfcProfile.Cable cable(long rateBitsPerSec, long delayPs, boolean toSwitch, Framing framing) {
    return new PfcProfile.Cable(rateBitsPerSec, delayPs, framing, response.ps(toSwitch, rateBitsPerSec));
  }

  /**
   * Number of priorities for which a switch reserves memory at every port.
   *
   * @param ofFlows the priorities of flows, a bit each
   * @param apart true if some packets travel in a separate priority
   */
  public int setAside(int ofFlows, boolean apart, Framing framing) {
    return Headroom.priorities(ofFlows, apart, priorities, framing);
  }
}
