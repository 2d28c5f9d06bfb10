package dev.inflight.lab.run;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.report.StallText;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.mpi.Mpi;
import dev.inflight.sim.mpi.MpiError;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.ranks.Ranks;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Run in processes of mpirun, called ranks. Each rank has some parts of the fabric; the first one reads, writes and prints for
 * all, as in a run of one process.
 */
public final class Processes {
  private static final SourceLocation OPTION = SourceLocation.of("--mpi");
  private static final int BUG = 1;
  private static final int BAD_INPUT = 2;
  private static final String GO = "go";

  private final Mpi mpi;
  private final PrintStream err;
  private final Interruption interruption;
  private final Runnable leave;
  private boolean going;

  private Processes(Mpi mpi, Runnable leave, PrintStream err, Interruption interruption) {
    this.mpi = mpi;
    this.leave = leave;
    this.err = err;
    this.interruption = interruption;
  }

  /** Work of the first rank, with its part of the run. */
  public interface First {
    /**
     * Runs the scenario.
     *
     * @param threads its parts of the fabric, and the other ranks
     * @param whenReady called after all checks, right before the simulation
     * @param interruption ends the run
     */
    int run(Scenario scenario, Threads threads, Runnable whenReady, Interruption interruption);
  }

  /**
   * Runs a scenario as a rank.
   *
   * @param reading reads the scenario
   * @param captures true if the user requests packet captures
   * @return the exit code
   */
  public static int run(Supplier<Scenario> reading, boolean captures, First first, PrintStream err) {
    Mpi mpi;
    try {
      mpi = Mpi.open(System.getenv());
    } catch (MpiError missing) {
      throw OPTION.error(String.valueOf(missing.getMessage()));
    }
    return run(mpi, mpi::close, reading, captures, first, err);
  }

  /**
   * Runs a scenario among connected ranks.
   *
   * @param leave called when the run is over or rejected
   */
  static int run(Mpi mpi, Runnable leave, Supplier<Scenario> reading, boolean captures, First first, PrintStream err) {
    try (var interruption = new Interruption()) {
      mpi.giveUpWhen(interruption::hasCome, System::nanoTime);
      return new Processes(mpi, leave, err, interruption).runOrFail(reading, captures, first);
    }
  }

  private int runOrFail(Supplier<Scenario> reading, boolean captures, First first) {
    try {
      int code = run(reading, captures, first);
      leave.run();
      return code;
    } catch (InputError | OutputError problem) {
      if (!going) { // either all ranks have rejected the run, or this notifies them
        leave.run();
        if (mpi.rank() > 0) {
          return BAD_INPUT;
        }
      } else {
        err.println("inflight: " + InputError.sentences(problem));
        end(BAD_INPUT);
      }
      throw problem;
    } catch (RuntimeException | Error failed) {
      err.println("inflight: process " + mpi.rank() + " of " + mpi.size() + " has failed, and ends all: " + failed);
      if (!(failed instanceof MpiError)) {
        failed.printStackTrace(err);
      }
      end(BUG);
      throw failed;
    }
  }

  /** Ends all ranks. The other ranks wait, and only this ends them. */
  private void end(int code) {
    err.flush();
    mpi.abort(code);
  }

  private int run(Supplier<Scenario> reading, boolean captures, First first) {
    Scenario scenario = agree(reading);
    Setup setup = scenario.setup();
    String whole = captures ? "captures are written by one process" : setup.whyOneProcess();
    if (whole == null && setup.profile().writesAuthorsFiles()) {
      whole = "the files of the authors' simulator are written by one process";
    }
    if (whole != null && mpi.size() > 1) {
      throw OPTION.error("this runs in one process only: " + whole);
    }
    Division all = whole != null ? Division.whole(setup.topology()) : Threads.roomy(setup, mpi.size());
    if (all.parts() < mpi.size()) {
      throw OPTION.error(mpi.size() + " processes are too many: the fabric has " + Humanize.count(all.parts(), "part"));
    }
    String whySlow = Threads.whySlow(setup, all, mpi.size());
    if (whySlow != null && mpi.rank() == 0) {
      err.println("inflight: warning: " + mpi.size() + " processes will be slower than one: " + whySlow);
    }
    Division share = all.share(mpi.rank(), mpi.size());
    RankCollectives others = mpi.size() == 1 ? RankCollectives.NONE : new Ranks(mpi, share);
    return mpi.rank() == 0 ? lead(scenario, first, new Threads(share, 1, "", others, 0)) : follow(scenario, share, others);
  }

  /** Reads the scenario. All ranks must have the same scenario and program version. */
  private Scenario agree(Supplier<Scenario> reading) {
    Scenario scenario = null;
    InputError refused = null;
    String mine;
    try {
      scenario = reading.get();
      mine = Version.number() + ", " + Version.commit() + "\n" + ScenarioWriter.write(scenario);
    } catch (InputError problem) {
      refused = problem;
      mine = InputError.sentences(problem);
    }
    boolean isRefused = refused != null;
    byte[][] all = mpi.gather(((isRefused ? "-" : "+") + mine).getBytes(StandardCharsets.UTF_8));
    String verdict = new String(mpi.broadcast(verdict(all).getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    if (!verdict.equals(GO)) {
      throw new InputError(verdict);
    }
    if (scenario == null) {
      throw new IllegalStateException("refused, and not noticed");
    }
    return scenario;
  }

  private static String verdict(byte[][] all) {
    String first = null;
    for (int rank = 0; rank < all.length; rank++) {
      String each = new String(all[rank], StandardCharsets.UTF_8);
      if (each.startsWith("-")) {
        return (rank == 0 ? "" : "process " + rank + ": ") + each.substring(1);
      }
      if (first != null && !each.equals(first)) {
        return OPTION + ": process " + rank + " " + difference(first.substring(1), each.substring(1));
      }
      first = each;
    }
    return GO;
  }

  private static String difference(String first, String other) {
    String[] ours = first.split("\n");
    String[] theirs = other.split("\n");
    for (int line = 0; line < Math.min(ours.length, theirs.length); line++) {
      if (!ours[line].equals(theirs[line])) {
        return (line == 0 ? "is another program" : "has another scenario") + ": '" + theirs[line].strip() + "', and process 0 '"
            + ours[line].strip() + "'";
      }
    }
    return "has another scenario";
  }

  private int lead(Scenario scenario, First first, Threads threads) {
    try {
      return first.run(scenario, threads, () -> {
        going = true;
        mpi.broadcast(GO.getBytes(StandardCharsets.UTF_8));
      }, interruption);
    } catch (InputError | OutputError refused) {
      if (!going) {
        mpi.broadcast(new byte[0]);
      }
      throw refused;
    }
  }

  private int follow(Scenario scenario, Division share, RankCollectives others) {
    var simulation = new Simulation(scenario.setup(), Recorder.NONE, (_, wire) -> wire, share, others);
    if (mpi.broadcast(new byte[0]).length == 0) {
      return BAD_INPUT;
    }
    going = true;
    interruption.ends(simulation);
    boolean partial = simulation.run().partial();
    new StallText(scenario.setup(), simulation, partial).gather();
    return Run.DONE;
  }
}
