package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.app.Documents.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type that a document names in backticks exists in some module, main or test, and so does every member after the type's name:
 * {@code Hpcc} and {@code Hpcc.Flow.onAck}, but not {@code hpcc} or {@code W_init}.
 */
class DocumentedTypesTest {
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern TYPE = Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)((?:\\.\\w+)*)(?:\\(.*\\))?");
  private static final Pattern DECLARED_TYPE = Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  /** Units that look like names of types. */
  private static final Set<String> UNITS = Set.of("Kbps", "Mbps", "Gbps", "Tbps", "KiB", "MiB", "GiB", "TiB");

  /** The sources that declare a type of that name, without comments. */
  private static final Map<String, List<String>> SOURCES = new HashMap<>();

  @BeforeAll
  static void readSources() throws IOException {
    for (Path file : SourceFiles.all()) {
      String source = COMMENT.matcher(Files.readString(file)).replaceAll("");
      Matcher declared = DECLARED_TYPE.matcher(source);
      while (declared.find()) {
        SOURCES.computeIfAbsent(declared.group(1), name -> new ArrayList<>()).add(source);
      }
    }
  }

  static Stream<Path> documents() throws IOException {
    return Documents.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyTypeAndMemberExists(Path document) {
    var unknown = new ArrayList<String>();
    for (Line line : Documents.prose(document)) {
      Matcher quoted = QUOTED.matcher(line.text());
      while (quoted.find()) {
        if (!exists(quoted.group(1))) {
          unknown.add(line + ": " + quoted.group());
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void findsMissingTypes() {
    assertThat(exists("Hpcc.Flow.onAck")).isTrue();
    assertThat(exists("Signal.CNP")).isTrue();
    assertThat(exists("Math.min(a, b)")).isTrue();
    assertThat(exists("W_init")).as("no type").isTrue();
    assertThat(exists("NoSuchType")).isFalse();
    assertThat(exists("Hpcc.Flow.noSuchMethod")).isFalse();
    assertThat(exists("System.noSuchMethod()")).isFalse();
  }

  @Test
  void specificationsTableNamesTypes() {
    long named = Documents.prose(Documents.ROOT.resolve("docs/spec.md")).stream()
        .flatMap(line -> QUOTED.matcher(line.text()).results()).filter(quoted -> TYPE.matcher(quoted.group(1)).matches()).count();
    assertThat(named).isGreaterThan(400);
  }

  private static boolean exists(String quoted) {
    Matcher name = TYPE.matcher(quoted);
    if (!name.matches() || UNITS.contains(name.group(1))) {
      return true;
    }
    List<String> members = Stream.of(name.group(2).split("\\.")).filter(member -> !member.isEmpty()).toList();
    List<String> sources = SOURCES.get(name.group(1));
    return sources == null
        ? existsInTheJdk(name.group(1), members)
        : sources.stream().anyMatch(source -> members.stream().allMatch(member -> declares(source, member)));
  }

  /** Reports whether a source has a method, field, record component, enum constant or nested type of that name. */
  private static boolean declares(String source, String name) {
    return Pattern.compile("[\\w>\\]]\\s+" + name + "\\s*[(;=,){]|[{,]\\s*" + name + "\\s*[,;({}]|" //
        + "\\b(?:class|record|interface|enum)\\s+" + name + "\\b").matcher(source).find();
  }

  private static boolean existsInTheJdk(String type, List<String> members) {
    try {
      Class<?> found = Class.forName("java.lang." + type);
      return members.stream()
          .allMatch(member -> Stream.of(found.getMethods()).anyMatch(method -> method.getName().equals(member)));
    } catch (ClassNotFoundException unknown) {
      return false;
    }
  }
}
