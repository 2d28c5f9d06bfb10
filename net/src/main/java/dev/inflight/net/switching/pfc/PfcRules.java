package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/**
 * Rules of PFC.
 *
 * @param profile reserved memory and pause thresholds of switches' ports
 * @param priorities the lossless ones, a bit each: those that pause and are paused; packets of others are dropped
 * @param response delays with which ports respond
 * @param byPriority profiles of single priorities, instead of the profile of all
 */
public record PfcRules(PfcProfile profile, int priorities, PauseResponse response, BufferProfiles byPriority) {
  /** All priorities, one bit each. */
  public static final int EVERY_PRIORITY = (1 << Packet.PRIORITIES) - 1;
  /** Lossless priorities only, by the paper's rule, and ports that respond at once. */
  public static final PfcRules DEFAULT = new PfcRules(ByRateProfile.DEFAULT, EVERY_PRIORITY, PauseResponse.NONE);

  /** Makes rules with one profile for all priorities. */
  public PfcRules(PfcProfile profile, int priorities, PauseResponse response) {
    this(profile, priorities, response, BufferProfiles.NONE);
  }

  /** Returns these rules with another profile. */
  public PfcRules with(PfcProfile other) {
    return new PfcRules(other, priorities, response, byPriority);
  }

  /** Returns these rules with other profiles of single priorities. */
  public PfcRules with(BufferProfiles other) {
    return new PfcRules(profile, priorities, response, other);
  }

  /** Returns the profile of a priority. */
  public PfcProfile profile(int priority) {
    return byPriority.lossless().getOrDefault(priority, profile);
  }

  /** Returns these rules with other lossless priorities, one bit each. */
  public PfcRules with(int lossless) {
    return new PfcRules(profile, lossless, response, byPriority);
  }

  /** Returns these rules with another response. */
  public PfcRules with(PauseResponse other) {
    return new PfcRules(profile, priorities, other, byPriority);
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

  /** Returns the priorities with reserved memory at every port, one bit each; parameters as in {@link #setAside}. */
  public int reserving(int ofFlows, boolean apart) {
    return Headroom.reserving(ofFlows, apart, priorities);
  }

  /**
   * Returns the bytes that a port reserves for all its priorities.
   *
   * @param port its cable
   * @param nicRateBitsPerSec rate of the slowest NIC, in bit/s
   * @param ofFlows the priorities of flows, a bit each
   * @param apart true if some packets travel in a separate priority
   */
  public long setAsideBytes(PfcProfile.Cable port, long nicRateBitsPerSec, int ofFlows, boolean apart) {
    if (byPriority.lossless().isEmpty()) {
      return setAside(ofFlows, apart, port.framing()) * profile.limits(port, nicRateBitsPerSec).setAsideBytes();
    }
    int reserving = reserving(ofFlows, apart);
    long bytes = 0;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      if ((reserving >> priority & 1) != 0) {
        bytes += profile(priority).limits(port, nicRateBitsPerSec).setAsideBytes();
      }
    }
    return bytes;
  }
}
