package dev.inflight.lab.cli;

import dev.inflight.cc.Scheme;
import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.listing.Listed;
import dev.inflight.lab.listing.ListedFigures;
import dev.inflight.lab.listing.ListedResults;
import dev.inflight.lab.listing.ListedSizes;
import dev.inflight.lab.listing.ListedSpecs;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Meanings;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inflight list}. */
@Command(name = "list", description = "Lists what scenarios can name; of a KIND, what each is; of a NAME, all about its parameters.", footer = {
    "", "Examples:",
    "  ./inflight list schemes", "  ./inflight list hpcc", "  ./inflight list flows.csv"})
final class ListCommand implements Callable<Integer> {
  private static final String FRAMES = "./inflight run scenarios/incast.yaml ";

  private final PrintStream out;

  @Parameters(arity = "0..1", paramLabel = "KIND|NAME", completionCandidates = Candidates.Listable.class, description = "a kind, such as"
      + " schemes, or a name, such as hpcc, fat-tree, poisson or websearch")
  private @Nullable String what;

  ListCommand(PrintStream out) {
    this.out = out;
  }

  /** All kinds; one more is a line here. */
  static List<Listed> kinds() {
    Meanings meanings = Meanings.load();
    return List.of(
        new ListedSpecs<>("schemes", "Schemes", Catalog.SCHEMES, meanings, ListCommand::run),
        new ListedSpecs<>("topologies", "Topologies", Catalog.TOPOLOGIES, meanings, shape -> "in a scenario: topology: "
            + (shape instanceof FileTopology ? "file(ring.txt)" : example(Catalog.TOPOLOGIES, shape))),
        new ListedSpecs<>("workloads", "Workloads", Catalog.WORKLOADS, meanings, flows -> "in a scenario: flows: "
            + (flows instanceof FileFlows ? "file(nic-limit.txt)" : example(Catalog.WORKLOADS, flows))),
        new ListedSpecs<>("recoveries", "Loss recoveries", Catalog.RECOVERIES, meanings,
            recovery -> FRAMES + "--recovery '" + example(Catalog.RECOVERIES, recovery) + "'"),
        new ListedSpecs<>("telemetry", "Telemetry formats", Catalog.TELEMETRY, meanings, ListCommand::run,
            ListCommand::capacity),
        new ListedSpecs<>("nics", "NICs", Catalog.NICS, meanings,
            nic -> "in a scenario: nic: " + example(Catalog.NICS, nic)),
        new ListedSizes(), new ListedFigures(), new ListedResults());
  }

  /** A spec with its first parameters, which show how the others are written. */
  private static <T> String example(SpecBinder<T> binder, T prototype) {
    Spec whole = Spec.parse(binder.describe(prototype), SourceLocation.of(binder.kind()));
    var some = new LinkedHashMap<String, String>();
    whole.arguments().entrySet().stream().limit(2).forEach(entry -> some.put(entry.getKey(), entry.getValue()));
    return new Spec(whole.name(), some).format();
  }

  private static String run(Scheme scheme) {
    return FRAMES + "--scheme '" + example(Catalog.SCHEMES, scheme) + "'";
  }

  private static String run(TelemetryFormat format) {
    String spec = example(Catalog.TELEMETRY, format);
    return spec.startsWith("authors") // whose header no frame can carry
        ? "in a scenario with framing: reference: telemetry: " + spec
        : FRAMES + "--telemetry '" + spec + "'";
  }

  private static String capacity(TelemetryFormat format) {
    int bytes = format.within(new NetworkFacts(LinkRates.NONE, 1, 5)).sizeBytes(5);
    String hops = format.bottleneckOnly()
        ? "one figure of the whole path, " + bytes + " bytes"
        : "up to " + format.maxHops()
            + " hops, " + bytes + " bytes for 5";
    return ": " + hops + ", rates " + format.expressibleRates();
  }

  @Override
  public Integer call() {
    List<Listed> kinds = kinds();
    List<String> lines = what == null ? overview(kinds) : about(what, kinds);
    lines.forEach(out::println);
    out.flush();
    return 0;
  }

  private static List<String> overview(List<Listed> kinds) {
    var lines = new ArrayList<String>();
    for (Listed kind : kinds) {
      lines.add(kind.title());
      kind.overview().forEach(entry -> lines.add("  " + entry));
    }
    lines.add("");
    lines.add("More of one: inflight list NAME. Of a kind: inflight list KIND, which is one of "
        + String.join(", ", kinds.stream().map(Listed::kind).toList()) + ".");
    return lines;
  }

  private static List<String> about(String what, List<Listed> kinds) {
    var lines = new ArrayList<String>();
    for (Listed kind : kinds) {
      if (kind.kind().equalsIgnoreCase(what)) {
        lines.add(kind.title());
        var columns = new TextColumns(TextColumns.WIDTH, "", "");
        for (int index = 0; index < kind.names().size(); index++) {
          columns.add("  " + kind.names().get(index), kind.meanings().get(index));
        }
        lines.addAll(columns.lines().subList(1, columns.lines().size()));
        return lines;
      }
      for (String name : kind.names()) {
        if (name.equalsIgnoreCase(what)) {
          lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
          lines.addAll(kind.describe(name));
        }
      }
    }
    if (lines.isEmpty()) {
      throw new InputError("there is no kind and no name '" + what + "'"
          + Suggestion.to(what, names(kinds)).map(near -> "; did you mean '" + near + "'?").orElse(";")
          + " 'inflight list' shows all names");
    }
    return lines;
  }

  /** All kinds and names. */
  static List<String> names(List<Listed> kinds) {
    var names = new ArrayList<String>();
    kinds.forEach(kind -> names.add(kind.kind()));
    kinds.forEach(kind -> names.addAll(kind.names()));
    return names;
  }
}
