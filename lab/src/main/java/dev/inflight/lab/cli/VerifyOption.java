package dev.inflight.lab.cli;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.sweep.SweepAxis;
import dev.inflight.lab.sweep.SweepFile;
import dev.inflight.lab.verify.Verification;
import dev.inflight.lab.verify.VerificationJson;
import dev.inflight.lab.verify.VerificationText;
import dev.inflight.sim.fidelity.Fidelity;
import dev.inflight.sim.fidelity.FullFidelity;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Option {@code --verify}: runs a scenario in full and fast, and compares both. The fidelity is one more key that varies. */
final class VerifyOption implements CommandOptions.Part {
  static final String NAME = "--verify";

  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<Boolean> verify = options.flag(NAME,
      "with --fast: run in full as well, compare both, and exit with code 3"
          + " when ends, means or throughput differ by more than the error bound; with --ensemble N, N runs of each");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  boolean isGiven() {
    return verify.value();
  }

  /** Returns the overrides with both fidelities. */
  Overrides over(InputText text, Overrides given) {
    if (!verify.value()) {
      return given;
    }
    SourceLocation place = SourceLocation.of(NAME);
    Optional<SweepFile> sweep = SweepFile.find(text, given);
    List<SweepAxis> axes = sweep.map(SweepFile::axes).orElse(List.of());
    axes.stream().filter(axis -> axis.key().equals(Verification.KEY)).findFirst().ifPresent(axis -> {
      throw axis.place().error("fidelity has a list of values, and " + NAME + " compares one with full runs");
    });
    Scenario first = sweep.map(points -> points.scenario(0)).orElseGet(() -> ScenarioReader.read(text, given));
    Fidelity fidelity = first.setup().fidelity();
    if (fidelity.error() == 0) {
      throw place.error("fidelity is full here, so there is nothing to compare with full runs; give --fast too, or fidelity: fast"
          + " in the scenario");
    }
    return given.only(one -> !one.key().equals(Verification.KEY)).and(new Overrides.Replacement(Verification.KEY,
        "[" + FullFidelity.DEFAULT.name() + ", '" + Catalog.FIDELITIES.describe(fidelity) + "']", place, true));
  }

  /**
   * Prints the command that compares the runs, after a command that ran some or none of them; prints nothing without the option.
   *
   * @param part options of the command that runs some of them
   */
  void later(String part, PrintStream out) {
    if (verify.value()) {
      out.println("nothing is compared yet: when all points are complete, the same command without " + part
          + " compares full and fast runs");
    }
  }

  /**
   * Writes and prints the differences between the runs of a folder, which must all exist; does nothing without the option.
   *
   * @return exit code for the differences
   */
  int end(Path folder, boolean quiet, PrintStream out, PrintStream err) {
    if (!verify.value()) {
      return Run.DONE;
    }
    Verification found = VerificationJson.write(folder);
    if (!quiet) {
      out.print(VerificationText.write(found));
      out.flush();
    } else if (found.isMissed()) {
      err.print(VerificationText.missed(found));
      err.flush();
    }
    return found.isMissed() ? Run.STALLED : Run.DONE;
  }
}
