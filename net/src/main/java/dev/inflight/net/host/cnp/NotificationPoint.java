package dev.inflight.net.host.cnp;

import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import org.jspecify.annotations.Nullable;

/** State of a NIC's congestion notification packets: the earliest time of the next one, and the packets in preparation. */
public final class NotificationPoint extends Timer {
  private long nextPs;
  private @Nullable Packet first;
  private @Nullable Packet last;

  /** The notification point of a NIC, without packets so far. */
  public NotificationPoint(Nic nic) {
    super(nic.loop(), nic);
  }

  /** Earliest time of the NIC's next packet, in picoseconds; 0 if only flows are limited. */
  public long nextPs() {
    return nextPs;
  }

  /**
   * Sends a packet after the NIC's delay, which is the same for all packets.
   *
   * @param cnp packet that is ready to leave
   * @param through the NIC at which its path starts
   * @return earliest time of the flow's next packet, in picoseconds
   */
  public long send(Packet cnp, Nic through, CnpRules by) {
    long next = cnp.timePs + by.intervalPs();
    nextPs = by.per() == CnpRules.Per.NIC ? next : 0;
    if (by.delayPs() == 0) {
      through.sendAck(cnp);
      return next;
    }
    cnp.timePs += by.delayPs();
    cnp.next = null;
    if (last == null) {
      first = cnp;
      set(cnp.timePs);
    } else {
      last.next = cnp;
    }
    last = cnp;
    return next;
  }

  @Override
  protected void fired(long nowPs) {
    Packet due = first;
    while (due != null && due.timePs <= nowPs) {
      first = (Packet) due.next;
      if (first == null) {
        last = null;
      }
      due.timePs = nowPs;
      ((Nic) due.path[0]).sendAck(due);
      due = first;
    }
    if (due != null) {
      set(due.timePs);
    }
  }
}
