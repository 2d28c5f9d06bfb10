package dev.inflight.net.nic.receive;

import dev.inflight.net.event.Timer;
import dev.inflight.net.link.ArrivalFilter;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import org.jspecify.annotations.Nullable;

/**
 * A NIC with a host that accepts packets more slowly than the link: packets queue in the NIC. Above a number of bytes it pauses
 * the priorities of arriving packets, and resumes them below; it drops packets of lossy priorities if there is no room (HPCC §1,
 * case 1).
 */
public final class SlowReceiver extends Timer implements ArrivalFilter.Detour {
  /** Distance from the pause threshold down to the resume threshold, as in switches. */
  private static final int RESUME_OFFSET_BYTES = 3072;
  private static final double PS_BITS_PER_BYTE = 8e12;

  private final Port port;
  private final long rateBitsPerSec;
  private final long bufferBytes;
  private final int lossless;
  private @Nullable Packet first;
  private @Nullable Packet last;
  private long heldBytes;
  private int pausing;

  /**
   * A receiver that holds nothing.
   *
   * @param port the NIC
   * @param rateBitsPerSec rate at which the host accepts frames, above 0
   * @param bufferBytes number of waiting bytes from which it pauses, or drops
   * @param lossless priorities that it pauses, a bit each; it drops packets of others
   */
  public SlowReceiver(Port port, long rateBitsPerSec, long bufferBytes, int lossless) {
    super(port.loop(), port);
    this.port = port;
    this.rateBitsPerSec = rateBitsPerSec;
    this.bufferBytes = bufferBytes;
    this.lossless = lossless;
  }

  @Override
  public boolean take(Packet packet) {
    if (packet.kind.isLinkControl()) {
      return false;
    }
    boolean pauses = (lossless >> packet.priority & 1) != 0;
    if (!pauses && heldBytes + packet.sizeBytes > bufferBytes) {
      port.lost(packet, LinkObserver.Loss.BUFFER);
      return true;
    }
    packet.next = null;
    if (last == null) {
      first = packet;
      set(packet.timePs + takesPs(packet));
    } else {
      last.next = packet;
    }
    last = packet;
    heldBytes += packet.sizeBytes;
    int bit = 1 << packet.priority;
    if (pauses && heldBytes > bufferBytes && (pausing & bit) == 0) {
      pausing |= bit;
      port.sendPauseFrame(Packet.Kind.PAUSE, packet.priority, packet.timePs);
    }
    return true;
  }

  private long takesPs(Packet packet) {
    return (long) Math.ceil(packet.sizeBytes * PS_BITS_PER_BYTE / rateBitsPerSec);
  }

  @Override
  protected void fired(long nowPs) {
    handOn(nowPs);
    if (first != null) {
      set(nowPs + takesPs(first));
    }
  }

  @SuppressWarnings("NullAway") // only called while it holds a packet
  private void handOn(long nowPs) {
    Packet packet = first;
    first = (Packet) packet.next;
    if (first == null) {
      last = null;
    }
    packet.next = null;
    packet.timePs = nowPs;
    heldBytes -= packet.sizeBytes;
    if (pausing != 0 && (heldBytes == 0 || heldBytes + RESUME_OFFSET_BYTES <= bufferBytes)) {
      resume(nowPs);
    }
    port.receive(packet);
  }

  private void resume(long nowPs) {
    int paused = pausing;
    pausing = 0;
    for (int priority = 1; priority < Packet.PRIORITIES; priority++) {
      if ((paused >> priority & 1) != 0 && (port.stormingPriorities >> priority & 1) == 0) {
        port.sendPauseFrame(Packet.Kind.RESUME, priority, nowPs);
      }
    }
  }

  /** Ends the limit: the host accepts packets at the link's rate again, and all waiting ones at once. */
  public void end(long nowPs) {
    cancel();
    while (first != null) {
      handOn(nowPs);
    }
  }

  /** True if it pauses its peer. */
  public boolean isPausing(int priority) {
    return (pausing >> priority & 1) != 0;
  }

  /** Clears the state of pauses, because the cable has failed and the peer has forgotten them. */
  public void forgetPauses() {
    pausing = 0;
  }

  /** Bytes of frames that wait for the host. */
  public long heldBytes() {
    return heldBytes;
  }

  /** Application bytes of data among them. */
  public long heldPayloadBytes() {
    long bytes = 0;
    for (Packet packet = first; packet != null; packet = (Packet) packet.next) {
      bytes += packet.kind == Packet.Kind.DATA ? packet.payloadBytes : 0;
    }
    return bytes;
  }
}
