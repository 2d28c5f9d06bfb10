package dev.inflight.lab.advice;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * What short simulations say of a scenario's parameters and of those that are advised: the same number of long flows that join.
 *
 * @param advised with those that are advised
 * @param now with those of the scenario, or HPCC's defaults
 */
public record AdviceCheck(JoiningFlows advised, JoiningFlows now) {
  private static final double FULL = 0.85;

  /** Simulates both. */
  public static AdviceCheck of(Scenario scenario, Adviser adviser) {
    JoiningFlows advised = JoiningFlows.run(scenario.setup(), adviser.scheme(), adviser.flows(), adviser.rttPs());
    return new AdviceCheck(advised,
        adviser.scheme().equals(adviser.ofScenario())
            ? advised
            : JoiningFlows.run(scenario.setup(), adviser.ofScenario(), adviser.flows(), adviser.rttPs()));
  }

  /** What a person should know, a sentence each. */
  public List<String> warnings(Adviser adviser) {
    var warnings = new ArrayList<String>();
    warn(adviser, now, adviser.nameOfNow() + ", " + named(adviser, adviser.ofScenario()), warnings);
    if (!advised.equals(now)) {
      warn(adviser, advised, "as advised, " + named(adviser, adviser.scheme()), warnings);
    }
    return warnings;
  }

  private static String named(Adviser adviser, Hpcc scheme) {
    return Catalog.SCHEMES.describeBriefly(scheme) + " (W_AI " + Humanize.decimal(adviser.stepBytes(scheme), 1) + " B)";
  }

  private static void warn(Adviser adviser, JoiningFlows run, String how, List<String> warnings) {
    if (run.late() < Adviser.FAIR) {
      warnings.add(how + " leaves " + run.flows() + " long flows unfair: Jain's index is " + Humanize.decimal(run.late(), 2)
          + " 10 ms after the last has joined; a larger step makes them fair, "
          + Humanize.decimal(Math.ceil(adviser.stepFor(Adviser.FAIR)), 0) + " B or more (--fairness)");
    }
    if (run.linkShare() < FULL) {
      warnings.add(how + " leaves part of the link unused: " + run.flows() + " long flows get "
          + Humanize.percent(run.linkShare()) + " of it together");
    }
    if (run.pfcPauses() > 0) {
      warnings.add(how + " makes switches pause: " + Humanize.count(run.pfcPauses(), "PFC frame") + " while " + run.flows()
          + " long flows join");
    }
  }
}
