package dev.inflight.lab.advice;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Result of short simulations in which long flows join a link, with a scenario's parameters and with the advised ones. Where the
 * step of the formulas leaves flows less fair than the user requested, the check tries and advises larger steps.
 *
 * @param adviser adviser with the final advice
 * @param advised result with the advised parameters
 * @param now result with the scenario's parameters, or HPCC's defaults
 * @param search steps that were tried because flows were not fair; null where they were fair
 */
public record AdviceCheck(Adviser adviser, JoiningFlows advised, JoiningFlows now, @Nullable Search search) {
  private static final double FULL = 0.85;
  private static final double AS_FORMULA = 0.005;

  /**
   * Additive steps that were tried, smallest first, until one made flows fair.
   *
   * @param firstBytes smallest step, in bytes
   * @param lastBytes largest step that was tried, in bytes
   * @param bestBytes step with the largest fairness index, in bytes
   * @param best result of that step
   * @param isFair true if that result reaches the requested fairness
   */
  record Search(double firstBytes, double lastBytes, double bestBytes, JoiningFlows best, boolean isFair) {
    private static final List<Double> FACTORS = List.of(1.0, 2.0, 6.0, 20.0, 60.0, 200.0);

    static Search of(Adviser adviser, FlowTable joining) {
      double first = Math.ceil(Math.max(1, adviser.stepFor(adviser.goal())));
      Search search = null;
      for (double factor : FACTORS) {
        double step = Math.ceil(first * factor);
        if (search != null && (search.isFair || step > adviser.fairWindowBytes())) {
          break;
        }
        JoiningFlows run = adviser.simulate(adviser.scheme(step), joining);
        boolean isFair = run.late() >= adviser.goal();
        search = search == null || run.late() > search.best.late()
            ? new Search(first, step, step, run, isFair)
            : new Search(first, step, search.bestBytes, search.best, isFair);
      }
      return Objects.requireNonNull(search);
    }
  }

  /**
   * Simulates flows with the scenario's parameters and with the advised ones.
   *
   * @throws InputError when HPCC cannot be simulated here
   */
  public static AdviceCheck of(Scenario scenario, Adviser adviser) {
    FlowTable joining = adviser.joining();
    if (joining.count() == 0) {
      PortName link = adviser.link();
      throw new InputError(
          "no flow of two hosts has " + scenario.setup().topology().portName(link.node(), link.number(), link.peerNode())
              + " as its only bottleneck, so no simulation is possible; --no-simulation prints only formulas");
    }
    JoiningFlows advised = adviser.simulate(adviser.scheme(), joining);
    JoiningFlows now = adviser.scheme().equals(adviser.ofScenario()) ? advised : adviser.simulate(adviser.ofScenario(), joining);
    Search search = advised.late() < adviser.goal() ? Search.of(adviser, joining) : null;
    if (search != null && search.isFair && adviser.isFairnessAskedFor()) {
      return new AdviceCheck(adviser.with(search.bestBytes), search.best, now, search);
    }
    return new AdviceCheck(adviser, advised, now, search);
  }

  /** Returns warnings for the user, a sentence each. */
  public List<String> warnings() {
    var warnings = new ArrayList<String>();
    warn(now, adviser.nameOfNow() + ", " + named(adviser.ofScenario()), warnings);
    if (!advised.equals(now)) {
      warn(advised, "as advised, " + named(adviser.scheme()), warnings);
    }
    double promised = adviser.fairnessOf(adviser.scheme()).jain();
    if (advised.flows() == adviser.flows() && advised.late() < promised - AS_FORMULA) {
      warnings.add("for the advised parameters the formula of A.3 predicts a Jain's index of " + Humanize.decimal(promised, 3)
          + ", and the simulation has " + Humanize.decimal(advised.late(), 3));
    }
    return warnings;
  }

  private String named(Hpcc scheme) {
    return Catalog.SCHEMES.describeBriefly(scheme) + " (W_AI " + bytes(adviser.stepBytes(scheme)) + ")";
  }

  private static String bytes(double step) {
    return Humanize.decimal(step, 1) + " B";
  }

  private void warn(JoiningFlows run, String how, List<String> warnings) {
    if (run.late() < adviser.goal()) {
      warnings.add(how + " leaves " + run.flows() + " long flows unfair: Jain's index is " + Humanize.decimal(run.late(), 2)
          + " 10 ms after the last has joined; " + remedy());
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

  /** Returns the change that makes flows fair in the same simulation, if there is one. */
  private String remedy() {
    if (advised.late() >= adviser.goal()) {
      return "with the advised parameters it is " + Humanize.decimal(advised.late(), 2);
    }
    Search tried = Objects.requireNonNull(search);
    String index = Humanize.decimal(tried.best.late(), 2);
    return tried.isFair
        ? "with a W_AI of " + bytes(tried.bestBytes) + " it is " + index + " (--fairness " + Humanize.decimal(adviser.goal(), 2)
            + ")"
        : "no simulated W_AI, " + bytes(tried.firstBytes) + " to " + bytes(tried.lastBytes) + ", makes them as fair as "
            + Humanize.decimal(adviser.goal(), 2) + ": the best has " + bytes(tried.bestBytes) + " and " + index;
  }
}
