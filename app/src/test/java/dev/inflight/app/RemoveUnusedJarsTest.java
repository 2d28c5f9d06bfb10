package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build keeps the jars that the class path of the program's jar lists, and no others. */
class RemoveUnusedJarsTest {
  @TempDir
  private Path folder;

  private String remove(int expectedExit) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "src/build/java/RemoveUnusedJars.java", folder.resolve("inflight.jar").toString()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(expectedExit);
    return output;
  }

  private void program(String classPath) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!classPath.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    new JarOutputStream(Files.newOutputStream(folder.resolve("inflight.jar")), manifest).close();
    Files.createDirectories(folder.resolve("lib"));
    for (String name : new String[] {"inflight-net-0.2.0.jar", "inflight-net-0.3.0.jar", "picocli-4.7.7.jar", "notes.txt"}) {
      Files.writeString(folder.resolve("lib").resolve(name), name);
    }
  }

  @Test
  void removesJarsOfOtherVersions() throws IOException, InterruptedException {
    program("lib/inflight-net-0.3.0.jar lib/picocli-4.7.7.jar");
    assertThat(remove(0)).isEmpty();
    assertThat(folder.resolve("lib").toFile().list()).containsExactlyInAnyOrder("inflight-net-0.3.0.jar", "picocli-4.7.7.jar",
        "notes.txt");
  }

  @Test
  void removesNothingWithoutAClassPath() throws IOException, InterruptedException {
    program("");
    assertThat(remove(1)).contains("inflight.jar has no Class-Path in its manifest");
    assertThat(folder.resolve("lib").toFile().list()).hasSize(4);
  }
}
