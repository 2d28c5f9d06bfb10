package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * Admission while a port's watchdog drops: packets for such a port do not enter. The first storm loads the class, so runs without
 * storms pay nothing for it.
 */
final class RefusingAdmission extends Admission {
  private final Admission usual;

  /** Wraps the switch's usual admission, which keeps the accounts. */
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
  long leastThresholdBytes(long occupiedBytes) {
    return usual.leastThresholdBytes(occupiedBytes);
  }

  @Override
  long peakBytes() {
    return usual.peakBytes();
  }
}
