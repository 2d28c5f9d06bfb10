package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.random.Drawn;
import dev.inflight.lab.random.Folders;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run folder depends on the scenario alone: every file is the same for any number of processes. Each start costs seconds, so there are few. */
class SameFolderOfProcessesTest {
  private static final int FEW = 4;
  private static final int ALL = 40;
  private static final int TRIES = 100;
  /** Processes agree after each look-ahead: with less, what takes one process milliseconds takes more processes than processors minutes. */
  private static final long LEAST_LOOK_AHEAD_PS = 100_000;

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
    assertSame(thatCanBeShared(number, ranks).file(), ranks, mpirun);
  }

  /** Over cables of 1 ps processes agree at each time that has events: few packets, therefore. */
  @ParameterizedTest
  @EnumSource
  void sameFilesWhereProcessesAgreeAtEachTime(Mpirun mpirun) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("short.yaml"), """
        name: short
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=2, hostRate=100Gbps, fabricRate=100Gbps, delay=1ps)
        flows:
          - periodic(from=0, to=3, size=20KB, count=2, every=3us)
          - periodic(from=2, to=1, size=20KB, count=2, every=2us)
        """);
    assertSame(file, 2, mpirun);
  }

  private void assertSame(Path file, int ranks, Mpirun mpirun) throws IOException, InterruptedException {
    String about = ranks + " processes by " + mpirun + ":\n" + Files.readString(file);
    Path one = folder.resolve("one");
    Path several = folder.resolve("several");
    Program alone = Program.run("run", file.toString(), "--quiet", "--threads", "1", "--out", one.toString());
    Ended ended = new Ranked(mpirun, folder).run(ranks, Ranked.run(several, file.toString()));
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
      if (setup.whyOneProcess() == null && isQuickEnough(Threads.roomy(setup, ranks), ranks)) {
        return drawn;
      }
    }
    throw new AssertionError("no scenario can be shared");
  }

  private static boolean isQuickEnough(Division division, int ranks) {
    return division.parts() >= ranks && division.lookaheadPs() >= LEAST_LOOK_AHEAD_PS;
  }
}
