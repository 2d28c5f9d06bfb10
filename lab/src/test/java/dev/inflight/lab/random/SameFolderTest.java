package dev.inflight.lab.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.Setup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run folder depends on the scenario alone: every file is the same for any number of threads. */
class SameFolderTest {
  private static final int FEW = 24;
  private static final int ALL = 200;
  /** Threads that have to meet each few picoseconds would take minutes. */
  private static final long LEAST_DELAY_PS = 50_000;

  @TempDir
  private Path folder;

  static LongStream few() {
    return LongStream.range(0, FEW);
  }

  static LongStream all() {
    return LongStream.range(FEW, ALL);
  }

  @ParameterizedTest
  @MethodSource("few")
  void anyNumberOfThreadsWritesTheSameFiles(long number) throws IOException {
    Drawn drawn = Drawn.of(number, folder);
    int exit = run(drawn, 1);
    assertThat(exit).as(drawn.text()).isIn(Run.DONE, Run.STALLED);
    for (int threads : new int[] {2, 3, 7}) {
      assertThat(run(drawn, threads)).as(drawn.text()).isEqualTo(exit);
      Folders.assertSame(out(1), out(threads), threads + " threads:\n" + drawn.text());
    }
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("all")
  void anyNumberOfThreadsWritesTheSameFilesInMoreScenarios(long number) throws IOException {
    anyNumberOfThreadsWritesTheSameFiles(number);
  }

  private int run(Drawn drawn, int threads) throws IOException {
    Scenario scenario = ScenarioReader.read(drawn.file());
    Setup setup = scenario.setup();
    Threads chosen = drawn.number() % 4 == 0 || threads == 1 || setup.whyWhole() != null
        ? Threads.choose(setup, Integer.toString(threads))
        : eachMeeting(setup, threads);
    return run(drawn, scenario, chosen, threads);
  }

  private int run(Drawn drawn, Scenario scenario, Threads chosen, int threads) throws IOException {
    var said = new ByteArrayOutputStream();
    var stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    Setup setup = scenario.setup();
    CaptureFiles captures = CaptureFiles.of(drawn.captures(), drawn.captures().isEmpty() ? null : "100", setup);
    int exit = new Run(scenario, new Run.Options(out(threads), false, true, RunFolder.Opener.DISK, captures, chosen, () -> {
    }, Follower.NONE), stream, stream).run();
    assertThat(said.toString(StandardCharsets.UTF_8)).as(drawn.text()).doesNotContain("Exception");
    return exit;
  }

  /** Threads that meet after each window, however little happens in it. */
  private static Threads eachMeeting(Setup setup, int threads) {
    Division division = Division.of(setup.topology(), threads, LEAST_DELAY_PS);
    return new Threads(division, division.parts(), "", RankCollectives.NONE, 0);
  }

  private Path out(int threads) {
    return folder.resolve("threads-" + threads);
  }

  /** Samples after the last flow do not count, even if they are the first. */
  @Test
  void noSampleCountsWhereTheFirstIsAfterTheLastFlow() throws IOException {
    Path file = Files.writeString(folder.resolve("late.yaml"), """
        name: late
        topology: star(hosts=3, rate=100Gbps, delay=1us)
        flows: ['flow(from=0, to=2, size=2KB)']
        sample: {from: 50us, every: 3us, until: 90us}
        until: 80us
        """);
    Scenario scenario = ScenarioReader.read(file);
    for (int threads : new int[] {1, 2}) {
      Threads chosen = threads == 1 ? Threads.choose(scenario.setup(), "1") : eachMeeting(scenario.setup(), threads);
      assertThat(run(new Drawn(1, file, List.of()), scenario, chosen, threads)).isEqualTo(Run.DONE);
      assertThat(out(threads).resolve("queue-lengths.csv")).content().isEqualTo("largest_bytes,samples\n");
      Folders.assertSame(out(1), out(threads), threads + " threads");
    }
  }

  /** Silence lasts up to the end of the run, not up to the last event before it, which depends on the part. */
  @Test
  void cutRunsHaveTheSameSilenceBeforeTheirEnd() throws IOException {
    Path file = Files.writeString(folder.resolve("cut-off.yaml"), """
        name: cut-off
        topology: parking-lot(hops=3, hostRate=200Gbps, fabricRate=100Gbps, delay=1us)
        flows:
          - incast-load(fanIn=3, size=20KB, load=0.5, duration=20us)
          - periodic(from=5, to=0, size=5001B, count=1, every=1ps)
        scheme: swift
        seed: 838398011113
        queues: strict-dwrr
        pfc: false
        buffer: 300KB
        payload: 1001
        nic: engines
        until: 200us
        """);
    for (int threads : new int[] {1, 2, 7}) {
      assertThat(
          Program.run("run", file.toString(), "--threads", Integer.toString(threads), "--out", out(threads).toString()).exit())
          .isEqualTo(Run.STALLED);
      Folders.assertSame(out(1), out(threads), threads + " threads");
    }
    assertThat(out(1).resolve("stalled.csv")).content().contains("no response for 161 us");
  }
}
