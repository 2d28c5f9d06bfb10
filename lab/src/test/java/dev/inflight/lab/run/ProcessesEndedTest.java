package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are ended before the run is over. */
@Tag("sweep")
class ProcessesEndedTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final String YAML = """
      topology: leaf-spine
      flows: poisson(load=0.5, duration=400ms)
      """;

  @TempDir
  private Path folder;

  private Process start(Mpirun mpirun, Map<String, String> environment) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("s.yaml"), YAML);
    Process process = new Ranked(mpirun, folder).start(folder.resolve("said"), 2, environment,
        Ranked.run(folder.resolve("out"), file.toString()));
    Path flows = folder.resolve("out/flows.csv");
    while (!Files.exists(flows) || Files.size(flows) == 0) {
      boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
      assertThat(ended).as("the run ended by itself: %s", Files.readString(folder.resolve("said"))).isFalse();
    }
    return process;
  }

  /** Returns the process of a rank, which its environment identifies. */
  private static ProcessHandle rank(Process mpirun, int rank) {
    return mpirun.descendants().filter(process -> isRank(process, rank)).findFirst().orElseThrow();
  }

  private static boolean isRank(ProcessHandle process, int rank) {
    try {
      String environment = Files.readString(Path.of("/proc/" + process.pid() + "/environ"),
          java.nio.charset.StandardCharsets.ISO_8859_1);
      return process.info().command().orElse("").endsWith("/java") && List.of(environment.split("\0")).stream()
          .anyMatch(entry -> entry.equals("OMPI_COMM_WORLD_RANK=" + rank) || entry.equals("PMI_RANK=" + rank));
    } catch (IOException gone) {
      return false;
    }
  }

  private static void areGone(List<ProcessHandle> processes) throws InterruptedException, ExecutionException, TimeoutException {
    for (ProcessHandle process : processes) {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 0", "OPEN_MPI, 1", "MPICH, 0", "MPICH, 1"})
  void killedProcessEndsAll(Mpirun mpirun, int rank) throws Exception {
    Process process = start(mpirun, Map.of());
    List<ProcessHandle> all = process.descendants().toList();
    rank(process, rank).destroyForcibly();
    Ended ended = Mpirun.await(process, folder.resolve("said"));
    assertThat(ended.exit()).as(ended.said()).isNotZero();
    areGone(all);
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
    assertThat(Files.exists(folder.resolve("out/INCOMPLETE"))).isNotEqualTo(Files.exists(folder.resolve("out/FAILED")));
  }

  /** OpenMPI's mpirun passes SIGTERM on after some seconds, and SIGKILL after as many more: one second by default. */
  @Test
  void interruptedProcessesEndTogether() throws Exception {
    Process process = start(Mpirun.OPEN_MPI, Map.of("OMPI_MCA_odls_base_sigkill_timeout", "8"));
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    Ended ended = Mpirun.await(process, folder.resolve("said"));
    assertThat(ended.exit()).as(ended.said()).isNotZero();
    assertThat(ended.said()).contains("INTERRUPTED, results are partial: ").doesNotContain("Exception", "has failed");
    areGone(all);
    assertThat(folder.resolve("out/INCOMPLETE")).doesNotExist();
    assertThat(folder.resolve("out/FAILED")).doesNotExist();
    long finished = Files.readAllLines(folder.resolve("out/flows.csv")).size() - 1;
    assertThat(folder.resolve("out/summary.json")).content().contains("\"partial\" : true",
        "\"flowsFinished\" : " + finished + ",");
  }
}
