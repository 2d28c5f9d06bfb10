package dev.inflight.live.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class UnprivilegedTest {
  @TempDir
  private Path folder;
  @TempDir
  private Path elsewhere;

  private static String permissions(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private Path own(String name) throws Exception {
    Path file = Files.writeString(elsewhere.resolve(name), name);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** An earlier run in the same folder has left links to classes, which also belong to the build and the local repository. */
  @Test
  void linkedFilesStayUnchanged() throws Exception {
    Path linked = own("linked");
    Path pointedAt = own("pointed at");
    Files.createLink(Files.createDirectory(folder.resolve("within")).resolve("link"), linked);
    Files.createSymbolicLink(folder.resolve("symbolic"), pointedAt);
    Path inside = Files.setPosixFilePermissions(Files.writeString(folder.resolve("inside"), ""),
        PosixFilePermissions.fromString("rw-------"));
    for (int time = 0; time < 2; time++) {
      Ended said = Unprivileged.run(folder, JavaMachineTest.Saying.class);
      assertThat(said).isEqualTo(new Ended(0, "said\n", ""));
    }
    assertThat(permissions(linked)).isEqualTo("rw-r--r--");
    assertThat(permissions(pointedAt)).isEqualTo("rw-r--r--");
    assumeThat(Unprivileged.isPrivileged()).as("there is something to give up").isTrue();
    assertThat(permissions(inside)).isEqualTo("rw-rw-rw-");
  }
}
