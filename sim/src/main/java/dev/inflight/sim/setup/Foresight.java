package dev.inflight.sim.setup;

import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.sim.fidelity.Prospect;
import org.jspecify.annotations.Nullable;

/** Prediction of a setup's run, before the run. It is computed on first use, in any thread. */
final class Foresight {
  private static final double PS_PER_NS = 1e3;
  private static final double PS_PER_US = 1e6;

  private @Nullable String whyNothing;

  /** Reason why no part of the run is worth skipping, for the one setup that has this object; empty if some part may be. */
  synchronized String whyNothing(Setup setup) {
    if (whyNothing == null) {
      whyNothing = find(setup);
    }
    return whyNothing;
  }

  private static String find(Setup setup) {
    if (!setup.problems().isEmpty() || mayBeSlow(setup)) {
      return "";
    }
    long rttPs = new UnloadedPaths(setup.topology(), setup.framing(), setup.payloadBytes(), null).largestRttPs();
    Prospect prospect = Prospect.of(setup.flows(), setup.topology(), rttPs, setup.untilPs());
    return prospect == null || prospect.isWorthwhile()
        ? ""
        : "a flow starts or ends every " + text(prospect.changePs()) + ", and a stretch takes " + text(prospect.quietPs())
            + " without that";
  }

  /** True if flows may take much longer than cables need: failures, losses and limits of NICs are not predicted. */
  private static boolean mayBeSlow(Setup setup) {
    return !setup.events().isEmpty() || setup.lossRate() > 0 || !setup.nic().equals(UnlimitedNic.DEFAULT)
        || setup.topology().links().stream().anyMatch(link -> link.lossRate() > 0);
  }

  private static String text(double ps) {
    return ps < PS_PER_US ? Math.round(ps / PS_PER_NS) + " ns" : Math.round(ps / PS_PER_US) + " us";
  }
}
