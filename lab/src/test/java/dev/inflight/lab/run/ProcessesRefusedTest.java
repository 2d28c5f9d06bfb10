package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that cannot have several processes is rejected by all of them, with one sentence, before anything is written. */
@Tag("sweep")
class ProcessesRefusedTest {
  private static final String LEAF_SPINE = Ranked.scenario("leafspine");
  private static final String ORDER = "--mpi: this runs in one process only: ties in scheduling order depend on all events before";
  private static final String REFERENCE = Path.of("src/test/resources/reference/incast16-hpcc/config.txt").toAbsolutePath()
      .toString();

  @TempDir
  private Path folder;

  private void isRefused(Ended ended, String sentence) {
    assertThat(ended.exit()).as(ended.said()).isEqualTo(2);
    assertThat(ended.said().lines().filter(line -> line.startsWith("inflight: "))).containsExactly("inflight: " + sentence);
    assertThat(ended.said()).doesNotContain("Exception", "\tat ");
  }

  private void isRefused(Mpirun mpirun, int ranks, String sentence, String... arguments)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    isRefused(new Ranked(mpirun, folder).run(ranks, Ranked.run(out, arguments)), sentence);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void rejectsMoreProcessesThanParts(Mpirun mpirun) throws IOException, InterruptedException {
    isRefused(mpirun, 3, "--mpi: 3 processes are too many: the fabric has 2 parts", Ranked.scenario("link-failure"));
  }

  @Test
  void rejectsCaptures() throws IOException, InterruptedException {
    isRefused(Mpirun.OPEN_MPI, 2, "--mpi: this runs in one process only: captures are written by one process", LEAF_SPINE,
        "--pcap", "all");
  }

  @Test
  void rejectsQueuePairs() throws IOException, InterruptedException {
    isRefused(Mpirun.OPEN_MPI, 2,
        "--mpi: this runs in one process only: operations on queue pairs cannot be shared out among processes yet",
        Ranked.scenario("rdma"));
  }

  /** Without the option there would be as many simulations as processes. */
  @ParameterizedTest
  @EnumSource
  void warnsWithoutTheOptionAndRuns(Mpirun mpirun) throws IOException, InterruptedException {
    Ended ended = new Ranked(mpirun, folder).run(2,
        Mpirun.java("dev.inflight.lab.cli.Main", "run", LEAF_SPINE, "--check", "--quiet"));
    assertThat(ended.exit()).as(ended.said()).isZero();
    assertThat(ended.said().lines().filter(line -> line.startsWith("inflight: "))).hasSize(2)
        .allMatch(line -> line.equals("inflight: warning: this is one of 2 processes of an mpirun, and each simulates the whole"
            + " scenario; with --mpi they share it out"));
  }

  @Test
  void rejectsSchedulingOrder() throws IOException, InterruptedException {
    isRefused(Mpirun.MPICH, 2, ORDER, LEAF_SPINE, "--ties", "scheduling", "--clock", "authors");
  }

  @Test
  void rejectsFilesOfTheAuthorsSimulator() throws IOException, InterruptedException {
    isRefused(Mpirun.MPICH, 2, ORDER, REFERENCE);
    isRefused(Mpirun.OPEN_MPI, 2,
        "--mpi: this runs in one process only: the files of the authors' simulator are written by one process", REFERENCE,
        "--ties", "port");
  }

  /** An error that each process finds is printed once. */
  @ParameterizedTest
  @EnumSource
  void reportsAnUnknownSchemeOnce(Mpirun mpirun) throws IOException, InterruptedException {
    String sentence = Program.run("run", LEAF_SPINE, "--scheme", "hpccc").err().substring("inflight: ".length()).strip();
    isRefused(mpirun, 2, sentence, LEAF_SPINE, "--scheme", "hpccc");
  }

  @Test
  void rejectsThreads() {
    Path out = folder.resolve("out");
    Program ran = Program.run("run", LEAF_SPINE, "--mpi", "--threads", "2", "--out", out.toString());
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err().strip())
        .isEqualTo("inflight: --threads: a process of --mpi has one thread; mpirun -np sets the number of processes");
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, --seed, 2, seed: 1", "MPICH, --until, 3ms, until: unlimited"})
  void rejectsProcessesWithDifferentScenarios(Mpirun mpirun, String option, String value, String first)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    isRefused(new Ranked(mpirun, folder).together(Ranked.run(out, LEAF_SPINE), Ranked.run(out, LEAF_SPINE, option, value)),
        "--mpi: process 1 has another scenario: '" + option.substring(2) + ": " + value + "', and process 0 '" + first + "'");
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void rejectsScenarioThatOneProcessCannotRead(Mpirun mpirun) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    isRefused(new Ranked(mpirun, folder).together(Ranked.run(out, LEAF_SPINE), Ranked.run(out, "there-is-none.yaml")),
        "process 1: " + Program.run("run", "there-is-none.yaml").err().substring("inflight: ".length()).strip());
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void rejectsFolderThatIsNotEmpty(Mpirun mpirun) throws IOException, InterruptedException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve("letter.txt"), "dear");
    isRefused(new Ranked(mpirun, folder).run(2, Ranked.run(out, LEAF_SPINE, "--force")),
        out + ": the folder is not empty, and what is in it is not a run's results; choose another with --out");
    assertThat(out).isDirectoryContaining("glob:**letter.txt");
    try (var files = Files.list(out)) {
      assertThat(files).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rejectsFolderThatCannotBeCreated(Mpirun mpirun) throws IOException, InterruptedException {
    Path out = Files.writeString(folder.resolve("file"), "").resolve("out");
    Ended ended = new Ranked(mpirun, folder).run(2, Ranked.run(out, LEAF_SPINE));
    isRefused(ended, Program.run("run", LEAF_SPINE, "--out", out.toString()).err().substring("inflight: ".length()).strip());
  }

  @Test
  void oneProcessMayRunAnything() throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Ended ended = new Ranked(Mpirun.OPEN_MPI, folder).run(1, Ranked.run(out, Ranked.scenario("incast"), "--pcap", "16:1"));
    assertThat(ended.exit()).as(ended.said()).isZero();
    assertThat(out.resolve("pcap/16-1.pcap")).isNotEmptyFile();
    assertThat(out.resolve("summary.json")).exists();
  }

  @Test
  void reportsMissingMpiLibrary() throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Ended ended = Mpirun.await(
        Mpirun.start(said, Map.of("INFLIGHT_MPI_LIBRARY", "/no/libmpi.so"), Ranked.run(folder.resolve("out"), LEAF_SPINE)), said);
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.said()).startsWith("inflight: --mpi: no MPI library can be loaded (/no/libmpi.so: ").hasLineCount(1);
  }
}
