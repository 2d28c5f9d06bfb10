package dev.inflight.sim.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that are processes of this machine, by each installed MPI. */
@Tag("sweep")
class MpiTest {
  @TempDir
  private Path folder;

  private static List<String> java(String... what) {
    return Mpirun.java(Ranks.class.getName(), what);
  }

  /** One start for all successful steps: a start takes longer than the ranks' work. Their output names a step that fails. */
  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 1, collectives", "OPEN_MPI, 2, collectives exchange garbage signals late", "MPICH, 1, collectives",
      "MPICH, 2, collectives exchange garbage signals late"})
  void ranksSucceed(Mpirun mpirun, int ranks, String steps) throws IOException, InterruptedException {
    Ended ended = mpirun.run(folder, ranks, Map.of(), java(steps.split(" ")));
    assertThat(ended.said()).doesNotContain("WARNING", "Exception");
    for (int rank = 0; rank < ranks; rank++) {
      for (String step : steps.split(" ")) {
        assertThat(ended.said()).contains("rank " + rank + " of " + ranks + " has passed: " + step);
      }
      assertThat(ended.said()).containsPattern("rank " + rank + " of " + ranks + " is done: (Open MPI v|MPICH Version: )[3-9]");
    }
    assertThat(ended.exit()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void moreRanksThanProcessorsSucceed(Mpirun mpirun) throws IOException, InterruptedException {
    ranksSucceed(mpirun, 4, "collectives exchange");
  }

  @ParameterizedTest
  @EnumSource
  void reportsErrorsOfTheLibrary(Mpirun mpirun) throws IOException, InterruptedException {
    Ended ended = mpirun.run(folder, 2, Map.of(), java("truncated"));
    assertThat(ended.said()).containsPattern("MpiError: MPI_Testall failed: .{5}").contains("rank 0 of 2 is done",
        "rank 1 of 2 is done");
    assertThat(ended.exit()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void oneRankEndsAll(Mpirun mpirun) throws IOException, InterruptedException {
    Ended ended = mpirun.run(folder, 2, Map.of(), java("abort"));
    assertThat(ended.said()).doesNotContain("is done");
    assertThat(ended.exit()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void missingLibrary(Mpirun mpirun) throws IOException, InterruptedException {
    Ended ended = mpirun.run(folder, 1, Map.of(Launch.OVERRIDE, "/no/libmpi.so"), java("collectives"));
    assertThat(ended.said()).contains("MpiError: no MPI library can be loaded (/no/libmpi.so: cannot open shared object file: "
        + "No such file or directory), started by " + (mpirun == Mpirun.MPICH ? "MPICH" : "OpenMPI") + "'s mpirun. Install ");
    assertThat(ended.exit()).isNotZero();
  }

  @Test
  void aLibraryOfAnotherMpi() throws IOException, InterruptedException {
    Mpirun.OPEN_MPI.command(folder); // both have to be there
    Ended ended = Mpirun.MPICH.run(folder, 2, Map.of(Launch.OVERRIDE, "libmpi.so.40"), java("collectives"));
    assertThat(ended.said()).contains("MpiError: MPICH's mpirun has started 2 ranks, but the library libmpi.so.40 (Open MPI v");
    assertThat(ended.exit()).isEqualTo(2);
  }

  @Test
  void withoutMpirunItIsAlone() throws IOException, InterruptedException {
    Mpirun.MPICH.command(folder); // it must exist
    Ended ended = Mpirun.run(folder, Map.of(Launch.OVERRIDE, "libmpich.so.12"), java("collectives"));
    assertThat(ended.said()).startsWith("rank 0 of 1 has passed: collectives\nrank 0 of 1 is done: MPICH");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void libraryWithoutMpi() throws IOException, InterruptedException {
    Ended ended = Mpirun.run(folder, Map.of(Launch.OVERRIDE, "libc.so.6"), java("collectives"));
    assertThat(ended.said())
        .startsWith("MpiError: no MPI library can be loaded (libc.so.6: not a library of MPI), started by no mpirun. "
            + "Install OpenMPI (Debian, Ubuntu: apt install openmpi-bin libopenmpi-dev) or MPICH (apt install mpich) and start with its "
            + "mpirun, or name the library's file in INFLIGHT_MPI_LIBRARY.");
    assertThat(ended.exit()).isEqualTo(2);
  }
}
