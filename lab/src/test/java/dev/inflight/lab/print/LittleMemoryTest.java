package dev.inflight.lab.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.RunFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A heap that is too small ends a run with one sentence that helps. */
@Tag("sweep")
class LittleMemoryTest {
  private static final String FULL = "not enough memory: the heap of ";

  @TempDir
  private Path folder;

  private Path scenario(String yaml) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), yaml);
  }

  @Test
  void reportsOnlyTheHeapThatFillsUpDuringARun() throws IOException, InterruptedException {
    scenario("""
        topology: star(hosts=3)
        flows: periodic(from=0, to=1, size=1KB, count=300000, every=1ns)
        scheme: none
        """);
    int exit = quietRun("64m");
    assertThat(said()).singleElement().asString().startsWith("inflight: " + FULL).contains("-Xmx",
        "The scenario needs 18 MB to plan its 300,000 flows, and 332 MB where all are under way at once;");
    assertThat(exit).isEqualTo(1);
    assertThat(folder.resolve("out/FAILED")).content().startsWith("This run failed: results are missing.\n" + FULL);
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
  }

  /** The messages of a ring, 2,016,000 with 4,032,000 operations, take a thirty-second part of the memory of others. */
  @Test
  void messagesOfRingsAreNotCountedAsPlanned() throws IOException, InterruptedException {
    scenario("""
        topology: star(hosts=64)
        flows:
          - periodic(from=0, to=1, size=1KB, count=300000, every=1ns)
          - collective(op=all-reduce, algorithm=ring, size=64MB, repeat=250, start=1s)
        scheme: none
        """);
    int exit = quietRun("96m");
    assertThat(said()).singleElement().asString().startsWith("inflight: " + FULL).contains("-Xmx").containsPattern(
        "The scenario needs 4[0-9] MB to plan its 2,316,000 flows, of which 1,9[0-9]{2},[0-9]{3} messages take memory");
    assertThat(exit).isEqualTo(1);
  }

  /** Runs the scenario with a heap of this size, without lines of progress, which a slow machine prints before the error. */
  private int quietRun(String heap) throws IOException, InterruptedException {
    return program(heap, "run", folder.resolve("s.yaml").toString(), "--out", folder.resolve("out").toString(), "--quiet");
  }

  /** Runs the program with a heap of this size, and returns its exit code. */
  private int program(String heap, String... arguments) throws IOException, InterruptedException {
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(path -> path != null)
        .collect(Collectors.joining(File.pathSeparator));
    var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap,
        "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp", classPath, "dev.inflight.lab.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start().waitFor();
  }

  private List<String> said() throws IOException {
    return Files.readAllLines(folder.resolve("log"));
  }

  /** The reported case: all of 6,000 hosts to all others. None of it is built. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"collective(op=all-to-all, size=6MB) | about 35,994,000 flows need 15 GB at least",
      "collective(op=all-gather, size=6MB) | about 35,994,000 flows need 472 MB at least",
      "collective(op=all-reduce, algorithm=ring, size=6MB) | about 71,988,000 flows need 944 MB at least",
      "periodic(from=0, to=1, size=1KB, count=90000000, every=1us) | about 90,000,000 flows need 5.0 GB at least",
      "rdma(op=write, from=0, to=1, size=1KB, messages=90000000, queuePairs=1) | about 90,000,000 flows need 5.0 GB at least"})
  void rejectsTooLargeRunsBeforeTheyStart(String flows, String need) throws IOException, InterruptedException {
    scenario("topology: leaf-spine(leaves=100, spines=4, hostsPerLeaf=60)\nflows: '" + flows + "'\nscheme: none\n");
    int exit = program("256m", "run", folder.resolve("s.yaml").toString(), "--out", folder.resolve("out").toString());
    assertThat(said()).singleElement().asString().startsWith("inflight: ")
        .contains("s.yaml:2:8: not enough memory: " + need + ", and the heap has ", "INFLIGHT_JAVA_OPTS=-Xmx");
    assertThat(exit).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void otherCommandsReportAFullHeapToo() throws IOException, InterruptedException {
    scenario("topology: star(hosts=3)\nflows: periodic(from=0, to=1, size=1KB, count=100000, every=300ns)\nscheme: none\n");
    String run = folder.resolve("run").toString();
    assertThat(Program.run("run", folder.resolve("s.yaml").toString(), "--out", run, "--quiet").exit()).isZero();
    int exit = program("24m", "compare", run, run);
    assertThat(said()).singleElement().asString().startsWith("inflight: ").contains("INFLIGHT_JAVA_OPTS=-Xmx");
    assertThat(exit).isBetween(1, 2);
  }

  @Test
  void folderRecordsTheLackOfMemory() throws IOException {
    RunFolder.Opener full = file -> {
      if (file.endsWith("ports.csv")) {
        throw new OutOfMemoryError("by the test");
      }
      return Files.newOutputStream(file);
    };
    Program program = Program.run(full, "run", scenario("topology: star(hosts=3)\nflows: flow\n").toString(), "--out",
        folder.resolve("out").toString(), "--quiet");
    assertThat(program.exit()).isEqualTo(1);
    assertThat(program.out()).isEmpty();
    assertThat(program.err()).startsWith("inflight: " + FULL).hasLineCount(1);
    assertThat(folder.resolve("out/FAILED")).content().contains(FULL);
  }

  /** Second use of a class with a failed initialization: the JVM repeats the first error as text. */
  private static NoClassDefFoundError recorded(String first) {
    var failed = new NoClassDefFoundError("Could not initialize class x");
    failed.initCause(new ExceptionInInitializerError("Exception " + first + " [in thread \"main\"]"));
    return failed;
  }

  /** The first run of a lambda or of a concatenation of texts may be what finds the heap full. */
  @Test
  void recognizesAFullHeapBehindAnErrorOfLinking() throws IOException {
    scenario("topology: star(hosts=3)\nflows: flow\n");
    var full = new OutOfMemoryError("by the test");
    assertThat(TooLittleMemory.isCause(full)).isTrue();
    assertThat(TooLittleMemory.isCause(new BootstrapMethodError("bootstrap method initialization exception", full))).isTrue();
    assertThat(TooLittleMemory.isCause(new NoClassDefFoundError("x"))).isFalse();
    assertThat(TooLittleMemory.isCause(recorded("java.lang.OutOfMemoryError: Java heap space"))).isTrue();
    assertThat(TooLittleMemory.isCause(recorded("java.lang.IllegalStateException: x"))).isFalse();
    RunFolder.Opener opener = file -> {
      if (file.endsWith("ports.csv")) {
        throw new BootstrapMethodError("by the test", full);
      }
      return Files.newOutputStream(file);
    };
    Program program = Program.run(opener, "run", folder.resolve("s.yaml").toString(), "--out", folder.resolve("out").toString(),
        "--quiet");
    assertThat(program.err()).startsWith("inflight: " + FULL).hasLineCount(1);
    assertThat(program.exit()).isEqualTo(1);
    assertThat(folder.resolve("out/FAILED")).content().contains(FULL);
  }

  @Test
  void printsTheMemoryThatARunNeeds() {
    assertThat(TooLittleMemory.ofRun(1_000_000, 1_000_000, 0, 512L << 20, 24L << 30))
        .isEqualTo(FULL + "512 MB is full. The scenario needs"
            + " 58 MB to plan its 1,000,000 flows, and 1.1 GB where all are under way at once; captures and series need more."
            + " Allow more, as in INFLIGHT_JAVA_OPTS=-Xmx2g ./inflight ...");
    assertThat(TooLittleMemory.ofRun(34_000_000, 1_000_000, 2_000_000, 512L << 20, 24L << 30)).isEqualTo(
        FULL + "512 MB is full. The scenario needs 420 MB to plan its 34,000,000 flows, of which 33,000,000 messages take"
            + " memory only while they are under way; results, captures and series need more."
            + " Allow more, as in INFLIGHT_JAVA_OPTS=-Xmx2g ./inflight ...");
    assertThat(TooLittleMemory.beforehand(36e6, 15_120_000_000L, 6L << 30, 24L << 30))
        .isEqualTo("not enough memory: about 36,000,000 flows need"
            + " 15 GB at least, and the heap has 6.0 GB. Allow more, as in INFLIGHT_JAVA_OPTS=-Xmx18g ./inflight ...");
    assertThat(TooLittleMemory.beforehand(36e6, 29_200_000_000L, 6L << 30, 24L << 30))
        .endsWith("Allow more, as in INFLIGHT_JAVA_OPTS=-Xmx21g"
            + " ./inflight ... (this machine has 24 GB, so if that is not enough, use a larger one, or a smaller scenario)");
  }

  @ParameterizedTest
  @CsvSource({"128, 24000, -Xmx256m ", "6000, 24000, -Xmx12g ", "13858, 64000, -Xmx28g ", "700, 24000, -Xmx2g "})
  void twiceTheHeapIsAdvised(long heapMb, long machineMb, String advice) {
    assertThat(TooLittleMemory.advice(heapMb << 20, machineMb << 20))
        .contains("INFLIGHT_JAVA_OPTS=" + advice.strip() + " ./inflight").doesNotContain("machine");
  }

  @Test
  void moreThanTheMachineHasIsNotAdvised() {
    assertThat(TooLittleMemory.advice(13858L << 20, 24L << 30)).contains("INFLIGHT_JAVA_OPTS=-Xmx21g ./inflight")
        .contains("this machine has 24 GB");
    assertThat(TooLittleMemory.advice(22L << 30, 24L << 30)).doesNotContain("-Xmx").contains("this machine has 24 GB",
        "smaller scenario");
  }
}
