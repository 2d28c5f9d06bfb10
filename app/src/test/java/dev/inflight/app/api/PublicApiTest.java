package dev.inflight.app.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/**
 * The public API is that of the last release, or the version shows the difference and CHANGELOG.md names the changes: all entries of
 * {@code config/api/public.txt} exist unchanged, interfaces have no further methods to implement, and enums have no further constants.
 */
public class PublicApiTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FILE = ROOT.resolve("config/api/public.txt");
  private static final Path EXTENDING = ROOT.resolve("docs/extending.md");
  private static final String HEAD = "# The public API of version ";
  /** True if the test writes the file: scripts/api.sh. */
  private static final boolean WRITES = "write".equals(System.getProperty("inflight.api"));

  /** Modules of which all packages that they export to everyone are public. */
  private static final List<String> PRODUCTS = List.of("telemetry", "cc", "wire");
  /** Public types, in addition to all public types of these packages; a type's name includes its nested types. */
  private static final List<String> OTHERS = List.of("dev.inflight.cc.testing", "dev.inflight.sim.testing",
      "dev.inflight.net.topology", "dev.inflight.net.topology.name", "dev.inflight.net.balance",
      "dev.inflight.net.switching.admission", "dev.inflight.net.switching.ecn", "dev.inflight.net.switching.queue",
      "dev.inflight.net.switching.pfc", "dev.inflight.net.route.PortChoice", "dev.inflight.net.route.EcmpHash",
      "dev.inflight.net.link.Packet", "dev.inflight.sim.workload.Workload", "dev.inflight.sim.workload.FlowTable");

  private static SortedMap<String, SortedSet<String>> now() throws ClassNotFoundException, IOException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // ArchUnit's logger would print that there is none
    var open = new TreeSet<>(OTHERS);
    for (String module : PRODUCTS) {
      Matcher exported = Pattern.compile("\\bexports ([\\w.]+);")
          .matcher(Files.readString(ROOT.resolve(module).resolve("src/main/java/module-info.java")));
      exported.results().forEach(one -> open.add(one.group(1)));
    }
    var types = new ArrayList<Class<?>>();
    for (JavaClass found : new ClassFileImporter()
        .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
        .importPackages("dev.inflight")) {
      String name = found.getName().replaceFirst("\\$.*", "");
      if (open.contains(found.getPackageName()) || open.contains(name)) {
        types.add(Class.forName(found.getName(), false, PublicApiTest.class.getClassLoader()));
      }
    }
    return Signatures.of(types);
  }

  /** The digit of a version that a change of the API needs: the second one until 1.0, then the first. */
  static String digit(String version) {
    Matcher found = Pattern.compile("(0\\.\\d+|[1-9]\\d*)\\..*").matcher(version);
    assertThat(found.matches()).as(version).isTrue();
    return found.group(1);
  }

  private static String version() throws IOException {
    Matcher found = Pattern.compile("<artifactId>inflight-parent</artifactId>\\s*<version>([^<]+)</version>")
        .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private static SortedMap<String, SortedSet<String>> released(List<String> lines) {
    var types = new TreeMap<String, SortedSet<String>>();
    SortedSet<String> members = new TreeSet<>();
    for (String line : lines) {
      if (line.startsWith("  ")) {
        members.add(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        members = new TreeSet<>();
        types.put(line, members);
      }
    }
    return types;
  }

  /** Returns the changes that break code made for the release: removed and changed members, and new methods to implement. */
  static List<String> broken(SortedMap<String, SortedSet<String>> released, SortedMap<String, SortedSet<String>> now) {
    var broken = new ArrayList<String>();
    for (Map.Entry<String, SortedSet<String>> type : released.entrySet()) {
      SortedSet<String> here = now.getOrDefault(type.getKey(), new TreeSet<>());
      if (here.isEmpty()) {
        broken.add(type.getKey() + " has gone");
        continue;
      }
      type.getValue().stream().filter(line -> !here.contains(line))
          .forEach(line -> broken.add(type.getKey() + " lacks: " + line));
      here.stream().filter(line -> line.startsWith("method abstract ") || line.startsWith("method protected abstract "))
          .filter(line -> !type.getValue().contains(line))
          .forEach(line -> broken.add(type.getKey() + " has to be implemented with: " + line));
      if (here.stream().anyMatch(line -> line.startsWith("is enum"))) { // a switch over all constants has no case for another one
        String constant = "field static final " + type.getKey().replace('$', '.') + " ";
        here.stream().filter(line -> line.startsWith(constant) && !type.getValue().contains(line))
            .forEach(line -> broken.add(type.getKey() + " has a further constant: " + line));
      }
    }
    return broken;
  }

  @Test
  void publicApiChangesOnlyWithTheVersion() throws Exception {
    SortedMap<String, SortedSet<String>> now = now();
    if (WRITES) {
      assertThat(version()).as("a version that is released").doesNotEndWith("-SNAPSHOT");
      var lines = new ArrayList<String>();
      now.forEach((type, members) -> {
        lines.add(type);
        members.forEach(member -> lines.add("  " + member));
      });
      lines.addFirst(HEAD + version() + ", CRC-32 " + checksum(lines) + ", written by scripts/api.sh; docs/releasing.md");
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, lines);
      return;
    }
    List<String> lines = Files.readAllLines(FILE);
    assertThat(lines.getFirst()).startsWith(HEAD);
    assertThat(lines.getFirst()).as(FILE + " changes only at a release").contains(checksum(lines.subList(1, lines.size())));
    String released = lines.getFirst().substring(HEAD.length()).replaceFirst(",.*", "");
    List<String> broken = broken(released(lines), now);
    if (digit(version()).equals(digit(released))) {
      assertThat(broken)
          .as("changes of the public API of " + released
              + " for code of others; keep what was there (deprecated), or see 'A change of the public API' in docs/releasing.md")
          .isEmpty();
    } else {
      String since = Files.readString(ROOT.resolve("CHANGELOG.md")).replaceFirst("(?s)\\n## " + Pattern.quote(released) + " .*",
          "");
      assertThat(unnamed(broken, since)).as(
          "changes of the public API since " + released + " that CHANGELOG.md does not name, with type and member in backquotes")
          .isEmpty();
    }
  }

  private static String checksum(List<String> lines) {
    var sum = new CRC32();
    lines.forEach(line -> sum.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    return "%08x".formatted(sum.getValue());
  }

  /**
   * Returns the changes that no entry of a text names. An entry is a row of a table that begins with "Java:", or a paragraph; it names a
   * change if it has the type and the changed method, field or constant in backquotes. A name that ends in "…" is the beginning of one.
   */
  static List<String> unnamed(List<String> broken, String text) {
    List<Set<String>> entries = Pattern.compile("(?m)^\\| Java: .*|(?:^\\w.*\\n)+").matcher(text + "\n").results()
        .map(entry -> Pattern.compile("`(\\w+…?)`").matcher(entry.group()).results().map(name -> name.group(1))
            .collect(Collectors.toSet()))
        .toList();
    return broken.stream().filter(line -> entries.stream().noneMatch(entry -> names(entry, line))).toList();
  }

  private static boolean names(Set<String> entry, String change) {
    String type = change.replaceFirst(" .*", "").replaceFirst("\\$.*", "").replaceFirst(".*\\.", "");
    Matcher member = Pattern.compile(": (?:field .*?(\\w+)$|method .*?(\\w+)\\()").matcher(change);
    if (!entry.contains(type) || !member.find()) {
      return entry.contains(type); // the change is of the type itself, its components or a constructor
    }
    String name = member.group(1) == null ? member.group(2) : member.group(1);
    return entry.stream()
        .anyMatch(word -> word.endsWith("…")
            ? name.toLowerCase(Locale.ROOT).contains(word.substring(0, word.length() - 1).toLowerCase(Locale.ROOT))
            : word.equals(name));
  }

  /** Types that the page on extensions names are part of the API. */
  @Test
  void kindsOfExtensionsAreInTheApi() throws Exception {
    Matcher kinds = Pattern.compile("\\| `(dev\\.inflight[\\w.]+)` \\|").matcher(Files.readString(EXTENDING));
    var named = new ArrayList<String>();
    while (kinds.find()) {
      named.add(kinds.group(1));
    }
    assertThat(named).hasSizeGreaterThan(6);
    assertThat(now().keySet()).containsAll(named).contains("dev.inflight.cc.testing.SchemeContract",
        "dev.inflight.net.link.Packet$Kind");
  }

  /** An interface and a class as others may have them, in an old form and in a new one. */
  @Test
  void noticesOnlyIncompatibleChanges() {
    SortedMap<String, SortedSet<String>> before = Signatures.of(List.of(Old.Kind.class, Old.Facts.class, Old.Part.class));
    assertThat(broken(before, before)).isEmpty();
    SortedMap<String, SortedSet<String>> after = renamed(Signatures.of(List.of(New.Kind.class, New.Facts.class, New.Part.class)));
    String kind = Old.Kind.class.getName();
    String facts = Old.Facts.class.getName();
    String part = Old.Part.class.getName();
    assertThat(broken(before, after)).containsExactlyInAnyOrder(kind + " lacks: method abstract int size(long)",
        kind + " has to be implemented with: method abstract long size(long)",
        kind + " has to be implemented with: method abstract void close()", facts + " lacks: components [a, b]",
        facts + " lacks: constructor (int, int)",
        part + " has a further constant: field static final " + part.replace('$', '.') + " TAIL");
    after.remove(facts);
    assertThat(broken(before, after)).contains(facts + " has gone");
    assertThat(Stream.of("0.2.0", "0.2.1-SNAPSHOT", "1.4.0", "12.0.1").map(PublicApiTest::digit)).containsExactly("0.2", "0.2",
        "1", "12");
  }

  @Test
  void noticesChangesThatTheTextDoesNotName() {
    List<String> changes = List.of("a.b.Hops has gone", "a.b.Hop$Part lacks: method long size(int)",
        "a.b.Hop has a further constant: field static final a.b.Hop TAIL", "a.b.Hops lacks: components [a, b]");
    assertThat(unnamed(changes, "Hops, Hop, size and TAIL.\n\n* `Hops`, `Hop`, `size`, `TAIL`\n")).isEqualTo(changes);
    assertThat(unnamed(changes, "| Java: a record | `Hops` | - |\n")).containsExactly(changes.get(1), changes.get(2));
    assertThat(unnamed(changes, "| Java: `Hop` | `size` | `length` |\n\nThe enum `Hop` has a new\nconstant, `TAIL`.\n"))
        .containsExactly(changes.get(0), changes.get(3));
    assertThat(unnamed(changes, "| Java: `Hop` | `si…` | `le…` |\n| keys | `Hops` | `Hop` |\n")).containsExactly(changes.get(0),
        changes.get(2), changes.get(3));
  }

  private static SortedMap<String, SortedSet<String>> renamed(SortedMap<String, SortedSet<String>> types) {
    var renamed = new TreeMap<String, SortedSet<String>>();
    types.forEach((type, lines) -> renamed.put(type.replace("$New", "$Old"),
        lines.stream().map(line -> line.replace(".New.", ".Old.")).collect(Collectors.toCollection(TreeSet::new))));
    return renamed;
  }

  /** Types of the release. */
  public interface Old {
    interface Kind {
      int size(long bytes);

      default int more() {
        return 1;
      }
    }

    record Facts(int a, int b) {
    }

    enum Part {
      HEAD
    }
  }

  /** Present types: another result, one more method to implement, one more default method, a third component, and a second constant. */
  public interface New {
    interface Kind {
      long size(long bytes);

      default int more() {
        return 1;
      }

      default int yetMore() {
        return 2;
      }

      void close();
    }

    record Facts(int a, int b, int c) {
    }

    enum Part {
      HEAD, TAIL
    }
  }
}
