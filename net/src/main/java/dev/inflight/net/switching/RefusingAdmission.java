package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * Admission while the watchdog of some port drops: packets for such a port do not enter. The class is loaded with the first storm, so that
 * runs without one pay nothing for it.
 */
final class RefusingAdmission extends Admission {
  private final Admission usual;

  /** Makes an admission in front of the switch's usual one, which keeps the accounts. */
  RefusingAdmission(Admission usual) {
    this.usual = usual;
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    return !out.refuses(packet.priority) && usual.enter(packet, in, out);
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return !out.refuses(packet.priority) && usual.enterOwn(packet, out);
  }

  @Override
  void leave(Packet packet, long nowPs) {
    usual.leave(packet, nowPs);
  }

  @Override
  boolean countsQueues() {
    return usual.countsQueues();
  }

  @Override
  long heldBytes() {
    return usual.heldBytes();
  }

  @Override
  long peakBytes() {
    return usual.peakBytes();
  }
}
