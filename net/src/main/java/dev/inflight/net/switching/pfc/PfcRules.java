package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/**
 * What holds where there is PFC.
 *
 * @param profile what ports of switches set aside, and when they pause
 * @param priorities the lossless ones, a bit each: those that pause and are paused; packets of others are dropped
 * @param response how late ports obey
 */
public record PfcRules(PfcProfile profile, int priorities, PauseResponse response) {
  /** Every priority, a bit each. */
  public static final int EVERY_PRIORITY = (1 << Packet.PRIORITIES) - 1;
  /** All priorities are lossless, by the paper's rule, and ports obey at once. */
  public static final PfcRules DEFAULT = new PfcRules(ByRateProfile.DEFAULT, EVERY_PRIORITY, PauseResponse.NONE);

  /** The same with another profile. */
  public PfcRules with(PfcProfile other) {
    return new PfcRules(other, priorities, response);
  }

  /** The same with other lossless priorities, a bit each. */
  public PfcRules with(int lossless) {
    return new PfcRules(profile, lossless, response);
  }

  /** The same with another response. */
  public PfcRules with(PauseResponse other) {
    return new PfcRules(profile, priorities, other);
  }

  /** Whether packets of some priorities are dropped. */
  public boolean hasLossy() {
    return priorities != EVERY_PRIORITY;
  }

  /**
   * A port's cable.
   *
   * @param toSwitch whether a switch is at the other end, as its response counts
   */
  public PfcProfile.Cable cable(long rateBitsPerSec, long delayPs, boolean toSwitch, Framing framing) {
    return new PfcProfile.Cable(rateBitsPerSec, delayPs, framing, response.ps(toSwitch, rateBitsPerSec));
  }

  /**
   * How many priorities a switch sets memory aside for at every port.
   *
   * @param ofFlows the priorities of flows, a bit each
   * @param apart whether there are packets apart from those of flows
   */
  public int setAside(int ofFlows, boolean apart, Framing framing) {
    return Headroom.priorities(ofFlows, apart, priorities, framing);
  }
}
