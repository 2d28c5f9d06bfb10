package dev.inflight.lab.cli.author;

import dev.inflight.lab.fabric.TopologyFormat;
import dev.inflight.lab.fabric.TopologyTable;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.kind.FileKind;
import dev.inflight.lab.kind.NamedFile;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.spec.Spec;
import dev.inflight.net.topology.Topology;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight topology}. */
@Command(name = "topology", description = TopologyCommand.SUMMARY, footer = {"",
    "csv, dot, graphml and json have the names of nodes; authors (the HPCC authors' simulator), simai and htsim have numbers.",
    "A topology that a format cannot hold is an error.", "", "Examples:", "  ./inflight topology 'leaf-spine(leaves=8)'",
    "  ./inflight topology rail-optimized --format csv -o rails.csv", "  ./inflight topology scenarios/ai/rail.yaml --format dot",
    "", "Exit codes: 0 done, 2 no such topology, or the format cannot hold it."})
public final class TopologyCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Prints the properties of a topology, or writes it as a file to edit and to read by"
      + " topology: file(...).";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "SHAPE|FILE", completionCandidates = Candidates.Shapes.class, description = "a topology as scenarios write it, such as"
      + " 'fat-tree(pods=4)'; or a scenario, or a topology file")
  private String what = "";

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--format", paramLabel = "FORMAT", description = "write it as one of: ${COMPLETION-CANDIDATES}")
  private @Nullable TopologyFormat format;

  @Option(names = {"-o", "--out"}, paramLabel = "FILE", description = "write to FILE instead of the screen")
  private @Nullable Path file;

  @Option(names = "--force", description = "overwrite an existing FILE")
  private boolean force;

  @Option(names = "--set", paramLabel = "KEY=VALUE", completionCandidates = Candidates.Keys.class, description = "another value for a key of"
      + " the scenario; may be repeated")
  private List<String> set = List.of();

  /** Creates the command, which prints to {@code out}, and notes and warnings to {@code err}. */
  public TopologyCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (file != null && format == null) {
      throw new InputError("--out needs --format, one of csv, dot, graphml, json, authors, simai, htsim");
    }
    if (file != null && !force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw SourceLocation.of(file).error("this file exists already; give another name, or overwrite it with --force");
    }
    Topology topology = topology();
    if (format == null) {
      TopologyTable.of(topology).forEach(out::println);
      out.flush();
      return 0;
    }
    var notes = new ArrayList<String>();
    TopologyFormat chosen = format;
    String text = SourceLocation.of(what).check(() -> chosen.write(topology, notes));
    WarningLines.printNotes(err, notes);
    if (file == null) {
      out.print(text);
      out.flush();
    } else {
      OutputFile.write(file, "write it", part -> Files.writeString(part, text));
      out.println(Quoted.message(file + ": " + topology.nodeCount() + " nodes, " + topology.links().size() + " cables"));
      out.flush();
    }
    return 0;
  }

  private Topology topology() {
    Path path = what.contains("(") ? null : Path.of(what);
    if (path == null || !Files.exists(path) && !what.matches(".*[./].*")) {
      if (!set.isEmpty()) {
        throw new InputError(
            "--set is for keys of a scenario, and " + Quoted.of(what) + " is a topology; write its parameters in brackets");
      }
      SourceLocation place = SourceLocation.of("topology");
      return noticed(() -> place.check(() -> Catalog.TOPOLOGIES.bind(Spec.parse(what, place), place).build()));
    }
    if (NamedFile.kind(path).filter(FileKind::isTopology).isPresent()) {
      return noticed(new FileTopology(path.toString())::build);
    }
    Scenario scenario = ScenarioReader.read(path, Overrides.of(set));
    WarningLines.printNotes(err, scenario.notes());
    WarningLines.print(err, scenario.warnings());
    return scenario.setup().topology();
  }

  private Topology noticed(Supplier<Topology> reading) {
    var warnings = new ArrayList<String>();
    var notes = new ArrayList<String>();
    Topology topology = Notices.collect(warnings, notes, reading);
    WarningLines.printNotes(err, notes);
    WarningLines.print(err, warnings);
    return topology;
  }
}
