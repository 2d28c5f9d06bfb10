package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.cli.author.FastOption;
import dev.inflight.lab.cli.author.ScenarioOptions;
import dev.inflight.lab.cli.author.StrictReading;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight run}. Labels of options with names to complete differ, because picocli's script calls the lists of names by them. */
@Command(name = "run", description = "Simulates a scenario and writes a folder of results.", footer = {"", "Examples:",
    "  ./inflight run scenarios/incast.yaml --scheme 'hpcc(eta=0.9)' --out runs/eta90",
    "  ./inflight run scenarios/leafspine.yaml --telemetry ioam --pcap 32:9 --seed 2",
    "  mpirun --bind-to none -np 4 ./inflight run scenarios/fattree-1024.yaml --mpi",
    "  ./inflight run scenarios/incast.yaml --fail-on 'pauses==0'", "  ./inflight run scenarios/incast.yaml --ensemble 8",
    "  ./inflight run scenarios/incast.yaml --fast --verify", "",
    "Exit codes: 0 done, 1 a bug or too little memory, 2 bad input or results that cannot be written, 3 flows that should have finished did not, or the error"
        + " of --fast is above its bound, as estimated or by --verify, 4 a target was missed, 130 interrupted."})
final class RunCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;
  private final RunFolder.Opener opener;

  @Parameters(paramLabel = "FILE", description = "a scenario in YAML, or a config.txt of the HPCC authors' simulator; - reads it from standard input")
  private Path file = Path.of("");

  @Option(names = "--out", paramLabel = "DIR", description = "where results go; by default a new folder runs/NAME")
  private @Nullable Path folder;

  // Options of this command are objects: picocli reads primitive ones by methods that the start-up cache does not hold.
  @Option(names = "--force", description = "overwrite the results of an earlier run in DIR")
  private Boolean overwrite = false;

  @Mixin
  private final ScenarioOptions replaced = new ScenarioOptions();

  @Mixin
  private final FastOption fast = new FastOption();

  @Mixin
  private final ExtensionOptions extensions = new ExtensionOptions();

  @Option(names = "--seed", paramLabel = "N", description = "other random choices")
  private @Nullable String seed;

  @Option(names = "--until", paramLabel = "TIME", description = "another end of simulated time, such as 5ms")
  private @Nullable String until;

  @Option(names = "--ties", paramLabel = "ORDER", completionCandidates = Candidates.Ties.class, description = "order of simultaneous events: port or scheduling")
  private @Nullable String ties;

  @Option(names = "--clock", paramLabel = "CLOCK", completionCandidates = Candidates.Clocks.class, description = "arithmetic of times: exact or authors")
  private @Nullable String clock;

  @Option(names = "--recovery", paramLabel = "RECOVERY", completionCandidates = Candidates.RecoveryNames.class, description = "another loss recovery: go-back-n, irn, selective, unreliable or tcp, such as irn(reach=1); combine the last two with --set telemetryPackets=probes")
  private @Nullable String recovery;

  @Option(names = Targets.OPTION, paramLabel = "TARGET", description = "exit with code 4 when a run misses this target, such as"
      + " 'p99 slowdown < 5'; added to the scenario's targets; may be repeated")
  private List<String> failOn = List.of();

  @Option(names = "--pcap", paramLabel = "NODE:PORT|all", description = "capture the packets that pass this port, or those that leave any,"
      + " into pcap/ of the results; may be repeated")
  private List<String> pcap = List.of();

  @Option(names = "--snap-length", paramLabel = "BYTES", description = "capture only this much of each packet")
  private @Nullable String snapLength;

  @Mixin
  private final EnsembleOption ensemble = new EnsembleOption();

  @Mixin
  private final VerifyOption verify = new VerifyOption();

  @Option(names = "--threads", paramLabel = "N", description = "number of threads, with the same results for any number; by"
      + " default one for each processor, or fewer if too few events are concurrent")
  private @Nullable String threads;

  @Option(names = "--mpi", description = "run as one of the processes of mpirun, each with a part of the fabric and one thread")
  private Boolean mpi = false;

  @Mixin
  private final StrictReading strict = new StrictReading();

  @Option(names = "--check", description = "only validate the scenario, and print it with all defaults")
  private Boolean check = false;

  @Option(names = "--quiet", description = "print only warnings, and the reason of an exit code other than 0 on stderr")
  private Boolean quiet = false;

  RunCommand(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    this.out = out;
    this.err = err;
    this.opener = opener;
  }

  @Override
  public Integer call() {
    Run.checkForce(overwrite, folder);
    if (ensemble.isGiven() || verify.isGiven()) {
      return several();
    }
    if (mpi && !check) {
      if (threads != null) {
        throw SourceLocation.of("--threads").error("a process of --mpi has one thread; mpirun -np sets the number of processes");
      }
      return Processes.run(this::scenario, !pcap.isEmpty(), (scenario, share, whenReady, interruption) -> {
        strict.check(scenario, quiet, err);
        return run(scenario, share, whenReady).run(interruption);
      }, err);
    }
    int ranks = Mpi.ranksStarted(System.getenv());
    if (!mpi && ranks > 1) {
      err.println("inflight: warning: this is one of " + ranks + " processes of an mpirun, and each simulates the whole scenario;"
          + " with --mpi they share it out");
    }
    var setup = new ProgressOfSetup(err, quiet);
    Scenario scenario = setup.during(this::scenario);
    strict.check(scenario, quiet, err);
    Run run = setup.during(() -> run(scenario, null, () -> {
    }));
    if (!check) {
      return run.run(setup);
    }
    setup.during(run::check);
    if (!quiet) {
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
    if (mpi) {
      throw place.error(
          "runs go on in one process here, and --mpi shares one out among several" + (verify.isGiven() ? one : "; --mpi" + one));
    }
    if (!pcap.isEmpty() || snapLength != null) {
      throw place.error("no packets are captured here; --pcap" + one);
    }
    InputText text = ScenarioReader.text(file);
    SweepFile sweep = SweepFile.of(text, ensemble.over(verify.over(text, overrides()))).withTargets(failOn);
    var runs = new SeveralRuns(sweep, ensemble, verify, quiet, strict.isStrict(), out, err);
    if (!check) {
      return runs.run(folder, overwrite, threads);
    }
    Scenario first = runs.check();
    strict.check(first, quiet, err);
    if (!quiet) {
      out.print(ScenarioWriter.write(first));
      out.flush();
    }
    return Run.DONE;
  }

  private Run run(Scenario scenario, @Nullable Threads share, Runnable whenReady) {
    Stages.enter("dividing the fabric");
    CaptureFiles captures = CaptureFiles.of(pcap, snapLength, scenario.setup());
    Threads parts = share != null ? share : Threads.choose(scenario.setup(), threads);
    return new Run(scenario, new Run.Options(folder, overwrite, quiet, opener, captures, parts, whenReady, Follower.NONE), out,
        err);
  }

  private Scenario scenario() {
    Scenario scenario = Targets.added(ScenarioReader.read(file, overrides()), failOn);
    return !pcap.isEmpty()
        ? scenario.simulatedInFull("captures hold every packet")
        : mpi ? scenario.simulatedInFull("stretches can be left out in one process only") : scenario;
  }

  private Overrides overrides() {
    return replaced.over(fast.over(Overrides.NONE.with("recovery", recovery).with("seed", seed).with("until", until)
        .with("ties", ties).with("clock", clock)));
  }
}
