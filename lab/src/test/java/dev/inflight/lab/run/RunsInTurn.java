package dev.inflight.lab.run;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.mpi.Mpi;
import java.nio.file.Path;
import java.util.List;

/** Several runs, one after another, in the same processes of an mpirun: to start processes takes longer than a small run. */
public final class RunsInTurn {
  private RunsInTurn() {
  }

  /** The arguments are pairs: a scenario, and the folder for its results. */
  public static void main(String[] arguments) {
    try (Mpi mpi = Mpi.open(System.getenv())) {
      for (int at = 0; at < arguments.length; at += 2) {
        Path file = Path.of(arguments[at]);
        Path folder = Path.of(arguments[at + 1]);
        int exit = Processes.run(mpi, () -> {
        }, () -> ScenarioReader.read(file), false,
            (scenario, share, whenReady, interruption) -> run(scenario, folder, share, whenReady).run(interruption), System.err);
        if (mpi.rank() == 0) {
          System.out.println(file + " ended with " + exit);
        }
      }
    }
  }

  private static Run run(Scenario scenario, Path folder, Threads share, Runnable whenReady) {
    CaptureFiles captures = CaptureFiles.of(List.of(), null, scenario.setup());
    return new Run(scenario,
        new Run.Options(folder, false, false, RunFolder.Opener.DISK, captures, share, whenReady, Follower.NONE), System.out,
        System.err);
  }
}
