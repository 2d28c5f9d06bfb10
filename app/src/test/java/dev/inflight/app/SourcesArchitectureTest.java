package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Form of the source files of all modules. */
class SourcesArchitectureTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int LONGEST = 500;
  private static final int LONGEST_OF_MAIN = 350;
  /** Still longer; to be split. */
  private static final Set<String> EXCEPTIONS = Set.of("Sender.java", "QueuePair.java");
  private static final int MOST_FILES = 16;
  private static final String INFO = "package-info.java";

  private static Map<Path, Integer> lines() throws IOException {
    var lines = new TreeMap<Path, Integer>();
    for (String module : new String[] {"telemetry", "cc", "testkit", "wire", "net", "sim", "testkit-fabric", "live", "plot",
        "lab", "live-tools", "reproduction", "app", "bench", "web"}) {
      Path sources = ROOT.resolve(module).resolve("src");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
            lines.put(ROOT.relativize(file), Files.readAllLines(file).size());
          }
        }
      }
    }
    return lines;
  }

  @Test
  void checksAllModules() throws IOException {
    assertThat(lines()).hasSizeGreaterThan(100).containsKey(Path.of("sim", "src", "main", "java", "module-info.java"));
  }

  @Test
  void filesAreShort() throws IOException {
    Map<Path, Integer> tooLong = lines();
    tooLong.values().removeIf(count -> count <= LONGEST);
    assertThat(tooLong).as("files of more than " + LONGEST + " lines").isEmpty();
  }

  @Test
  void filesOfMainCodeAreShorter() throws IOException {
    Map<Path, Integer> tooLong = lines();
    tooLong.entrySet()
        .removeIf(file -> file.getValue() <= LONGEST_OF_MAIN || !file.getKey().toString().contains("src/main/java"));
    tooLong.keySet().removeIf(file -> file.startsWith("testkit")); // for tests, and as long as they may be
    tooLong.keySet().removeIf(file -> EXCEPTIONS.contains(String.valueOf(file.getFileName())));
    assertThat(tooLong).as("files of main code with more than " + LONGEST_OF_MAIN + " lines").isEmpty();
  }

  /** The source files of main code, by their folder. */
  private static Map<Path, List<String>> rooms() throws IOException {
    return lines().keySet().stream().filter(file -> file.toString().contains("src/main/java/dev") && !file.startsWith("bench"))
        .collect(Collectors.groupingBy(Path::getParent, TreeMap::new,
            Collectors.mapping(file -> String.valueOf(file.getFileName()), Collectors.toList())));
  }

  /** One simple name, one thing: neighbors import both, and readers take one for the other. */
  @Test
  void typesHaveUniqueNames() throws IOException {
    List<String> names = rooms().values().stream().flatMap(List::stream).filter(file -> !file.equals(INFO)).toList();
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void packagesAreSmall() throws IOException {
    Map<Path, List<String>> tooFull = rooms();
    tooFull.values().removeIf(files -> files.stream().filter(file -> !file.equals(INFO)).count() <= MOST_FILES);
    assertThat(tooFull).as("packages of more than " + MOST_FILES + " files").isEmpty();
  }

  @Test
  void everyPackageHasADescription() throws IOException {
    Map<Path, List<String>> bare = rooms();
    assertThat(bare).hasSizeGreaterThan(40);
    bare.values().removeIf(files -> files.contains(INFO));
    assertThat(bare.keySet()).as("packages without a " + INFO).isEmpty();
  }
}
