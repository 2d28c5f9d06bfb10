package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.SchemeContract;
import dev.inflight.lab.Program;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class NewCommandTest {
  @TempDir
  private Path folder;

  /** From an empty folder to a report that compares the new scheme with hpcc. */
  @Test
  void newSchemeRunsNextToHpccInAReport() throws IOException {
    Path project = folder.resolve("my-scheme");
    assertThat(Program.run("new", "scheme", "my-scheme", "--out", project.toString()).out()).contains("next:\n  ./inflight run ");
    String scenario = project.resolve("scenario.yaml").toString();
    String mine = folder.resolve("mine").toString();
    String hpcc = folder.resolve("hpcc").toString();
    Program run = Program.run("run", scenario, "--with", project.resolve("src/main/java").toString(), "--out", mine);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("my-scheme: my-scheme on star").contains("16 of 16 finished", "lost        no packets");
    assertThat(Program.run("run", scenario, "--scheme", "hpcc", "--out", hpcc).exit()).isZero();
    Path report = folder.resolve("report.html");
    assertThat(Program.run("report", mine, hpcc, "--out", report.toString()).exit()).isZero();
    assertThat(Files.readString(report)).contains("my-scheme(target=2us", "hpcc(eta=0.95").doesNotContain("hpcc, extensions",
        "my-scheme, extensions");
    Program list = Program.run("list", "my-scheme", "--with", project.resolve("src/main/java").toString());
    assertThat(list.out()).contains("Additive increase, multiplicative decrease on delay", "time in queues above which");
    assertThat(project.resolve("src/main/resources/META-INF/services/dev.inflight.cc.Scheme")).content()
        .isEqualTo("scheme.myscheme.MyScheme\n");
    assertThat(Files.readString(project.resolve("README.md"))).contains("src/main/java/scheme/myscheme/MyScheme.java")
        .doesNotContain("@");
    assertThat(Files.readString(project.resolve("pom.xml"))).doesNotContain("@");
  }

  /** Names that are types, constants or words in the sources of the project, keywords of Java, or more than a text in YAML. */
  @ParameterizedTest
  @ValueSource(strings = {"flow", "scheme", "signal", "set", "feedback", "path-facts", "congestion-control", "test",
      "splittable-random", "string", "math", "double", "override", "illegal-argument-exception", "object", "record", "path",
      "p-a-t-h", "d-e-f-a-u-l-t", "new", "int", "class", "package", "true", "null", "var", "yes", "my-flow"})
  void anyNameGivesAProjectThatCompilesAndRuns(String name) throws IOException {
    Path project = folder.resolve("project");
    assertThat(Program.run("new", "scheme", name, "--out", project.toString()).exit()).isZero();
    Path main = project.resolve("src/main/java");
    Program check = Program.run("check", project.resolve("scenario.yaml").toString(), "--with", main.toString());
    assertThat(check.err()).isEmpty();
    assertThat(check.out()).contains("under " + name);
    assertThat(compiled(project)).isDirectory();
  }

  /** Compiles all sources of a project, with its test. */
  private Path compiled(Path project) throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(project.resolve("src"))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertThat(sources).hasSize(2);
    Path classes = Files.createTempDirectory(folder, "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var problems = new StringWriter();
      String libraries = System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("jdk.module.path", "");
      assertThat(
          compiler.getTask(problems, files, null, List.of("-proc:none", "-d", classes.toString(), "-classpath", libraries), null,
              files.getJavaFileObjectsFromPaths(sources)).call())
          .as(problems.toString()).isTrue();
      assertThat(problems.toString()).isEmpty();
    }
    return classes;
  }

  /** Runs the test of a project: returns the number of cases that succeeded, and the messages of the others. */
  private static List<String> tested(Path classes, String test) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, NewCommandTest.class.getClassLoader())) {
      var results = new SummaryGeneratingListener();
      LauncherFactory.create().execute(
          LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(loader.loadClass(test))).build(),
          results);
      var lines = new ArrayList<String>();
      lines.add(results.getSummary().getTestsSucceededCount() + " succeeded");
      results.getSummary().getFailures().forEach(failure -> lines.add(failure.getException().getMessage()));
      return lines;
    }
  }

  /** The project's own test checks the contract of all schemes, and notices what breaks it. */
  @Test
  void testOfANewSchemeChecksTheContract() throws Exception {
    Path project = folder.resolve("my-scheme");
    assertThat(Program.run("new", "scheme", "my-scheme", "--out", project.toString()).exit()).isZero();
    String test = "scheme.myscheme.MySchemeTest";
    int cases = SchemeContract.values().length + 2;
    assertThat(tested(compiled(project), test)).containsExactly(cases + " succeeded");
    Path source = project.resolve("src/main/java/scheme/myscheme/MyScheme.java");
    Files.writeString(source, Files.readString(source).replace("return (long) windowBytes;",
        "return windowBytes < 2 * path.payloadBytes() ? 0 : (long) windowBytes;"));
    assertThat(tested(compiled(project), test)).hasSizeGreaterThan(1).anySatisfy(
        failure -> assertThat(failure).startsWith("my-scheme breaks WINDOW_AND_PACE_ARE_SOUND: the window is 0 bytes at "));
  }

  @Test
  void namesThatNeedNoOtherClassKeepTheirs() throws IOException {
    for (String[] pair : new String[][] {{"my-flow", "scheme.myflow.MyFlow"}, {"flow", "scheme.flow.FlowScheme"},
        {"new", "scheme.newscheme.New"}, {"additive", "scheme.additive.Additive"}}) {
      Path project = folder.resolve(pair[0]);
      assertThat(Program.run("new", "scheme", pair[0], "--out", project.toString()).exit()).isZero();
      assertThat(project.resolve("src/main/resources/META-INF/services/dev.inflight.cc.Scheme")).hasContent(pair[1]);
    }
  }

  @Test
  void rejectsImpossibleNamesAndWritesNothing() {
    String out = folder.resolve("x").toString();
    assertThat(Program.run("new", "scheme", "hpcc", "--out", out).err())
        .isEqualTo("inflight: NAME: a scheme has the name hpcc already; give another name, as in my-hpcc\n");
    assertThat(Program.run("new", "scheme", "My Scheme", "--out", out).err())
        .contains("NAME: a scheme cannot be called 'My Scheme'");
    assertThat(Program.run("new", "schema", "mine", "--out", out).err())
        .contains("unknown kind 'schema'; did you mean 'scheme'?");
    assertThat(folder).isEmptyDirectory();
    Program there = Program.run("new", "scheme", "mine", "--out", folder.toString());
    assertThat(there.exit()).isEqualTo(2);
    assertThat(there.err()).contains("exists already; give another folder with --out");
  }
}
