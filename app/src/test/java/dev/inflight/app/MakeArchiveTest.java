package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives for the system of other modules of the JDK, with a jar that is none. */
class MakeArchiveTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir
  private Path folder;

  private record Ended(int code, String output) {
  }

  private Ended make(Path jdk, Path modules) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("built/lib"));
    Files.writeString(folder.resolve("built/inflight.jar"), "none");
    return run(jdk.resolve("bin/java").toString(), ROOT.resolve("app/src/build/java/MakeArchive.java").toString(),
        ROOT.toString(), folder.resolve("built").toString(), "9.8", modules.toString());
  }

  private static Ended run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private static Path jdkWithModules() throws IOException {
    try (Stream<Path> homes = Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))),
        Files.isDirectory(Path.of("/usr/lib/jvm")) ? Files.list(Path.of("/usr/lib/jvm")) : Stream.of())) {
      List<Path> found = homes.filter(home -> Files.exists(home.resolve("jmods/java.base.jmod"))
          && Files.isExecutable(home.resolve("bin/jlink")) && Files.exists(home.resolve("release"))).toList();
      assumeTrue(!found.isEmpty(), "no JDK here has jmods");
      return found.getFirst();
    }
  }

  @Test
  void linksTheGivenModulesWithoutCaches() throws IOException, InterruptedException {
    Path jdk = jdkWithModules();
    Ended made = make(jdk, jdk.resolve("jmods"));
    assertThat(made.code).as(made.output).isZero();
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT) + "-" + System.getProperty("os.arch");
    Path archive = folder.resolve("built/inflight-9.8-" + system + ".tar.gz");
    assertThat(run("tar", "-tzf", archive.toString()).output)
        .contains("/runtime/bin/java", "/runtime/lib/modules", "/bin/inflight", "/docs/README.md").doesNotContain(".aot");
  }

  /** Folder for modules, with an empty one, next to a release with this text. */
  private Path modules(String release) throws IOException {
    Path modules = Files.createDirectories(folder.resolve("jdk/jmods"));
    Files.createFile(modules.resolve("java.base.jmod"));
    Files.writeString(folder.resolve("jdk/release"), release);
    return modules;
  }

  /** Both fail after the folder with the name is made: one lacks modules, the other a jar. */
  @Test
  void macOsHasOneName() throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"));
    make(java, modules("OS_NAME=\"Darwin\"\nOS_ARCH=\"x86_64\"\n"));
    assertThat(folder.resolve("built/archive").toFile().list()).containsExactly("inflight-9.8-macos-amd64");
    Path running = Files.createDirectories(folder.resolve("running"));
    run(java.resolve("bin/java").toString(), "-Dos.name=Mac OS X", "-Dos.arch=x86_64",
        ROOT.resolve("app/src/build/java/MakeArchive.java").toString(), ROOT.toString(), running.toString(), "9.8");
    assertThat(running.resolve("archive").toFile().list()).containsExactly("inflight-9.8-macos-amd64");
  }

  @Test
  void releaseWithoutASystemIsAnError() throws IOException, InterruptedException {
    Ended made = make(Path.of(System.getProperty("java.home")), modules("JAVA_VERSION=\"25\"\nOS_NAME=\"Linux\"\n"));
    assertThat(made.code).isNotZero();
    assertThat(made.output).contains("release does not name the system: it needs OS_NAME and OS_ARCH");
  }

  @Test
  void otherFoldersAreErrors() throws IOException, InterruptedException {
    Ended made = make(Path.of(System.getProperty("java.home")), folder);
    assertThat(made.code).isNotZero();
    assertThat(made.output).contains(folder + " is no folder jmods of a JDK: it needs java.base.jmod");
  }
}
