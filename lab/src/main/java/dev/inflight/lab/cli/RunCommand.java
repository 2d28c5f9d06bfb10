package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.cli.author.FastOption;
import dev.inflight.lab.cli.author.ScenarioOptions;
import dev.inflight.lab.cli.author.StrictReading;
import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Stages;
import dev.inflight.lab.run.Processes;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.ProgressOfSetup;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.lab.sweep.SweepFile;
import dev.inflight.lab.targets.Targets;
import dev.inflight.sim.mpi.Mpi;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Command {@code inflight run}. Labels of options with completion differ: picocli's script names its word lists after them. */
final class RunCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  static final String SUMMARY = "Simulates a scenario and writes a folder of results.";

  private final PrintStream out;
  private final PrintStream err;
  private final RunFolder.Opener opener;

  private final CommandOptions options = new CommandOptions(this);

  private final OptionValue<Path> file = options.parameter("FILE", Path.of(""),
      "a scenario in YAML, or a config.txt of the HPCC authors' simulator; - reads it from standard input");
  private final OptionValue<@Nullable Path> folder = options.path("--out", "DIR",
      "where results go; by default a new folder runs/NAME");
  private final OptionValue<Boolean> overwrite = options.flag("--force", "overwrite the results of an earlier run in DIR");
  private final ScenarioOptions replaced = options.add(new ScenarioOptions());
  private final FastOption fast = options.add(new FastOption());
  @SuppressWarnings("UnusedVariable") // its options are read before the command runs
  private final ExtensionOptions extensions = options.add(new ExtensionOptions());
  private final OptionValue<@Nullable String> seed = options.text("--seed", "N", "another seed of random choices");
  private final OptionValue<@Nullable String> until = options.text("--until", "TIME",
      "another end of simulated time, such as 5ms");
  private final OptionValue<@Nullable String> ties = options.text("--ties", "ORDER", new Candidates.Ties(),
      "order of simultaneous events: port or scheduling");
  private final OptionValue<@Nullable String> clock = options.text("--clock", "CLOCK", new Candidates.Clocks(),
      "arithmetic of times: exact or authors");
  private final OptionValue<@Nullable String> recovery = options.text("--recovery", "RECOVERY", new Candidates.RecoveryNames(),
      "another loss recovery: go-back-n, irn, selective, unreliable or tcp, such as irn(reach=1); combine the last two with --set"
          + " telemetryPackets=probes");
  private final OptionValue<List<String>> failOn = options.list(String.class, Targets.OPTION, "TARGET", null, "exit with code 4"
      + " when a run misses this target, such as 'p99 slowdown < 5'; added to the scenario's targets; may be repeated");
  private final OptionValue<List<String>> pcap = options.list(String.class, "--pcap", "NODE:PORT|all", null,
      "capture the packets that pass this port, or that leave any port, into pcap/ of the results; may be repeated");
  private final OptionValue<@Nullable String> snapLength = options.text("--snap-length", "BYTES",
      "capture only the first BYTES of each packet");
  private final EnsembleOption ensemble = options.add(new EnsembleOption());
  private final VerifyOption verify = options.add(new VerifyOption());
  private final OptionValue<@Nullable String> threads = options.text("--threads", "N",
      "number of threads, with the same results for"
          + " any number; by default one for each processor, or fewer if too few events are concurrent");
  private final OptionValue<Boolean> mpi = options.flag("--mpi",
      "run as one of the processes of mpirun, each with a part of the fabric and one thread");
  private final StrictReading strict = options.add(new StrictReading());
  private final OptionValue<Boolean> check = options.flag("--check",
      "only validate the scenario, and print it with all defaults");
  private final OptionValue<Boolean> quiet = options.flag("--quiet",
      "print only warnings, and the reason for a nonzero exit code on stderr");

  RunCommand(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    this.out = out;
    this.err = err;
    this.opener = opener;
  }

  /** Returns the specification of the command. */
  CommandSpec spec() {
    CommandSpec spec = options.spec().name("run");
    spec.usageMessage().description(SUMMARY).footer("", "Examples:",
        "  ./inflight run scenarios/incast.yaml --scheme 'hpcc(eta=0.9)' --out runs/eta90",
        "  ./inflight run scenarios/leafspine.yaml --telemetry ioam --pcap 32:9 --seed 2",
        "  mpirun --bind-to none -np 4 ./inflight run scenarios/fattree-1024.yaml --mpi",
        "  ./inflight run scenarios/incast.yaml --fail-on 'pauses==0'", "  ./inflight run scenarios/incast.yaml --ensemble 8",
        "  ./inflight run scenarios/incast.yaml --fast --verify", "",
        "Exit codes: 0 done, 1 a bug or too little memory, 2 bad input or results that cannot be written, 3 flows that should have"
            + " finished did not, or the error of --fast is above its bound, as estimated or by --verify, 4 a target was missed, 130 interrupted.");
    return spec;
  }

  @Override
  public Integer call() {
    Run.checkForce(overwrite.value(), folder.value());
    if (ensemble.isGiven() || verify.isGiven()) {
      return several();
    }
    if (mpi.value() && !check.value()) {
      if (threads.value() != null) {
        throw SourceLocation.of("--threads").error("a process of --mpi has one thread; mpirun -np sets the number of processes");
      }
      return Processes.run(this::scenario, !pcap.value().isEmpty(), (scenario, share, whenReady, interruption) -> {
        strict.check(scenario, quiet.value(), err);
        return run(scenario, share, whenReady).run(interruption);
      }, err);
    }
    int ranks = Mpi.ranksStarted(System.getenv());
    if (!mpi.value() && ranks > 1) {
      err.println("inflight: warning: this is one of " + ranks + " processes of an mpirun, and each simulates the whole scenario;"
          + " with --mpi they share it out");
    }
    var setup = new ProgressOfSetup(err, quiet.value());
    Scenario scenario = setup.during(this::scenario);
    strict.check(scenario, quiet.value(), err);
    Run run = setup.during(() -> run(scenario, null, () -> {
    }));
    if (!check.value()) {
      return run.run(setup);
    }
    setup.during(run::check);
    if (!quiet.value()) {
      out.print(ScenarioWriter.write(scenario));
      out.flush();
    }
    return Run.DONE;
  }

  private int several() {
    SourceLocation place = SourceLocation.of(verify.isGiven() ? VerifyOption.NAME : EnsembleOption.NAME);
    String one = verify.isGiven()
        ? "; without --verify every packet is simulated with it"
        : " goes with one member, as in --set ensemble.member=1";
    if (mpi.value()) {
      throw place.error(
          "runs go on in one process here, and --mpi shares one out among several" + (verify.isGiven() ? one : "; --mpi" + one));
    }
    if (!pcap.value().isEmpty() || snapLength.value() != null) {
      throw place.error("no packets are captured here; --pcap" + one);
    }
    InputText text = ScenarioReader.text(file.value());
    SweepFile sweep = SweepFile.of(text, ensemble.over(verify.over(text, overrides()))).withTargets(failOn.value());
    var runs = new SeveralRuns(sweep, ensemble, verify, quiet.value(), strict.isStrict(), out, err);
    if (!check.value()) {
      return runs.run(folder.value(), overwrite.value(), threads.value());
    }
    Scenario first = runs.check();
    strict.check(first, quiet.value(), err);
    if (!quiet.value()) {
      out.print(ScenarioWriter.write(first));
      out.flush();
    }
    return Run.DONE;
  }

  private Run run(Scenario scenario, @Nullable Threads share, Runnable whenReady) {
    Stages.enter("dividing the fabric");
    CaptureFiles captures = CaptureFiles.of(pcap.value(), snapLength.value(), scenario.setup());
    Threads parts = share != null ? share : Threads.choose(scenario.setup(), threads.value());
    return new Run(scenario,
        new Run.Options(folder.value(), overwrite.value(), quiet.value(), opener, captures, parts, whenReady, Follower.NONE), out,
        err);
  }

  private Scenario scenario() {
    Scenario scenario = Targets.added(ScenarioReader.read(file.value(), overrides()), failOn.value());
    return !pcap.value().isEmpty()
        ? scenario.simulatedInFull("captures hold every packet")
        : mpi.value() ? scenario.simulatedInFull("stretches can be left out in one process only") : scenario;
  }

  private Overrides overrides() {
    return replaced.over(fast.over(Overrides.NONE.with("recovery", recovery.value()).with("seed", seed.value())
        .with("until", until.value()).with("ties", ties.value()).with("clock", clock.value())));
  }
}
