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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A heap that is too small ends a run with one sentence that helps. */
class LittleMemoryTest {
  private static final String FULL = "not enough memory: the heap of ";

  @TempDir
  private Path folder;

  private Path scenario(String yaml) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), yaml);
  }

  @Test
  void aHeapThatFillsUpInTheMiddleOfARunIsNamedAndNothingElseIsSaid() throws IOException, InterruptedException {
    scenario("""
        topology: star(hosts=3)
        flows: periodic(from=0, to=1, size=1KB, count=300000, every=1ns)
        scheme: none
        """);
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(path -> path != null)
        .collect(Collectors.joining(File.pathSeparator));
    var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
        "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp", classPath, "dev.inflight.lab.cli.Main", "run",
        folder.resolve("s.yaml").toString(), "--out",
        folder.resolve("out").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile())
        .start();
    int exit = process.waitFor();
    List<String> said = Files.readAllLines(folder.resolve("log")).stream().filter(line -> !line.contains(" hops/s, ")).toList();
    assertThat(said).singleElement().asString().startsWith("inflight: " + FULL).contains("-Xmx");
    assertThat(exit).isEqualTo(1);
    assertThat(folder.resolve("out/FAILED")).content().startsWith("This run failed: results are missing.\n" + FULL);
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
  }

  @Test
  void theFolderSaysThatMemoryWasMissing() throws IOException {
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

  @ParameterizedTest
  @CsvSource({"128, 24000, -Xmx256m ", "6000, 24000, -Xmx12g ", "13858, 64000, -Xmx28g ", "700, 24000, -Xmx2g "})
  void twiceTheHeapIsAdvised(long heapMb, long machineMb, String advice) {
    assertThat(TooLittleMemory.advice(heapMb << 20, machineMb << 20))
        .contains("INFLIGHT_JAVA_OPTS=" + advice.strip() + " ./inflight")
        .doesNotContain("machine");
  }

  @Test
  void moreThanTheMachineHasIsNotAdvised() {
    assertThat(TooLittleMemory.advice(13858L << 20, 24L << 30))
        .contains("INFLIGHT_JAVA_OPTS=-Xmx21g ./inflight").contains("this machine has 24 GB");
    assertThat(TooLittleMemory.advice(22L << 30, 24L << 30)).doesNotContain("-Xmx")
        .contains("this machine has 24 GB", "smaller scenario");
  }
}
