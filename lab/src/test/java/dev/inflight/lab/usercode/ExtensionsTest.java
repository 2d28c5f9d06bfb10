package dev.inflight.lab.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Extensions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Names that users add to those of scenarios: from a file, a folder or a jar, by the command line or by the scenario. */
class ExtensionsTest {
  private static final String INCAST = "topology: star(hosts=5)\nflows: incast(senders=4, size=50KB)\n";

  @TempDir
  private Path folder;
  private String scenario = "";

  @BeforeEach
  void writeScenario() throws IOException {
    scenario = Sources.write(folder, "s.yaml", INCAST + "scheme: mine\n").toString();
  }

  private Program run(String out, String... more) {
    return Program.run(Stream.concat(Stream.of("run", scenario, "--out", folder.resolve(out).toString()), Stream.of(more))
        .toArray(String[]::new));
  }

  private String summary(String out, String key) throws IOException {
    return Files.readString(folder.resolve(out).resolve("summary.json")).replaceAll("(?s).*\"" + key + "\" : ([^,\\n]*).*", "$1");
  }

  @Test
  void fileFolderAndJarGiveTheSameRun() throws IOException {
    Path file = Sources.write(folder, "one/Mine.java", Sources.mine("0.5"));
    Path jar = Sources.jar(folder, "mine.jar", file, Map.of("dev.inflight.cc.Scheme", "Mine # a scheme\n"));
    assertThat(run("file", "--with", file.toString()).exit()).isZero();
    assertThat(run("folder", "--with", file.getParent().toString()).exit()).isZero();
    assertThat(run("jar", "--with", jar.toString()).exit()).isZero();
    assertThat(summary("folder", "fingerprint")).isEqualTo(summary("file", "fingerprint"))
        .isEqualTo(summary("jar", "fingerprint"));
    assertThat(Files.readString(folder.resolve("jar/scenario.yaml"))).contains("scheme: 'mine(bdps=0.5)'")
        .containsPattern("extensions:\n  - \\{file: '" + jar + "', gives: \\['mine'\\], sha256: '[0-9a-f]{64}'\\}");
    for (Path code : List.of(file, jar)) {
      Program list = Program.run("list", "mine", "--with", code.toString());
      assertThat(list.out()).contains("mine: scheme", "A window of so many products.", "bdps", "above 0 to 100",
          "the window as a multiple of line rate times base RTT");
    }
  }

  /** The tests of such a project need JUnit, which the program does not have. */
  @Test
  void projectGivesItsMainSourcesOnly() throws IOException {
    Path file = Sources.write(folder, "project/src/main/java/Mine.java", Sources.mine("0.5"));
    Sources.write(folder, "project/src/test/java/MineTest.java", "class MineTest extends no.such.Library {\n}\n");
    Path project = folder.resolve("project");
    Program run = run("whole", "--with", project.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run("sources", "--with", file.getParent().toString()).exit()).isZero();
    String sha256 = "(?s).*sha256: '([0-9a-f]+)'.*";
    assertThat(Files.readString(folder.resolve("whole/scenario.yaml")).replaceAll(sha256, "$1"))
        .isEqualTo(Files.readString(folder.resolve("sources/scenario.yaml")).replaceAll(sha256, "$1"));
  }

  /** Tasks of a cluster start in other folders, and need the same code. */
  @Test
  void tasksOfAClusterAreGivenIt() throws IOException {
    Path code = Sources.write(folder, "it's code/Mine.java", Sources.mine("0.5"));
    Path relative = Path.of("").toAbsolutePath().relativize(code.toAbsolutePath());
    Program made = Program.run("sweep", scenario, "--set", "seed=[1, 2]", "--with", relative.toString(), "--allow-extensions",
        "--force", "--out", folder.resolve("out").toString(), "--engine", "slurm");
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(Files.readString(folder.resolve("out/sweep.sbatch"))).contains(
        " --set 'seed=[1, 2]' --force --with '" + code.toString().replace("'", "'\\''") + "' --allow-extensions --out ");
  }

  @Test
  void everyCommandThatReadsScenariosTakesIt() throws IOException {
    String file = Sources.write(folder, "Mine.java", Sources.mine("0.5")).toString();
    assertThat(Program.run("check", scenario, "--with", file).out()).contains("can run").contains("under mine");
    assertThat(Program.run("check", scenario).err()).contains("unknown scheme 'mine'")
        .contains("; --with FILE.java, FOLDER or JAR adds your own");
    assertThat(
        Program.run("check", Sources.write(folder, "typo.yaml", INCAST + "scheme: mie\n").toString(), "--with", file).err())
        .contains("did you mean 'mine'?").doesNotContain("--with");
    assertThat(Program.run("schema", "--with", file).out()).contains("\"mine\"").contains("mine(bdps=0.5)");
    assertThat(Program.run("schema").out()).doesNotContain("\"mine\"");
    assertThat(Program.run("list", "schemes", "--with", file).out()).contains("mine");
    String out = folder.resolve("sweep").toString();
    assertThat(Program
        .run("sweep", scenario, "--with", file, "--set", "scheme.bdps=[0.5, 1]", "--set", "seed=[1, 2]", "--out", out, "--quiet")
        .exit()).isZero();
    String written = folder.resolve("init.yaml").toString();
    assertThat(Program.run("init", written, "--scheme", "mine", "--with", file).exit()).isZero();
    assertThat(run("run", "--with", file, "--set", "scheme.bdps=2").out()).contains("mine(bdps=2) on star");
    String run = folder.resolve("run").toString();
    assertThat(Program.run("explain", run, "0", "--with", file).out()).contains("flow 0 (host 0 to host 4");
    assertThat(Program.run("report", run, "--explain", "0", "--with", file).exit()).isZero();
    assertThat(Program.run("report", run).exit()).isZero();
    assertThat(Program.run("explain", run, "0").err()).contains(
        "scenario.yaml:", "this scenario names code, ",
        "Mine.java, which would run with your rights; --allow-extensions permits that");
    assertThat(Program.run("explain", run, "0", "--allow-extensions").exit()).isZero();
  }

  @Test
  void scenarioLoadsCodeOnlyWhereThatIsAllowed() throws IOException {
    Sources.write(folder, "code/Mine.java", Sources.mine("0.5"));
    Path own = Sources.write(folder, "own.yaml", INCAST + "scheme: [mine, hpcc]\nextensions: code\n");
    String out = folder.resolve("out").toString();
    Program refused = Program.run("sweep", own.toString(), "--out", out);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("own.yaml:4:13: this scenario names code, ");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(Program.run("sweep", own.toString(), "--out", out, "--allow-extensions").exit()).isZero();
    assertThat(Program.run("run", own.toString(), "--scheme", "mine", "--with", folder.resolve("code").toString()).exit())
        .isZero();
    assertThat(Program.run("run", scenario, "--set", "extensions=code", "--allow-extensions").err())
        .contains("--set extensions: code of the command line is given by --with PATH");
    Path changed = Sources.write(folder, "other.yaml",
        INCAST + "scheme: mine\nextensions: [{file: code, gives: [mine], sha256: '" + "0".repeat(64) + "'}]\n");
    assertThat(Program.run("check", changed.toString(), "--allow-extensions").err()).contains("other.yaml:4:", " has SHA-256 ",
        ", and the scenario states 0000");
    assertThat(Program.run("check", changed.toString(), "--with", folder.resolve("code").toString()).err())
        .contains("the code given by --with is not that of the scenario, which has the SHA-256 0000");
    Path wrong = Sources.write(folder, "wrong.yaml", INCAST + "extensions: [{gives: [mine]}]\n");
    assertThat(Program.run("check", wrong.toString(), "--allow-extensions").err()).contains("'file' is missing");
  }

  private Path stating(String file, String sha256) throws IOException {
    return Sources.write(folder, "stated.yaml",
        INCAST + "scheme: mine\nextensions: [{file: " + file + ", sha256: '" + sha256 + "'}]\n");
  }

  @Test
  void codeOfAnotherHashThanStatedNeverRuns() throws IOException {
    Path trace = folder.resolve("trace");
    String tracing = Sources.mine("  public static final Mine DEFAULT", """
        static {
          try {
            java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), "ran");
          } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
          }
        }
        public static final Mine DEFAULT""".formatted(trace));
    Path file = Sources.write(folder, "one/Mine.java", tracing);
    Sources.write(folder, "two/Mine.java", tracing);
    Sources.write(folder, "two/Other.java", "class Other {\n}\n");
    Sources.jar(folder, "mine.jar", file, Map.of("dev.inflight.cc.Scheme", "Mine"));
    for (String code : List.of("one/Mine.java", "one", "two", "mine.jar")) {
      Program refused = Program.run("check", stating(code, "0".repeat(64)).toString(), "--allow-extensions");
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).contains("stated.yaml:4:", ": the code in ", " has SHA-256 ", ", and the scenario states 0000");
      assertThat(trace).doesNotExist();
      String found = refused.err().replaceAll("(?s).* has SHA-256 ([0-9a-f]{64}).*", "$1");
      assertThat(Program.run("check", stating(code, found).toString(), "--allow-extensions").exit()).isZero();
      assertThat(trace).exists();
      Files.delete(trace);
    }
    Sources.write(folder, "broken/Mine.java", "public class Mine {");
    assertThat(Program.run("check", stating("broken", "0".repeat(64)).toString(), "--allow-extensions").err())
        .contains(" has SHA-256 ").doesNotContain("reached end of file"); // nor is it compiled
  }

  @Test
  void fileThatHasChangedIsOtherCode() throws IOException {
    Path file = Sources.write(folder, "Mine.java", Sources.mine("0.5"));
    SourceLocation place = SourceLocation.of("s.yaml");
    Extensions.More more = Objects.requireNonNull(UserCode.load(folder.resolve("none"), List.of(), place, true).more());
    Extensions before = more.load(file, null, place);
    assertThat(more.load(file, null, place)).isSameAs(before);
    Sources.write(folder, "Mine.java", Sources.mine("0.25"));
    Extensions after = more.load(file, null, place);
    assertThat(after.added()).extracting(one -> one.prototype().toString()).containsExactly("Mine[bdps=0.25]");
    assertThat(after.added().getFirst().origin().sha256()).isNotEqualTo(before.added().getFirst().origin().sha256());
  }

  @Test
  void runsSideBySideHaveTheirOwn() throws Exception {
    Path slow = Sources.write(folder, "slow/Mine.java", Sources.mine("0.05"));
    Path fast = Sources.write(folder, "fast/Mine.java", Sources.mine("1"));
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<Program>> runs = Stream.of("slow0", "fast0", "slow1", "fast1")
          .map(name -> threads.submit(() -> run(name, "--with", (name.startsWith("slow") ? slow : fast).toString()))).toList();
      for (Future<Program> run : runs) {
        assertThat(run.get().exit()).isZero();
      }
    }
    assertThat(summary("slow0", "fingerprint")).isEqualTo(summary("slow1", "fingerprint"));
    assertThat(summary("fast0", "fingerprint")).isEqualTo(summary("fast1", "fingerprint"))
        .isNotEqualTo(summary("slow0", "fingerprint"));
    assertThat(Program.run("check", scenario, "--with", slow.toString(), "--with", fast.toString()).err())
        .contains("there are two extensions of the name mine: Mine of ").contains("give one of them another name");
    assertThat(Program.run("check", scenario, "--with", slow.toString(), "--with", slow.toString()).exit()).isZero();
  }

  /** The example of docs/extending.md, as a reader copies it. */
  @Test
  void documentedExampleRuns() throws IOException {
    String page = Files.readString(Path.of("../docs/extending.md"));
    Path file = Sources.write(folder, "EcnAimd.java", page.replaceAll("(?s).*?```java\n(.*?)```.*", "$1"));
    Program run = run("documented", "--scheme", "ecn-aimd(cut=0.8)", "--with", file.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("s: ecn-aimd(cut=0.8) on star").contains("4 of 4 finished");
    assertThat(Program.run("list", "ecn-aimd", "--with", file.toString()).out()).contains("factor of the window at a cut");
  }

  @Test
  void ownFolderIsLoaded() throws IOException {
    Path config = folder.resolve("config");
    assertThat(UserCode.folder(Map.of("XDG_CONFIG_HOME", config.toString()))).isEqualTo(config.resolve("inflight/extensions"));
    assertThat(UserCode.folder(Map.of("XDG_CONFIG_HOME", "relative", "HOME", "/home/me")))
        .isEqualTo(Path.of("/home/me/.config/inflight/extensions"));
    Path own = UserCode.folder(Map.of("XDG_CONFIG_HOME", config.toString()));
    Sources.write(own, "Mine.java", Sources.mine("0.5"));
    Sources.write(own, "README.txt", "no code");
    assertThat(UserCode.load(own, List.of(), SourceLocation.of("--with"), false).added()).extracting(one -> one.name())
        .containsExactly("mine");
  }

  private String refusal(String source) throws IOException {
    Path file = Sources.write(folder, "bad/Mine.java", source);
    Program check = Program.run("check", scenario, "--with", file.toString());
    assertThat(check.exit()).as(check.err()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    return check.err().replace(folder.toString(), "");
  }

  @Test
  void rejectsInvalidSourceWithItsLine() throws IOException {
    assertThat(refusal(Sources.mine("return \"mine\";", "return mine;")))
        .isEqualTo("inflight: /bad/Mine.java:24:12: cannot find symbol; symbol: variable mine; location: class Mine\n");
    assertThat(refusal(Sources.mine("public record Mine(double bdps)", "record Mine(double bdps)"))).isEqualTo(
        "inflight: /bad/Mine.java: there is no public record that implements one of Scheme, TopologyGenerator, Workload, TelemetryFormat,"
            + " Routing, QueueDiscipline, MarkingRule, AdmissionRule, PfcProfile; Mine implements Scheme and is no public record\n");
    assertThat(refusal(Sources.mine("public static final Mine DEFAULT = new Mine(0.5);", "")))
        .contains("/bad/Mine.java: Mine has no default parameters; add 'public static final Mine DEFAULT = new Mine(...);'");
    assertThat(refusal(Sources.mine("new Mine(0.5)", "new Mine(-1)")))
        .contains("the default parameters of Mine are refused: bdps -1.0 is outside 0 to 100");
    assertThat(refusal(Sources.mine("return \"mine\";", "return \"hpcc\";")))
        .contains("Mine has the name of a built-in scheme, hpcc; give it another one, as in my-hpcc");
    assertThat(refusal(Sources.mine("return \"mine\";", "return \"My Scheme\";")))
        .contains("the name of Mine is 'My Scheme'; a name has");
    assertThat(refusal(Sources.mine("return \"mine\";", "return null;"))).contains("the name of Mine is null");
    assertThat(refusal(Sources.mine("return \"mine\";", "throw new IllegalStateException(\"no\");")))
        .contains("the extension's class Mine, method name (Mine.java:24), has thrown java.lang.IllegalStateException: no");
    assertThat(
        refusal(Sources.mine("DEFAULT = new Mine(0.5);", "DEFAULT = new Mine(0.5); public Mine(float x) { this((double) x); }")
            .replace("Mine(double bdps) implements", "Mine(double bdps, java.util.List<String> more) implements")
            .replace("new Mine(0.5)", "new Mine(0.5, null)").replace("this((double) x)", "this((double) x, null)")))
        .contains("parameter more of Mine is of type List; possible are int, long, double, boolean, String and enums");
    assertThat(refusal("public class Mine {")).startsWith("inflight: /bad/Mine.java:1:20: reached end of file while parsing");
  }

  @Test
  void rejectsPathsWithoutCode() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    Path text = Sources.write(folder, "a.txt", "text");
    Path noJar = Sources.write(folder, "a.jar", "text");
    Path file = Sources.write(folder, "Mine.java", Sources.mine("0.5"));
    Path noService = Sources.jar(folder, "none.jar", file, Map.of());
    Path noClass = Sources.jar(folder, "noclass.jar", file, Map.of("dev.inflight.cc.Scheme", "Yours"));
    Path closed = Sources.jar(folder, "closed.jar", file, Map.of("dev.inflight.net.nic.NicModel", "Mine"));
    Path other = Sources.jar(folder, "kind.jar", file, Map.of("dev.inflight.sim.workload.Workload", "Mine"));
    assertThat(with(folder.resolve("nothing.jar"))).contains("--with: there is no file ");
    assertThat(with(folder.resolve("empty"))).contains("holds no source file (.java)");
    assertThat(with(text)).contains("must be a jar, a source file (.java) or a folder of sources");
    assertThat(with(noJar)).contains("this is not a jar, or it is empty");
    assertThat(with(noService))
        .contains("none.jar: this jar provides nothing: it lacks a file META-INF/services/dev.inflight.cc.Scheme");
    assertThat(with(noClass))
        .contains("META-INF/services/dev.inflight.cc.Scheme names the class 'Yours', which the jar does not hold");
    assertThat(with(closed)).contains("extensions cannot add a 'dev.inflight.net.nic.NicModel'");
    assertThat(with(other)).contains("names Mine, which does not implement Workload");
  }

  /** Paths longer than the system takes cannot be read by root either. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void rejectsFolderWithAnUnreadableFile() throws IOException {
    Sources.write(folder, "deep/Mine.java", Sources.mine("0.5"));
    String long3000 = "x".repeat(200).concat("/").repeat(15);
    Files.createDirectories(folder.resolve("more").resolve(long3000));
    Path at = Files.createDirectories(folder.resolve("deep").resolve(long3000)).resolve("more");
    Files.move(folder.resolve("more"), at);
    try {
      assertThat(with(folder.resolve("deep"))).startsWith("inflight: --with: the folder ").contains(" cannot be read: ",
          "File name too long");
    } finally {
      Files.move(at, folder.resolve("more")); // so that all can be deleted
    }
  }

  @Test
  void rejectsBinaryFilesAsSource() throws IOException {
    Path file = folder.resolve("Mine.java");
    Files.write(file, Sources.mine("/**", "/** \u00e9").getBytes(StandardCharsets.ISO_8859_1));
    assertThat(with(file)).contains("Mine.java: this source is not in UTF-8");
  }

  private String with(Path path) {
    Program check = Program.run("check", scenario, "--with", path.toString());
    assertThat(check.exit()).as(check.err()).isEqualTo(2);
    return check.err();
  }
}
