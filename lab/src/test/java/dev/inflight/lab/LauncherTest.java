package dev.inflight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher uses the JDK that it was told to use, or none. */
class LauncherTest {
  @TempDir
  private Path home;

  private void refuses(Path jdk, String why) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    var builder = new ProcessBuilder("/bin/sh", "../inflight", "--version").redirectErrorStream(true);
    builder.environment().put("INFLIGHT_JAVA_HOME", jdk.toString());
    Process process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("inflight: INFLIGHT_JAVA_HOME is " + jdk + ": " + why + "\n");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  @Test
  void aFolderThatIsNoJdk() throws IOException, InterruptedException {
    refuses(home.resolve("none"), "that is not the folder of a JDK (no bin/java or no release file)");
  }

  @Test
  void aJdkThatIsTooOld() throws IOException, InterruptedException {
    Files.createDirectory(home.resolve("bin"));
    assertThat(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    refuses(home, "that is Java 17.0.1, and 25 or newer is needed");
  }
}
