package dev.inflight.sim.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchTest {
  private static Launch launch(String... environment) {
    var map = new HashMap<String, String>();
    for (int at = 0; at < environment.length; at += 2) {
      map.put(environment[at], environment[at + 1]);
    }
    return new Launch(map);
  }

  @Test
  void openMpi() {
    Launch launch = launch("OMPI_COMM_WORLD_SIZE", "4", "PMI_SIZE", "9");
    assertThat(launch.libraries()).containsExactly("libmpi.so.40", "libmpi.so.80");
    assertThat(launch.ranks()).isEqualTo(4);
    assertThat(launch.launcher()).isEqualTo("OpenMPI's mpirun");
  }

  @Test
  void mpich() {
    for (Launch launch : new Launch[] {launch("PMI_SIZE", "3"), launch("MPI_LOCALNRANKS", "3"),
        launch("PMI_RANK", "0", "MPI_LOCALNRANKS", "2", "PMI_SIZE", "3")}) {
      assertThat(launch.libraries()).containsExactly("libmpich.so.12", "libmpi.so.12");
      assertThat(launch.ranks()).isEqualTo(3);
      assertThat(launch.launcher()).isEqualTo("MPICH's mpirun");
    }
  }

  @Test
  void withoutMpirun() {
    Launch launch = launch();
    assertThat(launch.libraries()).containsExactly("libmpi.so.40", "libmpi.so.80", "libmpich.so.12", "libmpi.so.12");
    assertThat(launch.ranks()).isEqualTo(1);
    assertThat(Mpi.ranksStarted(Map.of("PATH", "/bin"))).isEqualTo(1);
  }

  @Test
  void userOverridesTheDetection() {
    assertThat(launch("PMI_SIZE", "3", Launch.OVERRIDE, "/opt/libmpi.so").libraries()).containsExactly("/opt/libmpi.so");
    assertThat(launch(Launch.OVERRIDE, " ").libraries()).hasSize(4);
  }

  @Test
  void numbersThatAreNone() {
    for (String said : new String[] {"", "x", "-1", "99999999999"}) {
      assertThat(launch("PMI_SIZE", said).ranks()).isEqualTo(1);
    }
  }
}
