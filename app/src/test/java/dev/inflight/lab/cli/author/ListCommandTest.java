package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.listing.Listed;
import dev.inflight.lab.listing.ListedResults;
import dev.inflight.lab.listing.ListedSpecs;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.MadeUpAxis;
import dev.inflight.lab.spec.Meanings;
import dev.inflight.lab.spec.Parameter;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.lab.spec.StatedRange;
import dev.inflight.sim.workload.size.SizeDistributions;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Output of {@code list} about each name of scenarios: it is complete, and agrees with the code. */
class ListCommandTest {
  private static final Meanings MEANINGS = Meanings.load();
  private static final SourceLocation PLACE = SourceLocation.of("test");

  @TempDir
  private Path folder;

  private static List<SpecBinder<?>> binders() {
    return Catalog.AXES.stream().<SpecBinder<?>>map(Axis::binder).toList();
  }

  /** One parameter of a choice, and its Javadoc. */
  private record Described<T>(SpecBinder<T> binder, T prototype, int index, Parameter parameter, Object value, String text) {
    boolean accepts(Object other) {
      return binder.accepts(prototype, index, other);
    }

    @Override
    public String toString() {
      return binder.name(prototype) + "." + parameter.key() + ", which is \"" + text + "\"";
    }
  }

  private static List<Described<?>> parameters() {
    var parameters = new ArrayList<Described<?>>();
    binders().forEach(binder -> parameters.addAll(parameters(binder)));
    return parameters;
  }

  private static <T> List<Described<T>> parameters(SpecBinder<T> binder) {
    var parameters = new ArrayList<Described<T>>();
    for (T prototype : binder.prototypes()) {
      RecordComponent[] components = SpecBinder.components(prototype);
      for (int index = 0; index < components.length; index++) {
        parameters.add(new Described<>(binder, prototype, index, Parameter.of(components[index]),
            SpecBinder.values(prototype)[index], String.valueOf(MEANINGS.of(components[index]))));
      }
    }
    return parameters;
  }

  @Test
  void listsNewAxis() {
    Listed kind = ListCommand.kinds(MadeUpAxis.AXES).stream().filter(one -> one.kind().equals("disciplines")).findFirst()
        .orElseThrow();
    assertThat(kind.overview()).containsExactly("fair(quantum=1)");
    assertThat(kind.describe("fair")).startsWith("fair: queue discipline")
        .endsWith("  in a scenario: discipline: fair(quantum=1)");
  }

  @Test
  void everyEntryHasAMeaning() {
    for (SpecBinder<?> binder : binders()) {
      for (Object prototype : binder.prototypes()) {
        assertThat(MEANINGS.of(prototype.getClass())).as("Javadoc of %s", prototype.getClass()).isNotNull();
        for (RecordComponent component : SpecBinder.components(prototype)) {
          assertThat(MEANINGS.of(component)).as("@param %s of %s", component.getName(), prototype.getClass()).isNotNull();
        }
      }
    }
  }

  @Test
  void everyWordHasAMeaning() {
    for (Described<?> parameter : parameters()) {
      if (parameter.value instanceof Enum<?> constant) {
        for (Enum<?> other : constant.getDeclaringClass().getEnumConstants()) {
          assertThat(MEANINGS.of(other)).as("Javadoc of %s.%s", constant.getDeclaringClass(), other).isNotNull();
        }
      }
    }
  }

  /** The Javadoc's ranges are those that the code enforces. */
  @Test
  void statedRangesAreEnforced() {
    var wrong = new ArrayList<String>();
    int checked = 0;
    for (Described<?> parameter : parameters()) {
      StatedRange stated = StatedRange.of(parameter.text);
      if (stated.least() != null) {
        wrong.addAll(parameter.value instanceof Double ? checkReal(parameter, stated) : checkWhole(parameter, stated));
        checked++;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(checked).isGreaterThan(100);
  }

  private static List<String> checkReal(Described<?> parameter, StatedRange stated) {
    double least = Double.parseDouble(Objects.requireNonNull(stated.least()));
    double first = stated.above() ? Math.nextUp(least) : least;
    double last = stated.most() == null
        ? 1e12
        : stated.most().equals("infinity") ? Double.POSITIVE_INFINITY : Double.parseDouble(stated.most());
    var wrong = new ArrayList<String>();
    expect(parameter, first, true, wrong);
    expect(parameter, Math.nextDown(first), false, wrong);
    expect(parameter, last, true, wrong);
    if (stated.most() != null && last < Double.POSITIVE_INFINITY) {
      expect(parameter, Math.nextUp(last), false, wrong);
    }
    expect(parameter, Double.NaN, false, wrong);
    return wrong;
  }

  private static List<String> checkWhole(Described<?> parameter, StatedRange stated) {
    long first = Long.parseLong(Objects.requireNonNull(stated.least())) + (stated.above() ? 1 : 0);
    var wrong = new ArrayList<String>();
    expect(parameter, first, true, wrong);
    expect(parameter, first - 1, false, wrong);
    if (stated.most() != null) {
      expect(parameter, Long.parseLong(stated.most()), true, wrong);
      expect(parameter, Long.parseLong(stated.most()) + 1, false, wrong);
    } else {
      // Some counts are bounded by their product with others, and none is so at a hundred.
      expect(parameter, parameter.value instanceof Long ? 1L << 50 : first + 100, true, wrong);
    }
    return wrong;
  }

  private static void expect(Described<?> parameter, Number tried, boolean accepted, List<String> wrong) {
    boolean fits = !(parameter.value instanceof Integer) || tried.longValue() == tried.intValue();
    Object value = parameter.value instanceof Integer ? (Object) tried.intValue() : tried;
    if ((fits && parameter.accepts(value)) != accepted) {
      wrong.add(parameter + ": " + tried + (accepted ? " is refused" : " is accepted"));
    }
  }

  /** Ranges as shown are those that the code enforces, and defaults as shown are the defaults. */
  @ParameterizedTest
  @MethodSource("kindsWithParameters")
  <T> void shownTextsAreValidValues(ListedSpecs<T> kind, SpecBinder<T> binder) {
    for (T prototype : binder.prototypes()) {
      for (ListedSpecs.Row row : kind.rows(prototype)) {
        if (!row.value().equals("none")) {
          assertThat(bind(binder, prototype, row.key(), row.value())).isEqualTo(prototype);
        }
        if (row.range().contains(" to ") && !row.range().contains("above") && !row.range().contains("below")) {
          for (String end : row.range().split(" to ")) {
            assertThat(bind(binder, prototype, row.key(), end)).as("%s %s", binder.name(prototype), row).isNotNull();
          }
        }
        if (row.range().contains(", ")) {
          for (String word : row.range().split(", ")) {
            assertThat(bind(binder, prototype, row.key(), word)).as("%s %s", binder.name(prototype), row).isNotNull();
          }
        }
      }
    }
  }

  private static <T> T bind(SpecBinder<T> binder, T prototype, String key, String value) {
    return binder.bind(Spec.parse(binder.name(prototype) + "(" + key + "=\"" + value + "\")", PLACE), PLACE);
  }

  static List<Object[]> kindsWithParameters() {
    List<ListedSpecs<?>> kinds = new ArrayList<>();
    for (Listed kind : ListCommand.kinds()) {
      if (kind instanceof ListedSpecs<?> specs) {
        kinds.add(specs);
      }
    }
    var pairs = new ArrayList<Object[]>();
    for (ListedSpecs<?> kind : kinds) {
      SpecBinder<?> binder = binders().stream().filter(known -> names(known).equals(kind.names())).findFirst().orElseThrow();
      pairs.add(new Object[] {kind, binder});
    }
    assertThat(pairs).hasSameSizeAs(binders());
    return pairs;
  }

  private static <T> List<String> names(SpecBinder<T> binder) {
    return binder.prototypes().stream().map(binder::name).toList();
  }

  @Test
  void examplesWork() throws IOException {
    for (Listed kind : ListCommand.kinds()) {
      if (kind instanceof ListedResults) {
        continue; // files that runs leave: there is nothing to write
      }
      for (String name : kind.names()) {
        List<String> lines = kind.describe(name);
        assertThat(lines.get(lines.size() - 2)).endsWith("example");
        Program program = tryOut(lines.getLast().strip());
        assertThat(program.err()).as(lines.getLast()).isEmpty();
        assertThat(program.exit()).as(lines.getLast()).isZero();
      }
    }
  }

  private Program tryOut(String example) throws IOException {
    var command = new ArrayList<String>();
    if (example.startsWith("./inflight paper ")) {
      return Program.run("paper"); // FiguresTest and PaperRunTest run these
    }
    if (example.startsWith("./inflight ")) {
      var words = Pattern.compile("'([^']*)'|(\\S+)").matcher(example.substring("./inflight ".length()));
      while (words.find()) {
        String word = words.group(1) != null ? words.group(1) : words.group(2);
        command.add(word.startsWith("scenarios/") ? "../" + word : word);
      }
    } else {
      Files.createDirectories(folder.resolve("ai"));
      for (String file : List.of("ring.txt", "nic-limit.txt", "ai/pipeline.goal")) {
        Files.write(folder.resolve(file), Files.readAllBytes(Path.of("../scenarios", file)));
      }
      String line = example.replaceFirst(
          "in a scenario(?: with (?:framing: reference|queues: strict-dwrr|authenticateFeedback: true|pfc: false))?: ", "");
      String yaml = (example.contains("framing: reference") ? "framing: reference\n" : "")
          + (example.contains("with queues: ") ? "queues: strict-dwrr\n" : "")
          + (example.contains("authenticateFeedback: true") ? "authenticateFeedback: true\n" : "")
          + (example.contains("with pfc: false") ? "pfc: false\n" : "")
          + (line.startsWith("topology:") ? "" : "topology: star(hosts=100)\n")
          + (line.startsWith("flows:") ? "" : "flows: flow\n") + line;
      command.addAll(List.of("run", Files.writeString(folder.resolve("s.yaml"), yaml + "\n").toString()));
    }
    command.addAll(List.of("--check", "--quiet"));
    return Program.run(command.toArray(String[]::new));
  }

  @Test
  void printsAllDetailsOfOneName() {
    assertThat(Program.run("list", "hpcc").out()).startsWith("hpcc: scheme\n  HPCC, line by line as in the paper and the drafts")
        .contains(
            "\neta        0.95     above 0 to 1 ", " target utilization\n", "\nreact      both     both, per-ack, per-rtt ",
            "per-rtt: Only the first acknowledgement of each RTT counts, so",
            "\nexample\n  ./inflight run scenarios/incast.yaml --scheme 'hpcc(eta=0.95, maxStage=5)'\n");
    assertThat(Program.run("list", "WEBSEARCH").out()).startsWith("websearch: a distribution of flow sizes, mean 1,711,251 bytes")
        .contains("\n      10,000        15\n");
    assertThat(Program.run("list", "file").out()).contains("file: topology\n", "file: workload\n");
    assertThat(Program.run("list", "none").out()).contains("none: scheme\n", "\nno parameters\n");
  }

  @Test
  void printsAMeaningForEachOfAKind() {
    assertThat(Program.run("list", "schemes").out()).startsWith("Schemes\n  hpcc ").contains("\n  none ")
        .doesNotContain("Topologies");
    assertThat(Program.run("list", "distributions").out().lines()).hasSize(1 + SizeDistributions.ALL.size());
  }

  @Test
  void listsAlgorithmsOfCollectivesWithWhatTheyDo() {
    String all = Program.run("list", "collective").out().replaceAll("\\s+", " ");
    assertThat(all).contains("algorithm usual usual, ring, tree, halving-doubling").contains("tree: for all-reduce, broadcast")
        .contains("pairwise: for ").contains("direct");
  }

  @Test
  void noLineIsTooLong() {
    for (Listed kind : ListCommand.kinds()) {
      for (String name : kind.names()) {
        assertThat(kind.describe(name)).as(name).allMatch(line -> line.length() <= TextColumns.WIDTH);
      }
    }
  }

  @Test
  void rejectsUnknownNames() {
    assertThat(Program.run("list", "hpc")).isEqualTo(
        new Program(2, "", "inflight: unknown kind or name 'hpc'; did you mean 'hpcc'? 'inflight list' shows all names\n"));
    assertThat(Program.run("list", "hpcc-table").err()).isEqualTo("inflight: unknown kind or name 'hpcc-table'; did you mean"
        + " 'hpcc(division=table)'? 'inflight list' shows all names\n");
    assertThat(Program.run("list", "zzzzzz")).isEqualTo(
        new Program(2, "", "inflight: unknown kind or name 'zzzzzz'; 'inflight list' shows all names\n"));
  }

  @Test
  void overviewNamesKindsAndDistributions() {
    assertThat(Program.run("list").out()).contains("\nSize distributions\n  websearch: mean 1.71 MB\n",
        "\nA value of 0 or -1 may mean that the program chooses: inflight list NAME prints its meaning.\nMore of one: inflight list NAME. Of a kind: inflight list KIND, which is one of schemes, topologies, workloads, recoveries,"
            + " telemetry, telemetryPackets, feedback, switchFeedback, scopes, paths, routing, feedbackValidation, nics, queues, marking, admissions, pfcProfiles, fidelities, distributions, figures, results.\n");
  }
}
