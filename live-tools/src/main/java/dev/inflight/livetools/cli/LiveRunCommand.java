package dev.inflight.livetools.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.ScenarioOptions;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.livetools.live.LiveRun;
import dev.inflight.livetools.live.LiveTwin;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.loop.Waiting;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight live run}. */
@Command(name = "run", description = "Runs a scenario live, and writes a folder of results as a simulation does. It removes its"
    + " namespaces and interfaces at its end.", footer = {"", "Examples:",
        "  ./inflight live run scenarios/live/incast.yaml --out runs/live",
        "  ./inflight live run scenarios/live/incast.yaml --scheme dcqcn --device packet-ring"})
final class LiveRunCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;
  private final RunFolder.Opener opener;

  @Parameters(paramLabel = "FILE", description = "a scenario in YAML")
  private Path file = Path.of("");

  @Option(names = "--out", paramLabel = "DIR", description = "where results go; by default a new folder runs/NAME")
  private @Nullable Path folder;

  @Option(names = "--force", description = "overwrite the results of an earlier run in DIR")
  private boolean overwrite;

  private final ScenarioOptions replaced = new ScenarioOptions();

  @Mixin
  private final CommandSpec replacedOptions = replaced.spec();

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--until", paramLabel = "TIME", description = "another end of the run, such as 500ms")
  private @Nullable String until;

  @Mixin
  private final RealTimeOptions realTime = new RealTimeOptions();

  @Option(names = "--twin", description = "also simulate the scenario, and compare both in DIR")
  private boolean twin;

  @Option(names = "--quiet", description = "print only warnings when all flows finish")
  private boolean quiet;

  LiveRunCommand(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    this.out = out;
    this.err = err;
    this.opener = opener;
  }

  @Override
  public Integer call() {
    Run.checkForce(overwrite, folder);
    Scenario scenario = ScenarioReader.read(file, replaced.over(Overrides.NONE.with("until", until)))
        .simulatedInFull("packets are real");
    WarningLines.print(err, scenario.warnings());
    var run = new LiveRun(scenario, folder, overwrite, quiet, opener, realTime.device(), realTime.waiting(Waiting.SPIN), out, err,
        new ArrayList<>());
    if (!twin) {
      return run.run();
    }
    if (folder == null) {
      throw SourceLocation.of("--twin").error("two runs and their report need a folder; it goes with --out");
    }
    return new LiveTwin(run, folder).run();
  }
}
