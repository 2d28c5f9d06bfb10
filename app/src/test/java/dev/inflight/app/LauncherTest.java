package dev.inflight.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.capture.OutsideTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher uses the JDK that its environment names, or none; builds missing parts; and passes the user's options to the JVM. */
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

  /** Checkout with a JDK that prints its arguments, and a Maven that builds an empty jar and prints that it did. */
  private Path checkout() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    Path root = Files.createDirectories(home.resolve("a checkout"));
    for (String folder : List.of("lab/src/main", "app/target", "tools/bin")) {
      Files.createDirectories(root.resolve(folder));
    }
    for (String source : List.of("app/pom.xml", "lab/src/main/A.java")) {
      Files.writeString(root.resolve(source), "text of " + source);
    }
    Files.writeString(root.resolve("pom.xml"), "<modules>\n  <module>app</module>\n  <module>lab</module>\n</modules>\n");
    Files.writeString(root.resolve("tools/release"), "JAVA_VERSION=\"25.0.1\"\n");
    script(root.resolve("tools/bin/java"), "case \"$*\" in *AOTCacheOutput=*) exit 1 ;; esac; printf '%s\\n' \"$@\"");
    script(root.resolve("tools/bin/mvn"), "echo built >>builds; : >app/target/inflight.jar");
    Files.copy(Path.of("../inflight"), root.resolve("inflight"), StandardCopyOption.COPY_ATTRIBUTES);
    return root;
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static List<String> start(Path root, String options) throws IOException, InterruptedException {
    return start(root, options, List.of("list", "a b"));
  }

  private static List<String> start(Path root, String options, List<String> arguments) throws IOException, InterruptedException {
    var builder = new ProcessBuilder("/bin/sh", root.resolve("inflight").toString()).redirectErrorStream(true);
    builder.command().addAll(arguments);
    builder.environment().put("INFLIGHT_JAVA_HOME", root.resolve("tools").toString());
    builder.environment().put("INFLIGHT_JAVA_OPTS", options);
    builder.environment().put("PATH", root.resolve("tools/bin") + ":" + System.getenv("PATH"));
    Process process = builder.start();
    List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor()).as(lines.toString()).isZero();
    return lines;
  }

  private static long builds(Path root) throws IOException {
    return Files.exists(root.resolve("builds")) ? Files.readAllLines(root.resolve("builds")).size() : 0;
  }

  private static void age(Path root, long seconds, String... files) throws IOException {
    for (String file : files) {
      Files.setLastModifiedTime(root.resolve(file),
          FileTime.from(Files.getLastModifiedTime(root.resolve("app/target/inflight.jar")).toInstant().plusSeconds(seconds)));
    }
  }

  @Test
  void rebuildsOnlyAfterChangesOfSources() throws IOException, InterruptedException {
    Path root = checkout();
    assertThat(start(root, "").getFirst()).isEqualTo("inflight: building (first use; one to three minutes) ...");
    assertThat(builds(root)).isEqualTo(1);
    age(root, 60, "pom.xml", "lab/src/main/A.java"); // as after cp -r
    assertThat(start(root, "")).doesNotContain("inflight: building (the sources have changed since the last build) ...");
    assertThat(builds(root)).isEqualTo(1);
    Files.writeString(root.resolve("lab/src/main/A.java"), "another text");
    age(root, 60, "lab/src/main/A.java");
    age(root, -60, "app/target/inflight.stamp");
    assertThat(start(root, "").getFirst()).isEqualTo("inflight: building (the sources have changed since the last build) ...");
    assertThat(builds(root)).isEqualTo(2);
  }

  /** Without a terminal, one line starts the build and one ends it. */
  @Test
  void printsStartAndEndOfTheBuildWithoutATerminal() throws IOException, InterruptedException {
    Path root = checkout();
    script(root.resolve("tools/bin/mvn"), "case \" $* \" in *' -Dstyle.color=never '*) : >app/target/inflight.jar ;; esac");
    List<String> lines = start(root, "");
    assertThat(lines.getFirst()).isEqualTo("inflight: building (first use; one to three minutes) ...");
    assertThat(lines.get(1)).matches("inflight: built in \\d+ s");
    assertThat(start(root, "").toString()).doesNotContain("build", "built");
  }

  /** The launcher reads the first list of modules only: builds of the program leave out the modules of profiles. */
  @Test
  void ignoresModulesOfProfiles() throws IOException, InterruptedException {
    Path root = checkout();
    String pom = Files.readString(root.resolve("pom.xml"));
    Files.writeString(root.resolve("pom.xml"),
        pom + "<profile>\n  <modules>\n    <module>web</module>\n  </modules>\n</profile>\n");
    Path source = Files.createDirectories(root.resolve("web/src/main")).resolve("A.java");
    Files.writeString(source, "text");
    start(root, "");
    Files.writeString(source, "another text");
    age(root, 60, "web/src/main/A.java");
    assertThat(start(root, "")).doesNotContain("inflight: building (the sources have changed since the last build) ...");
    assertThat(builds(root)).isEqualTo(1);
    Files.writeString(root.resolve("lab/src/main/A.java"), "another text");
    age(root, 60, "lab/src/main/A.java");
    start(root, "");
    assertThat(builds(root)).isEqualTo(2);
  }

  /** A terminal shows the modules while Maven builds them; after an error it shows Maven's lines without the progress. */
  @Test
  void terminalShowsProgressOfTheBuild() throws IOException, InterruptedException {
    assumeTrue(OutsideTool.isInstalled("script"), "needs script");
    Path root = checkout();
    String build = "echo '[INFO] Building Inflight: network 0.3.0-SNAPSHOT    [4/12]'; echo '[INFO] Building jar: a.jar'\n";
    script(root.resolve("tools/bin/mvn"), build + "case $* in *-q*) exit 3 ;; esac; : >app/target/inflight.jar");
    assertThat(onTerminal(root))
        .contains("inflight: building (first use; one to three minutes) ...", "inflight:   [4/12] Inflight: network")
        .doesNotContain("jar");
    Files.delete(root.resolve("app/target/inflight.jar"));
    script(root.resolve("tools/bin/mvn"), build + "echo '[ERROR] A.java is wrong'; exit 1");
    assertThat(onTerminal(root)).contains("[ERROR] A.java is wrong", "inflight: the build failed").doesNotContain("[INFO]");
  }

  private static String onTerminal(Path root) throws IOException, InterruptedException {
    var builder = new ProcessBuilder("script", "-qec", "/bin/sh '" + root.resolve("inflight") + "' list 2>&1 >/dev/null",
        "/dev/null");
    builder.environment().put("INFLIGHT_JAVA_HOME", root.resolve("tools").toString());
    builder.environment().put("PATH", root.resolve("tools/bin") + ":" + System.getenv("PATH"));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String shown = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return shown;
  }

  /** Such a build may have replaced some jars, so that the former sources need a build too; without Maven the former jars run. */
  @Test
  void failedBuildKeepsTheProgram() throws IOException, InterruptedException {
    Path root = checkout();
    start(root, "");
    Path jar = Files.createDirectories(root.resolve("app/target/lib")).resolve("inflight-net-1.jar");
    Files.writeString(jar, "a jar");
    Path source = root.resolve("lab/src/main/A.java");
    String former = Files.readString(source);
    Files.writeString(source, "an error");
    age(root, 60, "lab/src/main/A.java");
    age(root, -60, "app/target/inflight.stamp");
    script(root.resolve("tools/bin/mvn"), "echo 'an error in A.java'; exit 1");
    OutsideTool.Ended failed = shell("echo started", "PATH=\"${0%/*}/tools/bin:$PATH\" exec /bin/sh \"$0\" list");
    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.err()).contains("an error in A.java", "inflight: the build failed");
    assertThat(jar).hasContent("a jar");

    Files.writeString(source, former);
    age(root, 60, "lab/src/main/A.java");
    script(root.resolve("tools/bin/mvn"), "echo built >>builds; : >app/target/inflight.jar");
    start(root, "");
    assertThat(builds(root)).isEqualTo(2);
    assertThat(jar).exists();
  }

  @Test
  void ignoresProjectsOfTheUserNextToTheModules() throws IOException, InterruptedException {
    Path root = checkout();
    start(root, "");
    Files.createDirectories(root.resolve("my-scheme/src/main"));
    Files.writeString(root.resolve("my-scheme/pom.xml"), "another project");
    Files.writeString(root.resolve("my-scheme/src/main/MyScheme.java"), "a scheme");
    age(root, 60, "my-scheme/pom.xml", "my-scheme/src/main/MyScheme.java");
    start(root, "");
    assertThat(builds(root)).isEqualTo(1);
  }

  /** The JVM checks the first jar only, and would run the old classes of the others out of the cache. */
  @Test
  void makesTheCacheAgainWhenAnyJarIsNewer() throws IOException, InterruptedException {
    Path root = checkout();
    start(root, "");
    Files.createDirectories(root.resolve("app/target/lib"));
    Files.writeString(root.resolve("app/target/lib/inflight-net.jar"), "a jar");
    Files.writeString(root.resolve("app/target/inflight.aot"), "a cache");
    age(root, 60, "app/target/inflight.aot");
    assertThat(start(root, ""))
        .doesNotContain("inflight: preparing faster starts of runs and other commands (once for each build) ...");
    age(root, 120, "app/target/lib/inflight-net.jar");
    assertThat(start(root, ""))
        .contains("inflight: preparing faster starts of runs and other commands (once for each build) ...");
  }

  /** They end before compiled code pays off; and a JVM that does not accept an option ends at once. */
  @Test
  void shortCommandsUseOnlyTheFirstCompiler() throws IOException, InterruptedException {
    Path root = checkout();
    assertThat(start(root, "")).contains("-XX:TieredStopAtLevel=1", "-XX:-AOTReplayTraining");
    assertThat(start(root, "", List.of("run", "a.yaml"))).doesNotContain("-XX:TieredStopAtLevel=1", "-XX:-AOTReplayTraining");
    Files.writeString(root.resolve("tools/release"), "JAVA_VERSION=\"26\"\n");
    assertThat(start(root, "")).contains("-XX:TieredStopAtLevel=1").doesNotContain("-XX:-AOTReplayTraining");
  }

  /** The JVM prepares all classes of a cache before it starts, and the help of the program needs few. */
  @Test
  void helpHasASmallCache() throws IOException, InterruptedException {
    Path root = checkout();
    start(root, "");
    for (String cache : List.of("inflight.aot", "inflight-help.aot")) {
      Files.writeString(root.resolve("app/target").resolve(cache), "a cache");
    }
    assertThat(start(root, "", List.of("--help"))).contains(cache(root, "inflight-help.aot"));
    assertThat(start(root, "", List.of("run", "--help"))).contains(cache(root, "inflight.aot"));
    assertThat(start(root, "", List.of())).contains(cache(root, "inflight.aot"));
  }

  private static String cache(Path root, String name) throws IOException {
    return "-XX:AOTCache=" + root.toRealPath().resolve("app/target").resolve(name);
  }

  @Test
  void userOptionsOverrideDefaults() throws IOException, InterruptedException {
    Path root = checkout();
    start(root, "");
    Files.writeString(root.resolve("app/target/inflight.aot"), "a cache");
    List<String> arguments = start(root, "-XX:AOTMode=off -Xmx8g");
    int ours = arguments.indexOf("-XX:AOTMode=auto");
    assertThat(ours).isPositive();
    assertThat(arguments.subList(ours + 1, arguments.size())).containsSubsequence("-XX:AOTMode=off", "-Xmx8g", "-cp",
        root.toRealPath().resolve("app/target/inflight.jar").toString(), "dev.inflight.lab.cli.Main", "list", "a b");
    assertThat(arguments).contains("-XX:+UseSerialGC");
    assertThat(start(root, "-XX:+UseParallelGC")).contains("-XX:+UseParallelGC").doesNotContain("-XX:+UseSerialGC");
  }

  /** Starts a checkout by a line of the shell, in which {@code $0} is the launcher. */
  private OutsideTool.Ended shell(String java, String line) throws IOException {
    Path root = home.resolve("a checkout");
    if (!Files.exists(root)) {
      checkout();
      for (String built : List.of("inflight.jar", "inflight.stamp", "inflight.aot")) {
        Files.createFile(root.resolve("app/target").resolve(built));
      }
    }
    script(root.resolve("tools/bin/java"), java);
    return OutsideTool.run(home, List.of("/usr/bin/env", "INFLIGHT_JAVA_HOME=" + root.resolve("tools"), "/bin/sh", "-c", line,
        root.resolve("inflight").toString()));
  }

  /** Otherwise the JVM would open a file in the stream's place, and the program would read it as its input. */
  @Test
  void closedInputIsEmptyInput() throws IOException {
    String java = "if ( : 9<&0 ) 2>/dev/null; then echo \"open, holds $(cat)\"; else echo closed; fi";
    assertThat(shell(java, "exec /bin/sh \"$0\" run - <&-")).isEqualTo(new OutsideTool.Ended(0, "open, holds \n", ""));
  }

  @Test
  void keepsOpenInput() throws IOException {
    assertThat(shell("cat", "echo a word | /bin/sh \"$0\" run -")).isEqualTo(new OutsideTool.Ended(0, "a word\n", ""));
    assertThat(shell("cat", "echo a file >word; exec /bin/sh \"$0\" run - <\"${0%/*}/app/pom.xml\""))
        .isEqualTo(new OutsideTool.Ended(0, "text of app/pom.xml", ""));
  }

  /** The program's output must not end up in a file that the JVM, or a run, has opened in the stream's place. */
  @Test
  void writingToClosedOutputFails() throws IOException {
    String java = "( : 9<&1 ) 2>/dev/null || echo closed >&2; echo results || exit 9";
    OutsideTool.Ended ended = shell(java, "exec /bin/sh \"$0\" list >&-");
    assertThat(ended.exit()).isEqualTo(9);
    assertThat(ended.err()).doesNotContain("closed");
    assertThat(shell("echo trouble >&2; echo done", "exec /bin/sh \"$0\" list 2>&-"))
        .isEqualTo(new OutsideTool.Ended(0, "done\n", ""));
  }

  @Test
  void reportsMissingWorkingDirectory() throws IOException {
    OutsideTool.Ended ended = shell("echo started", "mkdir gone && cd gone && rmdir ../gone && exec /bin/sh \"$0\" list");
    assertThat(ended.out()).isEmpty();
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err()).endsWith("inflight: the working directory no longer exists; change to another one\n");
  }

  @Test
  void rejectsFolderWithoutJdk() throws IOException, InterruptedException {
    refuses(home.resolve("none"), "this is not the folder of a JDK (it lacks bin/java or a release file)");
  }

  @Test
  void rejectsTooOldJdk() throws IOException, InterruptedException {
    Files.createDirectory(home.resolve("bin"));
    assertThat(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    refuses(home, "this is Java 17.0.1; Inflight needs 25 or newer");
  }

  /** Built checkout, whose Java only prints its locale. */
  private String localeOfJava(String given) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    Path root = Files.createDirectories(home.resolve("built " + given));
    Path target = Files.createDirectories(root.resolve("app/target"));
    for (String file : List.of("inflight.jar", "inflight.stamp", "inflight-help.aot")) {
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
