package dev.inflight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
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

  /** A checkout that is built, whose Java only says which locale it was given. */
  private String localeOfJava(String given) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    Path root = Files.createDirectories(home.resolve("built " + given));
    Path target = Files.createDirectories(root.resolve("lab/target"));
    for (String file : List.of("inflight.jar", "inflight.stamp", "inflight.aot")) {
      Files.createFile(target.resolve(file));
    }
    Files.copy(Path.of("../inflight"), root.resolve("inflight"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(root.resolve("jdk/bin"));
    Path java = Files.writeString(root.resolve("jdk/bin/java"), "#!/bin/sh\necho \"$LC_ALL\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    var builder = new ProcessBuilder("/bin/sh", root.resolve("inflight").toString(), "--version").redirectErrorStream(true);
    builder.environment().put("INFLIGHT_JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().put("LC_ALL", given);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return said.strip();
  }

  @Test
  void javaCanReadFileNamesOfAnyScript() throws IOException, InterruptedException {
    OutsideTool.require("locale", "libc-bin");
    String known = OutsideTool.run(home, List.of("locale", "-a")).out();
    assumeTrue(known.toLowerCase(Locale.ROOT).contains("c.utf"), "needs the locale C.UTF-8");
    assertThat(localeOfJava("C").toLowerCase(Locale.ROOT)).isIn("c.utf8", "c.utf-8");
    assertThat(localeOfJava("POSIX").toLowerCase(Locale.ROOT)).isIn("c.utf8", "c.utf-8");
    assertThat(localeOfJava("C.UTF-8")).isEqualTo("C.UTF-8");
  }
}
