package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.random.Drawn;
import dev.inflight.lab.random.Folders;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run folder depends on the scenario alone: every file is the same for any number of processes. Each start costs seconds, so there are few. */
class SameFolderOfProcessesTest {
  private static final int FEW = 4;
  private static final int ALL = 40;
  private static final int TRIES = 100;

  @TempDir
  private Path folder;

  static IntStream few() {
    return IntStream.range(0, FEW);
  }

  static IntStream all() {
    return IntStream.range(FEW, ALL);
  }

  @ParameterizedTest
  @MethodSource("few")
  void sameFilesForAnyNumberOfProcesses(int number) throws IOException, InterruptedException {
    int ranks = 2 + number % 2;
    Mpirun mpirun = Mpirun.values()[number / 2 % 2];
    Drawn drawn = thatCanBeShared(number, ranks);
    String about = ranks + " processes by " + mpirun + ":\n" + drawn.text();
    Path one = folder.resolve("one");
    Path several = folder.resolve("several");
    Program alone = Program.run("run", drawn.file().toString(), "--quiet", "--threads", "1", "--out", one.toString());
    Ended ended = new Ranked(mpirun, folder).run(ranks, Ranked.run(several, drawn.file().toString()));
    assertThat(ended.exit()).as(about + ended.said()).isEqualTo(alone.exit());
    Folders.assertSame(one, several, about);
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("all")
  void sameFilesForAnyNumberOfProcessesToo(int number) throws IOException, InterruptedException {
    sameFilesForAnyNumberOfProcesses(number);
  }

  /** Neither jobs nor operations, and parts enough. */
  private Drawn thatCanBeShared(int number, int ranks) throws IOException {
    for (int other = 0; other < TRIES; other++) {
      Drawn drawn = Drawn.of(10_000L + 1000L * number + other, folder);
      Setup setup = ScenarioReader.read(drawn.file()).setup();
      if (setup.whyOneProcess() == null && Threads.roomy(setup, ranks).parts() >= ranks) {
        return drawn;
      }
    }
    throw new AssertionError("no scenario can be shared");
  }
}
