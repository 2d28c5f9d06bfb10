package dev.inflight.lab.cli.author;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.kind.NamedFile;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.author.Fitting;
import dev.inflight.lab.author.JoinedHosts;
import dev.inflight.lab.author.Questions;
import dev.inflight.lab.author.ScenarioSchema;
import dev.inflight.lab.author.ScenarioTemplate;
import dev.inflight.lab.author.TraceRemedy;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.store.OutputFile;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight init}. */
@Command(name = "init", description = InitCommand.SUMMARY, footer = {"",
    "Without options it prompts on a terminal, and elsewhere uses defaults.", "", "Examples:", "  ./inflight init my.yaml",
    "  ./inflight init my.yaml --scheme dcqcn --flows 'incast(senders=16)'", "  ./inflight init my.yaml --from topology.txt"})
public final class InitCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Writes a first scenario that explains every key, and next to it the schema for"
      + " editors.";

  private final PrintStream out;
  /** Notes that the command prints about the scenario after it has written it. */
  private final List<String> notes = new ArrayList<>();

  @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "scenario.yaml", description = "the file to write, by default"
      + " ${DEFAULT-VALUE}; --force replaces an existing file")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(names = "--topology", paramLabel = "TOPOLOGY", description = "topology, such as fat-tree or star(hosts=17)")
  private @Nullable String topology;

  @Option(names = "--flows", paramLabel = "WORKLOAD", description = "workload, such as incast or poisson(load=0.3)")
  private @Nullable String flows;

  @Option(names = "--scheme", paramLabel = "SCHEME", completionCandidates = Candidates.SchemeNames.class, description = "congestion control, such as hpcc or dcqcn")
  private @Nullable String scheme;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--from", paramLabel = "FILE", description = "a topology, flow file, distribution of sizes or trace that the"
      + " scenario uses; the other options override the choices made from it")
  private @Nullable Path from;

  @Option(names = "--force", description = "overwrite an existing FILE")
  private boolean force;

  @Option(names = "--ask", description = "prompt even if standard input is not a terminal")
  private boolean ask;

  /** Creates the command, which prints to {@code out}. */
  public InitCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    ScenarioTemplate offered = from == null ? ScenarioTemplate.DEFAULT : naming(from);
    var given = new ScenarioTemplate(topology == null ? offered.topology() : topology, flows == null ? offered.flows() : flows,
        scheme == null ? offered.scheme() : scheme, offered.more());
    boolean silent = topology != null || flows != null || scheme != null || from != null;
    BufferedReader answers = answers(silent);
    if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw isThere();
    }
    Path folder = file.toAbsolutePath().getParent();
    Path schema = (folder == null ? Path.of("") : folder).resolve(ScenarioSchema.FILE_NAME);
    if (from == null) {
      OutputFile.check(file);
    } else {
      OutputFile.check(file, from);
    }
    OutputFile.check(schema);
    ScenarioTemplate asked = answers == null ? joined(given) : new Questions(answers, out).ask(given);
    ScenarioTemplate template = from == null ? asked : fitted(asked, from);
    // The same warnings about files appear when the whole scenario is read.
    String text = Notices.collect(new ArrayList<>(), () -> from == null ? template.text(file) : template.textOfFitted(file));
    List<String> warnings = ScenarioReader.read(InputText.of(file, text.getBytes(StandardCharsets.UTF_8)), Overrides.NONE)
        .warnings();
    write(text);
    OutputFile.write(schema, "write it", part -> Files.writeString(part, ScenarioSchema.text()));
    notes.forEach(note -> out.println("note: " + note));
    WarningLines.print(out, warnings);
    out.println("wrote " + file + ", and " + ScenarioSchema.FILE_NAME + " next to it, for completion in editors");
    out.println("next: ./inflight run " + file);
    out.flush();
    return 0;
  }

  /** Returns the template with one flow instead of flows between all hosts, for a topology with hosts that no path connects. */
  private ScenarioTemplate joined(ScenarioTemplate template) {
    if (flows != null || !template.flows().equals(NamedFile.FLOWS_OF_TOPOLOGY)) {
      return template;
    }
    var hosts = Notices.collect(new ArrayList<>(), () -> new JoinedHosts(file, template.topology()));
    if (hosts.areOneFabric()) {
      return template;
    }
    String flow = hosts.flow();
    notes.add("no path joins some of the hosts, so the scenario has one flow, " + flow + "; write your own flows there");
    return new ScenarioTemplate(template.topology(), flow, template.scheme(), template.more());
  }

  /**
   * Returns the template with the settings that its files require. An error that names a parameter of a trace names this
   * command's option instead, as the scenario is not written yet.
   */
  private ScenarioTemplate fitted(ScenarioTemplate template, Path named) {
    try {
      return Fitting.of(template, file, SourceLocation.of(flows == null ? named : Path.of("--flows")));
    } catch (InputError refused) {
      throw TraceRemedy.of(refused, template.flows());
    }
  }

  private InputError isThere() {
    return SourceLocation.of(file).error("this file exists already; give another name, or overwrite it with --force");
  }

  private void write(String text) {
    if (force) {
      OutputFile.write(file, "write it", part -> Files.writeString(part, text));
      return;
    }
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException meanwhile) {
      throw isThere();
    } catch (IOException failed) {
      throw new OutputError(file, "write it", failed);
    }
  }

  /** Returns a scenario that names a file, relative to the folder in which the scenario is written. */
  private ScenarioTemplate naming(Path named) {
    byte[] head = NamedFile.head(named);
    if (NamedFile.of(named, head).isEmpty() && ScenarioReader.isConfiguration(head)) {
      throw SourceLocation.of(named)
          .error("this is a configuration of the HPCC authors' simulator, which runs as it is: ./inflight run " + named);
    }
    NamedFile known = NamedFile.open(named);
    Path folder = file.toAbsolutePath().normalize().getParent();
    Path whole = known.path().toAbsolutePath().normalize();
    NamedFile seen = known.at(folder == null ? whole : folder.relativize(whole));
    if (seen.needsHosts() && topology == null) {
      throw SourceLocation.of(named).error("this is " + known.kind()
          + ", which does not state at its beginning how many hosts it needs; give them, as in --topology 'star(hosts=8)'");
    }
    if (flows == null) {
      notes.addAll(seen.notes());
    }
    return new ScenarioTemplate(seen.topology(), seen.flows(), ScenarioTemplate.DEFAULT.scheme(), Map.of());
  }

  /** Returns the reader of the user's answers, or null when the command asks no questions. */
  private @Nullable BufferedReader answers(boolean silent) {
    if (ask) {
      return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
    Console console = System.console();
    return silent || console == null || !console.isTerminal() ? null : new BufferedReader(console.reader());
  }
}
