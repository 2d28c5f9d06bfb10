package dev.inflight.net.credit;

import dev.inflight.net.nic.Nic;
import org.jspecify.annotations.Nullable;

/** The pacers of a host, one for each of its NICs; made when they are first needed. */
public final class CreditPacers {
  private final @Nullable CreditPacer[] byNic;

  /**
   * Makes the pacers of a host.
   *
   * @param nics number of its NICs
   */
  public CreditPacers(int nics) {
    byNic = new CreditPacer[nics];
  }

  CreditPacer of(Nic nic) {
    CreditPacer pacer = byNic[nic.number() - 1];
    if (pacer == null) {
      pacer = new CreditPacer(nic);
      byNic[nic.number() - 1] = pacer;
    }
    return pacer;
  }
}
