package dev.inflight.lab.cli.author;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
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
import picocli.CommandLine.ParseResult;

/** Options of commands that read scenarios, by which scenarios may name the user's own code. */
public final class ExtensionOptions implements CommandOptions.Part {
  private static final String WITH = "--with";
  private static final String ALLOW = "--allow-extensions";

  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<List<Path>> with = options.list(Path.class, WITH, "PATH", null, "load extensions from this jar,"
      + " source file (.java) or folder of sources; their code runs with your rights; may be repeated");
  private final OptionValue<Boolean> allowed = options.flag(ALLOW,
      "also load the code that the scenario itself names (its key extensions)");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  /** Returns the options as arguments of a command that may run in another folder. */
  public List<String> words() {
    var words = new ArrayList<String>();
    with.value().forEach(path -> words.addAll(List.of(WITH, path.toAbsolutePath().normalize().toString())));
    if (allowed.value()) {
      words.add(ALLOW);
    }
    return words;
  }

  /** Executes a parsed command, with the user's code that these options load if the command has them. */
  public static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    Supplier<Integer> command = () -> new CommandLine.RunLast().execute(parsed);
    if (!last.isUsageHelpRequested()) {
      for (CommandSpec mixin : last.commandSpec().mixins().values()) {
        if (mixin.userObject() instanceof ExtensionOptions part) {
          return part.extensions(last.commandSpec().commandLine(), System.getenv()).during(command);
        }
      }
    }
    return command.get();
  }

  private Extensions extensions(CommandLine command, Map<String, String> environment) {
    Path folder = UserCode.folder(environment);
    if (with.value().isEmpty() && !allowed.value() && !Files.isDirectory(folder)) {
      return Extensions.NONE;
    }
    try {
      return UserCode.load(folder, with.value(), SourceLocation.of(WITH), allowed.value());
    } catch (RuntimeException refused) {
      throw new ExecutionException(command, "extensions cannot be loaded", refused); // reported as other errors are
    }
  }
}
