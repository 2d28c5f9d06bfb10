package dev.inflight.livetools.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.ScenarioOptions;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.livetools.live.LiveUp;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
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

/** {@code inflight live up}. */
@Command(name = "up", description = "Creates a scenario's fabric on this machine, and forwards packets of programs in its"
    + " hosts' namespaces, until ^C, SIGTERM or live down ends it. The scenario's flows do not run.", footer = {"", "Examples:",
        "  ./inflight live up scenarios/live/incast.yaml",
        "  ./inflight live up scenarios/live/incast.yaml --telemetry int --for 600s"})
final class LiveUpCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "FILE", description = "a scenario in YAML")
  private Path file = Path.of("");

  private final ScenarioOptions replaced = new ScenarioOptions();

  @Mixin
  private final CommandSpec replacedOptions = replaced.spec();

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--for", paramLabel = "TIME", description = "duration, such as 10s; by default until ended")
  private @Nullable String length;

  @Mixin
  private final RealTimeOptions realTime = new RealTimeOptions();

  @Option(names = "--quiet", description = "print only warnings")
  private boolean quiet;

  LiveUpCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    Scenario scenario = ScenarioReader.read(file, replaced.over(Overrides.NONE)).simulatedInFull("packets are real");
    WarningLines.print(err, scenario.warnings());
    return new LiveUp(scenario, lengthPs(), quiet, realTime.device(), realTime.waiting(Waiting.PARK), out, err, new ArrayList<>())
        .run();
  }

  private long lengthPs() {
    if (length == null) {
      return Long.MAX_VALUE;
    }
    String written = length;
    return SourceLocation.of("--for").check(() -> {
      long ps = Units.time(written);
      if (ps == 0) {
        throw new IllegalArgumentException("a time above 0 is needed");
      }
      return ps;
    });
  }
}
