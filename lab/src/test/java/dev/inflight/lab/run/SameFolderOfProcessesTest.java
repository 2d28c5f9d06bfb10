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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run folder depends on the scenario alone: every file is the same for any number of processes. Each start costs seconds, so there are few. */
@Tag("sweep")
class SameFolderOfProcessesTest {
  private static final int FEW = 2;
  private static final int ALL = 38;
  private static final int TRIES = 100;
  /**
   * Processes synchronize after each look-ahead: with less, a run of milliseconds in one process takes minutes in more processes than
   * processors.
   */
  private static final long LEAST_LOOK_AHEAD_PS = 100_000;

  @TempDir
  private Path folder;

  static IntStream few() {
    return IntStream.range(0, FEW);
  }

  @ParameterizedTest
  @MethodSource("few")
  void anyNumberOfProcessesWritesTheSameFiles(int number) throws IOException, InterruptedException {
    int ranks = 2 + number % 2;
    Mpirun mpirun = Mpirun.values()[number % 2];
    assertSame(thatCanBeShared(number, ranks, folder).file(), ranks, mpirun);
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

  /** Numbers of the starts of processes: one start by one MPI executes several runs in turn. */
  static IntStream starts() {
    return IntStream.range(0, 4);
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("starts")
  void anyNumberOfProcessesWritesTheSameFilesInMoreScenarios(int start) throws IOException, InterruptedException {
    int ranks = 2 + start % 2;
    Mpirun mpirun = Mpirun.values()[start / 2];
    var alone = new LinkedHashMap<Path, Program>();
    var program = new ArrayList<String>();
    for (int number = FEW + start; number < ALL; number += 4) {
      Path file = thatCanBeShared(number, ranks, Files.createDirectory(folder.resolve("number-" + number))).file();
      alone.put(file,
          Program.run("run", file.toString(), "--quiet", "--threads", "1", "--out", file.resolveSibling("one").toString()));
      program.addAll(List.of(file.toString(), file.resolveSibling("several").toString()));
    }
    assertThat(alone).hasSize((ALL - FEW) / 4);
    Ended ended = mpirun.run(folder, ranks, Map.of(), Mpirun.java(RunsInTurn.class.getName(), program.toArray(String[]::new)));
    assertThat(ended.exit()).as(ended.said()).isZero();
    for (Map.Entry<Path, Program> each : alone.entrySet()) {
      Path file = each.getKey();
      String about = ranks + " processes by " + mpirun + ":\n" + Files.readString(file);
      assertThat(ended.said()).as(about).contains(file + " ended with " + each.getValue().exit());
      Folders.assertSame(file.resolveSibling("one"), file.resolveSibling("several"), about);
    }
  }

  /** Neither jobs nor operations, and parts enough. */
  private Drawn thatCanBeShared(int number, int ranks, Path in) throws IOException {
    for (int other = 0; other < TRIES; other++) {
      Drawn drawn = Drawn.of(10_000L + 1000L * number + other, in);
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
