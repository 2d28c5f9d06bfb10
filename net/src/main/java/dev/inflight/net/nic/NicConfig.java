package dev.inflight.net.nic;

/**
 * Rules of a NIC.
 *
 * @param model scheduling of its flows
 * @param acksIgnorePause acknowledgements leave even while the data's priority is paused
 * @param ackPausePriority the priority that stops acknowledgements by its pause; negative: their own
 * @param waitsForBlockedFlows its timer follows blocked flows too, as the authors' does
 * @param takesBursts flows hand it bursts, which leave as a whole; scheduling engines still take turns by packet
 */
public record NicConfig(NicModel model, boolean acksIgnorePause, int ackPausePriority, boolean waitsForBlockedFlows,
    boolean takesBursts) {
  /** Returns these rules for flows that may, or may not, hand over bursts. */
  public NicConfig takingBursts(boolean takes) {
    return takes == takesBursts ? this : new NicConfig(model, acksIgnorePause, ackPausePriority, waitsForBlockedFlows, takes);
  }
}
