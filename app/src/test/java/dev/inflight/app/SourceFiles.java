package dev.inflight.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java files of all modules, main and test. */
final class SourceFiles {
  private static final List<String> MODULES = List.of("telemetry", "cc", "testkit", "wire", "net", "sim", "testkit-fabric",
      "live", "plot", "lab", "live-tools", "reproduction", "app", "bench", "web");

  private SourceFiles() {
  }

  static List<Path> all() throws IOException {
    var files = new ArrayList<Path>();
    for (String module : MODULES) {
      try (Stream<Path> sources = Files.walk(Documents.ROOT.resolve(module).resolve("src"))) {
        sources.filter(path -> path.toString().endsWith(".java")).forEach(files::add);
      }
    }
    return files;
  }
}
