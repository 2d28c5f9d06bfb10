package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run does not depend on the garbage collector, on compilation or on hash seeds: a separate JVM runs with each set of flags. */
@Tag("sweep")
class CollectorsTest {
  private static final String YAML = """
      topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
      flows:
        - poisson(load=0.6, duration=200us)
        - incast(senders=6, size=200KB)
      lossRate: 0.0005
      events:
        - {at: 50us, link: [8, 10], state: down}
      """;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC", "-XX:+UseParallelGC -XX:-UseCompressedOops", "-XX:+UseZGC -Xmx256m",
      "-XX:+UseSerialGC -Xmx32m -XX:TieredStopAtLevel=1 -XX:hashCode=2", "-XX:+UseSerialGC -Xint -Duser.language=tr"})
  void collectorsLeaveTheFingerprintUnchanged(String flags) throws IOException, InterruptedException {
    Program here = Program.run("run", Files.writeString(folder.resolve("s.yaml"), YAML).toString(), "--quiet", "--out",
        folder.resolve("here").toString());
    assertThat(here.exit()).isZero();
    assertThat(child(flags)).isEqualTo(fingerprint("here")).matches("[0-9a-f]{16}");
    assertThat(Files.readString(folder.resolve("there/flows.csv"))).isEqualTo(Files.readString(folder.resolve("here/flows.csv")));
  }

  private String child(String flags) throws IOException, InterruptedException {
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(path -> path != null)
        .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UnlockExperimentalVMOptions", "-XX:+UnlockDiagnosticVMOptions"));
    command.addAll(List.of(flags.split(" ")));
    command.addAll(
        List.of("-cp", classPath, "dev.inflight.lab.cli.Main", "run", folder.resolve("s.yaml").toString(), "--quiet", "--out",
            folder.resolve("there").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile())
        .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
    return fingerprint("there");
  }

  private String fingerprint(String run) throws IOException {
    return Files.readString(folder.resolve(run).resolve("summary.json")).replaceAll("(?s).*\"fingerprint\" : \"([^\"]*)\".*",
        "$1");
  }
}
