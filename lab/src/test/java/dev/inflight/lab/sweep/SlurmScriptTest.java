package dev.inflight.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script as Slurm does, task by task, with a program that prints its arguments instead of the launcher. */
class SlurmScriptTest {
  private static final String SQL = "SELECT point, scheme, seed, fingerprint, flowsFinished FROM points";

  @TempDir
  private Path folder;

  private List<String> argumentsOf(Path script, int task) throws IOException, InterruptedException {
    Path said = folder.resolve("said-" + task);
    var process = new ProcessBuilder("/bin/sh", script.toString()).redirectOutput(said.toFile()).redirectErrorStream(true);
    process.environment().put("SLURM_ARRAY_TASK_ID", Integer.toString(task));
    assertThat(process.start().waitFor()).as(Files.readString(said)).isZero();
    return Files.readAllLines(said);
  }

  @Test
  void tasksGiveTheTablesOfOneProcess() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    String file = Files.writeString(folder.resolve("it's a sweep.yaml"), """
        topology: star(hosts=5)
        flows: incast(senders=4, size=30KB)
        scheme: [hpcc, 'hpcc(eta=0.9, maxStage=0)']
        """).toString();
    Path launcher = Files.writeString(folder.resolve("launcher"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Path out = folder.resolve("a sweep");
    System.setProperty("inflight.launcher", launcher.toString());
    try {
      Program made = Program.run("sweep", file, "--set", "seed=[1, 2, 3]", "--out", out.toString(), "--engine", "slurm",
          "--tasks", "4", "-j", "2");
      assertThat(made.err()).isEmpty();
      assertThat(made.out()).isEqualTo("6 points; sbatch " + out.resolve("sweep.sbatch") + "\n");
    } finally {
      System.clearProperty("inflight.launcher");
    }
    Path script = out.resolve("sweep.sbatch");
    assertThat(Files.readString(script)).contains("#SBATCH --array=1-4\n").contains("#SBATCH --cpus-per-task=2\n");
    assertThat(Program.run("query", out.toString(), SQL).err()).contains("6 of 6 points have not been run");
    for (int task = 4; task >= 1; task--) {
      List<String> given = argumentsOf(script, task);
      assertThat(given).contains("--share", task + "/4", file, "seed=[1, 2, 3]");
      assertThat(Program.run(given.toArray(String[]::new)).exit()).isZero();
    }
    Path local = folder.resolve("local");
    assertThat(Program.run("sweep", file, "--set", "seed=[1, 2, 3]", "--out", local.toString(), "--quiet").exit()).isZero();
    assertThat(Files.readString(out.resolve("points.csv"))).isEqualTo(Files.readString(local.resolve("points.csv")));
    assertThat(Program.run("query", out.toString(), SQL).out()).isEqualTo(Program.run("query", local.toString(), SQL).out())
        .contains("6 ");
  }

  @Test
  void requestsAtMostOneTaskPerPoint() throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2)\nseed: [1, 2]\n")
        .toString();
    Program.run("sweep", file, "--out", folder.resolve("out").toString(), "--engine", "slurm");
    assertThat(Files.readString(folder.resolve("out/sweep.sbatch"))).contains("#SBATCH --array=1-2\n");
  }

  @Test
  void rejectsImpossibleOptions() throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2)\nseed: [1, 2]\n")
        .toString();
    String out = folder.resolve("out").toString();
    assertThat(Program.run("sweep", file, "--out", out, "--share", "3/2").err()).contains("'3/2' is not of the form 2/8");
    assertThat(Program.run("sweep", file, "--out", out, "--tasks", "3").err()).contains("this option needs --engine slurm");
    assertThat(Program.run("sweep", file, "--out", out, "--engine", "slurm", "--tasks", "0").err()).contains("0 is outside 1 to");
    assertThat(Program.run("sweep", file, "--out", out, "--engine", "slrm").err())
        .contains("unknown engine 'slrm'; known: local, slurm; on another kind of cluster, run a --share on each machine");
    assertThat(Program.run("sweep", file, "--set", "payload=0", "--out", out, "--engine", "slurm").exit()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
