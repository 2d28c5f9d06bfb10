package dev.inflight.sim.setup;

import dev.inflight.sim.loop.TieOrder;
import org.jspecify.annotations.Nullable;

/** Reasons why a run is not divided. In scheduling order, and with losses from one stream, each event affects all later. */
final class WholeRun {
  private WholeRun() {
  }

  /** Reason why it cannot run in parallel parts with the same result; null if it can. */
  static @Nullable String why(Setup setup) {
    if (setup.mayFastForward()) {
      return "fidelity fast leaves stretches out";
    }
    if (setup.ties() == TieOrder.SCHEDULING) {
      return "ties in scheduling order depend on all events before";
    }
    if (setup.profile().sharesRandomStreams()
        && (setup.lossRate() > 0 || setup.topology().links().stream().anyMatch(link -> link.lossRate() > 0))) {
      return "losses of the reference profile are drawn from one stream";
    }
    if (setup.flows().jobs().stream().anyMatch(job -> job.program().nics() > 1)) {
      return "ranks of a job begin operations on several hosts at once";
    }
    return null;
  }

  /** Reason why it cannot be divided among processes, in a few words; null if it can. */
  static @Nullable String whyOneProcess(Setup setup) {
    String whole = why(setup);
    if (whole != null) {
      return whole;
    }
    if (!setup.flows().jobs().isEmpty()) {
      return "operations of jobs cannot be shared out among processes yet";
    }
    return setup.flows().queuePairs() > 0 ? "operations on queue pairs cannot be shared out among processes yet" : null;
  }
}
