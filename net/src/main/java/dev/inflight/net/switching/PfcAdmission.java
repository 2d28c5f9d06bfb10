package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.switching.pfc.PfcRules;

/**
 * Admission that pauses senders before memory runs out (IEEE 802.1Qbb), by the accounts of a {@link SharedBuffer}. Packets of
 * lossy priorities share the pool; the switch drops them if their queue exceeds a multiple of the pool's free part.
 */
public final class PfcAdmission extends Admission {
  private final SharedBuffer buffer;
  private final int lossless;
  private final double[] lossyAlphas;
  private final PacketPool pool;
  private final Framing framing;
  private long pausesSent;

  /**
   * An admission.
   *
   * @param buffer the accounts
   * @param lossless the priorities that pause, a bit each
   * @param lossyAlphas the multiples for the others, above 0, by priority
   * @param pool pool that pause frames come from
   * @param framing their size
   */
  public PfcAdmission(SharedBuffer buffer, int lossless, double[] lossyAlphas, PacketPool pool, Framing framing) {
    this.buffer = buffer;
    this.lossless = lossless;
    this.lossyAlphas = lossyAlphas;
    this.pool = pool;
    this.framing = framing;
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    if (isLossy(packet)) {
      return buffer.admitLossy(out.queueBytes(packet.priority), packet.sizeBytes, lossyAlphas[packet.priority]);
    }
    int verdict = buffer.admit(buffer.slot(packet.ingress, packet.priority), packet.sizeBytes);
    if (verdict == SharedBuffer.KEEP_AND_PAUSE) {
      sendPauseFrame(in, packet.priority, Packet.Kind.PAUSE, packet.timePs);
    }
    return verdict != SharedBuffer.DROP;
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return buffer.admitOwn(packet.sizeBytes);
  }

  @Override
  void leave(Packet packet, long nowPs) {
    if (packet.ingress == Packet.ORIGINATED) {
      buffer.releaseOwn(packet.sizeBytes);
    } else if (isLossy(packet)) {
      buffer.releaseLossy(packet.sizeBytes);
    } else if (buffer.release(buffer.slot(packet.ingress, packet.priority), packet.sizeBytes)) {
      resume((SwitchPort) packet.at, packet.priority, nowPs);
    }
  }

  private boolean isLossy(Packet packet) {
    return (lossless >> packet.priority & 1) == 0;
  }

  private void resume(SwitchPort through, int priority, long nowPs) {
    if ((through.stormingPriorities >> priority & 1) == 0) {
      sendPauseFrame(through, priority, Packet.Kind.RESUME, nowPs);
    }
  }

  @Override
  void sendPauseFrame(SwitchPort through, int priority, Packet.Kind kind, long nowPs) {
    if (!through.isUp()) {
      return;
    }
    Packet frame = pool.take();
    frame.becomePauseFrame(kind, priority, framing.pauseBytes(), nowPs);
    if (kind == Packet.Kind.PAUSE) {
      pausesSent++;
    }
    through.pauseFrameSent();
    through.enqueue(frame, 0);
    through.kick(nowPs);
  }

  @Override
  boolean countsQueues() {
    return lossless != PfcRules.EVERY_PRIORITY;
  }

  @Override
  void forgetPauses(SwitchPort port) {
    buffer.forgetPauses(port.ingress());
  }

  @Override
  boolean isPausing(SwitchPort port, int priority) {
    return buffer.isPausing(port.ingress(), priority);
  }

  @Override
  long pausesSent() {
    return pausesSent;
  }

  @Override
  long heldBytes() {
    return buffer.heldBytes();
  }

  @Override
  long leastThresholdBytes(long occupiedBytes) {
    double least = 1;
    for (double alpha : lossyAlphas) {
      least = Math.min(least, alpha);
    }
    return Math.min(buffer.leastThresholdBytes(occupiedBytes), (long) (least * Math.max(0, buffer.poolBytes() - occupiedBytes)));
  }

  @Override
  long peakBytes() {
    return buffer.peakBytes();
  }
}
