package dev.inflight.lab.cli.author;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Extensions;
import dev.inflight.lab.usercode.UserCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of commands that read scenarios, by which scenarios may name the user's own code. */
public final class ExtensionOptions {
  private static final String WITH = "--with";
  private static final String ALLOW = "--allow-extensions";

  @Option(names = WITH, paramLabel = "PATH", description = "load extensions from this jar, source file (.java) or folder of"
      + " sources; their code runs with your rights; may be repeated")
  private List<Path> with = List.of();

  @Option(names = ALLOW, description = "also load the code that the scenario itself names (its key extensions)")
  private Boolean allowed = false;

  /** Returns the options as words of another command line, which may be used in another folder. */
  public List<String> words() {
    var words = new ArrayList<String>();
    with.forEach(path -> words.addAll(List.of(WITH, path.toAbsolutePath().normalize().toString())));
    if (allowed) {
      words.add(ALLOW);
    }
    return words;
  }

  /** Executes a parsed command; if it has these options, with the user's code that they load. */
  public static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    Supplier<Integer> command = () -> new CommandLine.RunLast().execute(parsed);
    if (!last.isUsageHelpRequested()) {
      for (CommandSpec mixin : last.commandSpec().mixins().values()) {
        if (mixin.userObject() instanceof ExtensionOptions options) {
          return options.extensions(last.commandSpec().commandLine(), System.getenv()).during(command);
        }
      }
    }
    return command.get();
  }

  private Extensions extensions(CommandLine command, Map<String, String> environment) {
    Path folder = UserCode.folder(environment);
    if (with.isEmpty() && !allowed && !Files.isDirectory(folder)) {
      return Extensions.NONE;
    }
    try {
      return UserCode.load(folder, with, SourceLocation.of(WITH), allowed);
    } catch (RuntimeException refused) {
      throw new ExecutionException(command, "extensions cannot be loaded", refused); // so that it is reported as others are
    }
  }
}
