package dev.inflight.lab.cli.author;

import dev.inflight.lab.extension.Extension;
import dev.inflight.lab.listing.Listed;
import dev.inflight.lab.listing.ListedResults;
import dev.inflight.lab.listing.ListedSizes;
import dev.inflight.lab.listing.ListedSpecs;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.spec.CodeOrigin;
import dev.inflight.lab.spec.Meanings;
import dev.inflight.lab.usercode.UserCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Command {@code inflight list}. */
@Command(name = "list", description = ListCommand.SUMMARY, footer = {"", "Examples:", "  ./inflight list schemes",
    "  ./inflight list hpcc", "  ./inflight list flows.csv"})
public final class ListCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Lists all names that scenarios can use; with a KIND, the names of that kind; with a NAME, its parameters.";

  private static final String RUN = "./inflight run ";
  /** Paths that need no quotes in a shell. */
  private static final Pattern PLAIN = Pattern.compile("[\\w./+@-]+");

  private final PrintStream out;

  @Parameters(arity = "0..1", paramLabel = "KIND|NAME", completionCandidates = Candidates.Listable.class, description = "a kind, such as"
      + " schemes, or a name, such as hpcc, fat-tree, poisson or websearch")
  private @Nullable String what;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  /** Creates the command, which prints to {@code out}. */
  public ListCommand(PrintStream out) {
    this.out = out;
  }

  /** Returns all kinds: the axes of scenarios, then those of other names. */
  static List<Listed> kinds() {
    return kinds(Catalog.AXES);
  }

  /** Returns all kinds, for these axes. */
  static List<Listed> kinds(List<Axis<?>> axes) {
    Meanings meanings = Meanings.load();
    var kinds = new ArrayList<Listed>();
    axes.forEach(axis -> kinds.add(specs(axis, meanings)));
    kinds.add(new ListedSizes());
    Extension.all().forEach(extension -> kinds.addAll(extension.listed()));
    kinds.add(new ListedResults());
    return kinds;
  }

  private static <T> Listed specs(Axis<T> axis, Meanings meanings) {
    Axis.Listing<T> listing = axis.listing();
    return new ListedSpecs<>(listing.kind(), listing.title(), axis.binder(), meanings, prototype -> example(axis, prototype),
        listing.remark());
  }

  /** Returns lines that use a choice, with the option that loads it if it is an extension's. */
  private static <T> List<String> example(Axis<T> axis, T prototype) {
    String usage = axis.usage(prototype);
    CodeOrigin origin = CodeOrigin.of(prototype);
    if (origin == null || UserCode.isAlwaysLoaded(Path.of(origin.path()), System.getenv())) {
      return List.of(usage);
    }
    String with = " --with " + shellWord(Path.of(origin.path()));
    return usage.startsWith(RUN) ? List.of(usage + with) : List.of(usage, RUN + "SCENARIO" + with);
  }

  /** Returns a path as a word for a shell, relative to the working directory if it is below it. */
  private static String shellWord(Path path) {
    Path here = Path.of("").toAbsolutePath();
    String shown = (path.startsWith(here) ? here.relativize(path) : path).toString();
    return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
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
    lines.add("A value of 0 or -1 may mean that the program chooses: inflight list NAME prints its meaning.");
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
      throw new InputError("unknown kind or name '" + what + "'"
          + Suggestion.to(what, names(kinds)).map(near -> "; did you mean '" + near + "'?").orElse(";")
          + " 'inflight list' shows all names");
    }
    return lines;
  }

  /** Returns all kinds and names. */
  static List<String> names(List<Listed> kinds) {
    var names = new ArrayList<String>();
    kinds.forEach(kind -> names.add(kind.kind()));
    kinds.forEach(kind -> names.addAll(kind.names()));
    return names;
  }
}
