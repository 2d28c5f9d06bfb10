package dev.inflight.lab.cli.author;

import dev.inflight.lab.author.ScenarioSchema;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Command {@code inflight schema}. */
@Command(name = "schema", description = SchemaCommand.SUMMARY, footer = {"",
    "The line below at the start of a scenario enables completion in editors with a YAML",
    "language server, such as VS Code with the extension YAML:", "  # yaml-language-server: $schema=inflight.schema.json", "",
    "Example:", "  ./inflight schema > inflight.schema.json"})
public final class SchemaCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Prints the JSON Schema of scenarios, which editors use to complete keys and mark errors.";

  private final PrintStream out;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  /** Creates the command, which prints to {@code out}. */
  public SchemaCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.print(ScenarioSchema.text());
    out.flush();
    return 0;
  }
}
