package dev.inflight.net.credit;

import dev.inflight.net.nic.Nic;

/** Sends a flow's sender the decision of its receiver. */
public interface CreditGranter {
  /**
   * Sends the total credit of the flow.
   *
   * @param message its number, from 0
   * @param bytes total of granted bytes that the flow sends with credit
   * @param at NIC at which the flow arrives
   */
  void grant(long message, long bytes, Nic at, long nowPs);
}
