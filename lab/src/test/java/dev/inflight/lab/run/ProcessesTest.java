package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.random.Folders;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run spread over processes leaves the files that a run in one process leaves, under each MPI that is installed. One start of processes
 * runs several scenarios in turn, because a start takes longer than most of them.
 */
@Tag("sweep")
class ProcessesTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 2, DATAGRAMS|TCP_DCTCP|CHOSEN_PATHS", "OPEN_MPI, 3, MARKS|SWITCH_FEEDBACK|CONGA|CONWEAVE",
      "MPICH, 2, LINK_FAILURE|PAUSES|SWITCH_FEEDBACK_IRN|CLASSES", "MPICH, 3, TCP_HPCC|CUT_OFF"})
  void processesWriteTheSameFiles(Mpirun mpirun, int ranks, String names) throws IOException, InterruptedException {
    var alone = new EnumMap<SharedRun, Program>(SharedRun.class);
    var program = new ArrayList<String>();
    for (String name : names.split("\\|")) {
      SharedRun shared = SharedRun.valueOf(name);
      Path one = folder.resolve(name + "/one");
      alone.put(shared,
          Program.run(Stream
              .concat(Stream.of("run", "--quiet", "--threads", "1", "--out", one.toString()), shared.arguments(folder).stream())
              .toArray(String[]::new)));
      assertThat(alone.get(shared).err()).as(name).doesNotContain("error");
      program.addAll(List.of(one.resolve("scenario.yaml").toString(), folder.resolve(name + "/several").toString()));
    }
    Ended ended = mpirun.run(folder, ranks, Map.of(), Mpirun.java(RunsInTurn.class.getName(), program.toArray(String[]::new)));
    assertThat(ended.exit()).as(ended.said()).isZero();
    assertThat(ended.said()).doesNotContain("Exception")
        .doesNotContainPattern("inflight: (?!warning: \\d+ processes will be slower than one)");
    var report = new ArrayList<>(List.of("report", "--strict", "--out", folder.resolve("report.html").toString()));
    for (Map.Entry<SharedRun, Program> each : alone.entrySet()) {
      Path in = folder.resolve(each.getKey().name());
      assertThat(ended.said()).contains(in.resolve("one/scenario.yaml") + " ended with " + each.getValue().exit());
      Folders.assertSame(in.resolve("one"), in.resolve("several"), each.getKey() + " in " + ranks + " processes by " + mpirun);
      assertThat(in.resolve("several/summary.json")).content().contains("\"threads\" : " + ranks + ",");
      each.getKey().checkThatItHappened(in.resolve("several"));
      report.add(in.resolve("several").toString());
    }
    assertThat(Program.run(report.toArray(String[]::new)).err()).isEmpty();
  }

  @Test
  void processesOfTheCommandLineWriteTheSameFiles() throws IOException, InterruptedException {
    Path several = folder.resolve("several");
    Path one = folder.resolve("one");
    String[] scenario = SharedRun.LOSSES.arguments(folder).toArray(String[]::new);
    Ended ended = new Ranked(Mpirun.OPEN_MPI, folder).run(2, Ranked.run(several, scenario));
    Program alone = Program.run(
        Stream.concat(Stream.of("run", "--out", one.toString(), "--threads", "1"), Stream.of(scenario)).toArray(String[]::new));
    assertThat(ended.exit()).as(ended.said()).isEqualTo(alone.exit());
    assertThat(ended.said()).contains(" a second, 2 processes").doesNotContain("Exception")
        .doesNotContainPattern("inflight: (?!warning: \\d+ processes will be slower than one)");
    Folders.assertSame(one, several, "2 processes");
    SharedRun.LOSSES.checkThatItHappened(several);
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 2, LINK_FAILURE|CUT_OFF|TCP_HPCC", "OPEN_MPI, 4, CUT_OFF|CHOSEN_PATHS|PAUSES|TCP_DCTCP",
      "MPICH, 4, CUT_OFF"})
  void processesWriteTheSameFilesOfMoreScenarios(Mpirun mpirun, int ranks, String names)
      throws IOException, InterruptedException {
    processesWriteTheSameFiles(mpirun, ranks, names);
  }
}
