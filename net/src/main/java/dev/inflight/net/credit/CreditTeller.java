package dev.inflight.net.credit;

import dev.inflight.net.nic.Nic;

/** Sends a flow's sender what its receiver has decided. */
public interface CreditTeller {
  /**
   * Reports how much credit the flow was granted in all.
   *
   * @param message its number, from 0
   * @param bytes of all that the flow sends with credit
   * @param at where the flow arrives
   */
  void grant(long message, long bytes, Nic at, long nowPs);
}
