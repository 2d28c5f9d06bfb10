package dev.inflight.net.credit;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Grants credit to the flows that arrive at one NIC, in turn, as much as its link takes. Every byte that is sent is charged once, also those that
 * began to be sent before any credit: so while these stand in a queue, nobody is granted more, and what is granted arrives when the queue is
 * gone. What is charged runs ahead of the clock by at most the time that a credit takes to bring data ({@link CreditRules#aheadPs}), so that
 * the link is not idle meanwhile; that is also all that is granted at once after a time without demand, and to who comes first.
 */
final class CreditPacer extends Timer {
  private final long rateBitsPerSec;
  private @Nullable Credit first;
  private @Nullable Credit last;
  private long chargedUntilPs = Long.MIN_VALUE / 2;

  /**
   * A pacer.
   *
   * @param rateBitsPerSec of the link
   */
  CreditPacer(EventLoop loop, EventKeys keys, long rateBitsPerSec) {
    super(loop, keys);
    this.rateBitsPerSec = rateBitsPerSec;
  }

  /** A flow may want more than before. */
  void asked(Credit credit, long nowPs) {
    if (credit.waits || credit.openBytes() <= 0) {
      return;
    }
    append(credit);
    if (!isSet()) {
      grant(nowPs);
    }
  }

  /** Bytes that were charged, or will be, have not come: the link was free for others. */
  void refund(long ps, long nowPs) {
    chargedUntilPs = Math.max(chargedUntilPs - ps, Long.MIN_VALUE / 2);
    if (isSet() && chargedUntilPs < atPs()) {
      set(Math.max(chargedUntilPs, nowPs));
    }
  }

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

  /** Grants what is due, and sets the timer to when more is. A flow that is alone is told once. */
  private void grant(long nowPs) {
    for (Credit turn = first; turn != null; turn = first) {
      chargedUntilPs = Math.max(chargedUntilPs, nowPs - turn.rules.aheadPs());
      if (chargedUntilPs > nowPs) {
        set(chargedUntilPs);
        return;
      }
      removeFirst(turn);
      if (first != null && turn.givesTurnAway(turn.rules.costPs(turn.rules.quantumBytes(), rateBitsPerSec))) {
        append(turn);
        continue;
      }
      long fromPs = chargedUntilPs;
      do {
        chargedUntilPs += turn.rules.costPs(turn.grant(), rateBitsPerSec);
      } while (first == null && chargedUntilPs <= nowPs && turn.openBytes() > 0);
      lead(turn, fromPs, nowPs);
      if (turn.openBytes() > 0) {
        append(turn);
      }
      turn.granted(nowPs);
    }
  }

  /** A credit was granted the link's time since {@code fromPs}: what has passed of that, ahead of others; alone, what has not makes up for it. */
  private void lead(Credit credit, long fromPs, long nowPs) {
    long aheadPs = Math.min(chargedUntilPs, nowPs) - fromPs;
    boolean alone = first == null;
    credit.lead(alone ? 2 * aheadPs - (chargedUntilPs - fromPs) : aheadPs);
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
