package dev.inflight.lab.cli.author;

import dev.inflight.lab.author.SchemeProject;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.sweep.Launcher;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight new}. */
@Command(name = "new", description = NewCommand.SUMMARY, footer = {"", "Example:", "  ./inflight new scheme my-scheme",
    "  ./inflight run my-scheme/scenario.yaml --with my-scheme/src/main/java"})
public final class NewCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Writes a folder for an extension of your own: a worked example, a scenario, a test and"
      + " the files for Maven.";

  private static final List<String> KINDS = List.of("scheme");

  private final PrintStream out;

  @Parameters(index = "0", paramLabel = "KIND", description = "kind of extension: scheme")
  private String kind = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "its name in scenarios, such as my-scheme")
  private String name = "";

  @Option(names = "--out", paramLabel = "DIR", description = "the folder, by default NAME; it must not exist")
  private @Nullable Path folder;

  /** Creates the command, which prints to {@code out}. */
  public NewCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (!KINDS.contains(kind)) {
      throw SourceLocation.of("KIND").error("unknown kind " + Quoted.of(kind) + Suggestion.hint(kind, KINDS)
          + "; docs/extending.md describes extensions of other kinds");
    }
    Path written = folder == null ? Path.of(name.isEmpty() ? "." : name) : folder;
    Path launcher = Launcher.path();
    new SchemeProject(name, launcher == null ? "inflight" : launcher.toString(), SourceLocation.of("NAME")).write(written,
        SourceLocation.of(folder == null ? "NAME" : "--out"));
    out.println("wrote " + Quoted.printable(written.toString()) + "; next:");
    out.println("  ./inflight run " + Quoted.printable(written + "/scenario.yaml --with " + written + "/src/main/java"));
    out.flush();
    return 0;
  }
}
