package dev.inflight.app.reference;

import dev.inflight.cc.Scheme;
import dev.inflight.lab.files.InFile;
import dev.inflight.lab.listing.ListedSpecs;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.spec.Meanings;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * All choices of one key of a scenario, with the parameters of each: the output of {@code inflight list}.
 *
 * @param axis key
 * @param <T> type of the choices
 */
record AxisPage<T>(Axis<T> axis) implements ReferencePage {
  private static final int LONGEST_DEFAULT = 40;

  @Override
  public String file() {
    String kind = axis.listing().kind();
    String words = kind.equals("telemetry") ? "telemetryFormats" : kind;
    return words.replaceAll("(\\p{Lu})", "-$1").toLowerCase(Locale.ROOT) + ".md";
  }

  @Override
  public String title() {
    return axis.listing().title();
  }

  @Override
  public String about() {
    return axis.key().meaning();
  }

  @Override
  public List<String> body() {
    Meanings meanings = Meanings.load();
    var listed = new ListedSpecs<T>(axis.listing().kind(), title(), axis.binder(), meanings, one -> List.of(axis.usage(one)),
        axis.listing().remark());
    var lines = new ArrayList<>(
        Markdown.wrap("The key [`" + axis.name() + "`](scenario-keys.md#" + anchor(axis.name()) + "): " + Markdown.plain(about())
            + ". `./inflight list NAME` prints the section NAME. Each range holds while all other parameters have"
            + " their defaults."));
    lines.add("");
    lines.addAll(Markdown.wrap(String.join(", ", listed.names().stream().map(name -> "[" + name + "](#" + name + ")").toList())));
    for (T prototype : axis.binder().prototypes()) {
      lines.addAll(List.of("", "## " + axis.binder().name(prototype), ""));
      lines.addAll(Markdown.wrap(Markdown.plain(Objects.requireNonNullElse(meanings.of(prototype.getClass()), ""))));
      String remark = axis.listing().remark().apply(prototype).replaceFirst("^: ", "");
      lines.addAll(Markdown.wrap(Markdown.sentence(Markdown.plain(remark))));
      lines.addAll(Markdown.wrap(needs(prototype)));
      lines.addAll(Markdown.wrap(nodes(prototype)));
      lines.add("");
      lines.addAll(parameters(listed.rows(prototype)));
      lines.addAll(List.of("", example(ListedSpecs.hexCodes(axis.usage(prototype)))));
    }
    return lines;
  }

  /** A line of a command or of a scenario; what else a scenario has to have goes before it. */
  private static String example(String usage) {
    return usage.startsWith("in a scenario: ")
        ? "Example:\n`" + usage.substring("in a scenario: ".length()) + "`"
        : usage.startsWith("in a scenario with ")
            ? usage.replaceFirst("in a scenario with (\\S+: \\S+): (.*)", "Example, with `$1`:\n`$2`")
            : "Example:\n`" + usage + "`";
  }

  private static String needs(Object prototype) {
    if (!(prototype instanceof Scheme scheme)) {
      return "";
    }
    List<String> needed = scheme.signals().stream().map(signal -> switch (signal) {
      case HOPS -> "telemetry";
      case ECN -> "ECN marks";
      case RTT -> "round-trip times";
      case CNP -> "notification packets (CNP)";
      case CREDIT -> "credit of receivers";
    }).sorted().toList();
    return "Needs: " + (needed.isEmpty() ? "nothing" : String.join(", ", needed)) + ".";
  }

  /** Numbers and names of the nodes of a shape with its defaults, one entry for each kind of name. */
  private static String nodes(Object prototype) {
    if (!(prototype instanceof TopologyGenerator shape) || prototype instanceof InFile<?>) {
      return "";
    }
    Topology topology = shape.build();
    var kinds = new ArrayList<String>();
    int from = 0;
    for (int node = 1; node <= topology.nodeCount(); node++) {
      if (node == topology.nodeCount() || !kind(topology.nameAlone(node)).equals(kind(topology.nameAlone(from)))) {
        String first = from + " `" + named(topology, from) + "`";
        kinds.add(node - from == 1 ? first : first + " to " + (node - 1) + " `" + named(topology, node - 1) + "`");
        from = node;
      }
    }
    return "Nodes with the defaults: " + String.join(", ", kinds) + ".";
  }

  private static String named(Topology topology, int node) {
    return topology.nameAlone(node).replace(" ", "");
  }

  private static String kind(String name) {
    return name.replaceAll("\\d+", "#");
  }

  static String anchor(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  private static List<String> parameters(List<ListedSpecs.Row> rows) {
    if (rows.isEmpty()) {
      return List.of("No parameters.");
    }
    var lines = new ArrayList<>(Markdown.head("parameter", "default", "range", "meaning"));
    for (ListedSpecs.Row row : rows) {
      boolean fits = row.value().length() <= LONGEST_DEFAULT;
      var meaning = new StringBuilder(Markdown.plain(row.meaning()));
      if (!fits) {
        meaning.append("; default: ").append(Markdown.code(row.value()));
      }
      row.words().forEach(word -> meaning.append("<br>").append(word(word)));
      lines.add(Markdown.row(Markdown.code(row.key()), fits ? Markdown.code(row.value()) : "below", Markdown.plain(row.range()),
          meaning.toString()));
    }
    return lines;
  }

  private static String word(String line) {
    int colon = line.indexOf(": ");
    return Markdown.code(line.substring(0, colon)) + Markdown.plain(line.substring(colon));
  }
}
