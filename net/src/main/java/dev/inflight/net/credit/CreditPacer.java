package dev.inflight.net.credit;

import dev.inflight.net.event.Timer;
import dev.inflight.net.nic.Nic;
import org.jspecify.annotations.Nullable;

/**
 * Grants credit to the flows that arrive at one NIC, in turn, at the rate of its link: a grant is followed by the link's time for
 * these bytes. Data without credit is not charged, so granted data arrives behind it, as in htsim.
 */
final class CreditPacer extends Timer {
  private final Nic nic;
  private @Nullable Credit first;
  private @Nullable Credit last;
  private long grantedUntilPs = Long.MIN_VALUE;

  /** Makes the pacer of a NIC. */
  CreditPacer(Nic nic) {
    super(nic.loop(), nic);
    this.nic = nic;
  }

  /** Handles a raised request of a flow. */
  void asked(Credit credit, long nowPs) {
    if (credit.waits || credit.openBytes() <= 0) {
      return;
    }
    append(credit);
    if (!isSet()) {
      grant(nowPs);
    }
  }

  /**
   * Grants credit at the time for which the timer was set. So a late thread grants all credit that has become due meanwhile, but
   * no more than flows request.
   */
  @Override
  protected void fired(long nowPs) {
    grant(nowPs);
  }

  private void append(Credit credit) {
    credit.waits = true;
    Credit before = last;
    if (before == null) {
      first = credit;
    } else {
      before.next = credit;
    }
    last = credit;
  }

  /** Grants all due credit, and sets the timer to the next grant. */
  private void grant(long nowPs) {
    for (Credit turn = first; turn != null; turn = first) {
      if (grantedUntilPs > nowPs) {
        set(grantedUntilPs);
        return;
      }
      removeFirst(turn);
      grantedUntilPs = nowPs + turn.rules.costPs(turn.grant(), nic.statedBitsPerSec());
      if (turn.openBytes() > 0) {
        append(turn);
      }
      turn.granted(nowPs);
    }
  }

  private void removeFirst(Credit credit) {
    first = credit.next;
    credit.next = null;
    credit.waits = false;
    if (first == null) {
      last = null;
    }
  }
}
