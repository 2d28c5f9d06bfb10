package dev.inflight.lab.cli.author;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.run.ProgressOfSetup;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.sweep.SweepCheck;
import dev.inflight.lab.sweep.SweepFile;
import dev.inflight.lab.sweep.SweepText;
import dev.inflight.lab.targets.Targets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight check}. */
@Command(name = "check", description = CheckCommand.SUMMARY, footer = {"",
    "A file with lists of values is validated as a sweep, point by point.", "", "Examples:",
    "  ./inflight check scenarios/incast.yaml", "  ./inflight check scenarios/*.yaml --set seed=7", "",
    "Exit codes: 0 all scenarios can run, 2 some cannot."})
public final class CheckCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Validates scenarios without running them, and reports all errors at once, as"
      + " FILE:LINE:COLUMN: ERROR.";

  private static final int BAD_INPUT = 2;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "scenarios in YAML, or config.txt files of the HPCC authors' simulator")
  private List<Path> files = List.of();

  @Option(names = "--set", paramLabel = "KEY=VALUE", completionCandidates = Candidates.Keys.class, description = "another value for a key in each"
      + " of them; may be repeated")
  private List<String> set = List.of();

  private final StrictReading strict = new StrictReading();

  @Mixin
  private final CommandSpec strictOptions = strict.spec();

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--quiet", description = "print nothing for files without errors")
  private boolean quiet;

  /** Creates the command, which prints results to {@code out} and errors to {@code err}. */
  public CheckCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    Overrides replacements = Overrides.of(set);
    int wrong = 0;
    for (Path file : files) {
      try {
        check(file, replacements);
      } catch (InputError errors) {
        errors.exactly().lines().forEach(err::println);
        wrong++;
      }
    }
    if (wrong > 0 && files.size() > 1) {
      err.println(wrong + " of " + files.size() + " files cannot run");
    }
    return wrong > 0 ? BAD_INPUT : 0;
  }

  private void check(Path file, Overrides replacements) {
    var setup = new ProgressOfSetup(err, quiet);
    InputText text = ScenarioReader.text(file);
    Optional<SweepFile> sweep = SweepFile.find(text, replacements);
    if (sweep.isEmpty()) {
      Scenario scenario = setup.during(() -> ScenarioReader.read(text, replacements));
      if (strict.isStrict()) {
        scenario.requireNoWarnings();
      }
      say(file, about(scenario));
      targets(Targets.meanings(scenario));
      note(scenario.notes());
      warn(scenario.warnings());
      return;
    }
    SweepCheck points = SweepCheck.of(sweep.get(), strict.isStrict(), reading -> () -> setup.during(reading));
    note(points.notes());
    warn(points.warnings());
    say(file, "a sweep of " + Humanize.count(sweep.get().count(), "point") + ", about " + Humanize.roughly(points.allPacketHops())
        + " packet-hops");
    if (!quiet) {
      SweepText.of(sweep.get()).forEach(line -> out.println(Quoted.printable(line)));
      out.flush();
    }
    int all = sweep.get().count();
    targets(points.targets().entrySet().stream()
        .map(target -> target.getKey() + (target.getValue() == all
            ? ""
            : " (at " + Humanize.count(target.getValue()) + " of " + Humanize.count(all, "point") + ")"))
        .toList());
  }

  private void say(Path file, String what) {
    if (!quiet) {
      out.println(Quoted.message(file + ": can run: " + what));
      out.flush();
    }
  }

  /** Prints each target as the program interprets it, so that its author can verify it. */
  private void targets(Collection<String> meanings) {
    if (!quiet) {
      meanings.forEach(target -> out.println(Quoted.message("  target " + target)));
      out.flush();
    }
  }

  private void note(Collection<String> notes) {
    if (!quiet) {
      WarningLines.printNotes(err, notes);
    }
  }

  private void warn(Collection<String> warnings) {
    WarningLines.print(err, warnings);
  }

  private static String about(Scenario scenario) {
    int nodes = scenario.setup().topology().nodeCount();
    int hosts = scenario.setup().topology().hosts().length;
    return Humanize.count(scenario.setup().flows().count(), "flow") + " of " + Humanize.count(hosts, "host") + " and "
        + Humanize.count(nodes - hosts, "switch", "switches") + " under "
        + Catalog.SCHEMES.describeBriefly(scenario.setup().scheme());
  }
}
