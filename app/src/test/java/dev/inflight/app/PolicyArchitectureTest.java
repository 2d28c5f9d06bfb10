package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.recovery.Recoveries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Policies report by their interface the properties that others need: code outside their package tests for no concrete type. */
class PolicyArchitectureTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Returns lines of main code outside a package that test an object for one of these types. */
  private static List<String> typeTests(String outside, List<String> types) throws IOException {
    Pattern test = Pattern.compile("\\b(instanceof|case)\\s+(" + String.join("|", types) + ")\\b(?!\\.)");
    var found = new ArrayList<String>();
    for (String module : new String[] {"net", "sim", "live", "plot", "lab", "live-tools", "reproduction", "examples", "bench"}) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java") && !path.toString().contains(outside)).toList()) {
          Files.readString(file).lines().filter(line -> test.matcher(line).find())
              .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
      }
    }
    return found;
  }

  @Test
  void noCodeTestsTheTypeOfARecovery() throws IOException {
    List<String> types = Recoveries.ALL.stream().map(recovery -> recovery.getClass().getSimpleName()).toList();
    assertThat(types).contains("GoBackN", "Tcp");
    assertThat(typeTests("net/recovery/", types)).isEmpty();
    assertThat(typeTests("no such package", List.of("ChosenPaths"))).as("the pattern finds such tests").isNotEmpty();
  }
}
