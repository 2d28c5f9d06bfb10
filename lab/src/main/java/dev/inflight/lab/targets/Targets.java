package dev.inflight.lab.targets;

import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.flow.FinishedFlows;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Targets of a scenario. */
public final class Targets {
  /** Command-line option that adds targets. */
  public static final String OPTION = "--fail-on";

  private Targets() {
  }

  /**
   * Checks that all targets name quantities of the scenario's runs.
   *
   * @throws dev.inflight.lab.read.InputError with the error of each invalid target
   */
  public static Scenario checked(Scenario scenario) {
    of(scenario);
    return scenario;
  }

  /** Returns the scenario with validated command-line targets after its own. */
  public static Scenario added(Scenario scenario, List<String> more) {
    SourceLocation option = SourceLocation.of(OPTION);
    return checked(scenario.withTargets(more.stream().map(text -> new Expectations.Written(text, option)).toList()));
  }

  private static List<Target> of(Scenario scenario) {
    var targets = new ArrayList<Target>();
    var faults = new Faults();
    scenario.expected().targets().forEach(written -> faults.collect(() -> targets.add(Target.of(written, scenario))));
    faults.throwIfAny();
    return targets;
  }

  /** Returns a line for each target: its text and its meaning. */
  public static List<String> meanings(Scenario scenario) {
    return of(scenario).stream().map(target -> target.text() + ": " + target.meaning()).toList();
  }

  /** Returns a run's outcome with the results of its scenario's targets. */
  public static RunSummary judged(RunSummary outcome, FinishedFlows finished) {
    List<Target> targets = of(outcome.scenario());
    if (targets.isEmpty()) {
      return outcome;
    }
    byte[] summary = SummaryJson.write(outcome, List.of()).getBytes(StandardCharsets.UTF_8);
    var figures = new JudgedRun(outcome, finished, SummaryFile.of(InputText.of(Path.of(RunFolder.SUMMARY), summary)));
    return outcome.withTargets(targets.stream().map(target -> target.in(figures)).toList());
  }

  /** Returns the results of targets in a summary; empty without any. */
  public static List<TargetResult> in(@Nullable SummaryFile summary) {
    var results = new ArrayList<TargetResult>();
    for (int at = 0; summary != null && at < summary.items(TargetResult.LIST); at++) {
      String one = TargetResult.LIST + "[" + at + "].";
      String text = summary.text(one + "target");
      Double bound = summary.decimal(one + "bound");
      if (text != null && bound != null) {
        String unit = summary.text(one + "unit");
        String shown = summary.text(one + "shown");
        results.add(new TargetResult(text, summary.decimal(one + "value"), bound, unit == null ? "" : unit,
            shown == null ? "" : shown, summary.says(one + "met")));
      }
    }
    return results;
  }
}
