package dev.inflight.sim.setup;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switchfeedback.DirectFeedback;

/** Priorities of a setup's packets: switches reserve memory for each of them. */
public final class Priorities {
  private Priorities() {
  }

  /** True if receivers' acknowledgements, credits and other responses have the priority that switches send first. */
  static boolean answersGoAhead(Setup setup) {
    return setup.queues().isStrict(Packet.APART_PRIORITY);
  }

  private static boolean hasCnps(Setup setup) {
    return setup.flowClasses().stream().anyMatch(one -> one.scheme().cnpIntervalPs() > 0);
  }

  /**
   * True if packets of {@link Packet#APART_PRIORITY} belong to no flow, but are congestion notifications, answers and signals of
   * switches, or answers of receivers.
   */
  public static boolean hasApart(Setup setup) {
    return answersGoAhead(setup) || setup.routing().sendsSignals() || setup.switchFeedback() instanceof DirectFeedback
        || hasCnps(setup) && setup.cnp().priority() == Packet.APART_PRIORITY;
  }

  /** Priorities of flows, and that of congestion notifications if another one is set for them, one bit each. */
  public static int inUse(Setup setup) {
    int flows = setup.flows().prioritiesInUse();
    int cnps = setup.cnp().priority();
    return cnps != Packet.APART_PRIORITY && hasCnps(setup) ? flows | 1 << cnps : flows;
  }
}
