package dev.inflight.app.reference;

import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.RunFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands of the program with their arguments and options, as {@code inflight help COMMAND} prints them. */
record CommandsPage() implements ReferencePage {
  private static final List<String> OF_ALL = List.of("--help", "--version");
  private static final String CODE = "  ";

  @Override
  public String file() {
    return "commands.md";
  }

  @Override
  public String title() {
    return "Commands";
  }

  @Override
  public String about() {
    return "every command of the program with its arguments, options and exit codes";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(
        Markdown.wrap("`./inflight help COMMAND` and `./inflight COMMAND --help` print the section of a command."
            + " `./inflight --version` prints the version. Exit codes of all commands: [running.md](../running.md#exit-codes)."));
    lines.add("");
    lines.addAll(Markdown.head("command", "purpose"));
    List<CommandSpec> commands = all();
    commands.forEach(command -> lines.add(Markdown.row("[" + name(command) + "](#" + name(command).replace(' ', '-') + ")",
        Markdown.plain(String.join(" ", command.usageMessage().description())))));
    commands.forEach(command -> lines.addAll(section(command)));
    return lines;
  }

  /** Returns all commands, each followed by its subcommands. */
  static List<CommandSpec> all() {
    var all = new ArrayList<CommandSpec>();
    add(Main.commands(System.out, System.err, RunFolder.Opener.DISK), all);
    return all;
  }

  private static void add(CommandLine parent, List<CommandSpec> all) {
    for (CommandLine command : parent.getSubcommands().values()) {
      all.add(command.getCommandSpec());
      add(command, all);
    }
  }

  /** Words of a command after the program's name. */
  static String name(CommandSpec command) {
    return command.qualifiedName().substring(command.root().name().length() + 1);
  }

  private static List<String> section(CommandSpec command) {
    var lines = new ArrayList<>(List.of("", "## " + name(command), ""));
    lines.addAll(Markdown.wrap(Markdown.plain(formatted(command.usageMessage().description()))));
    lines.addAll(List.of("", "```text"));
    lines.addAll(synopsis(command));
    lines.add("```");
    List<String> rows = rows(command);
    if (!rows.isEmpty()) {
      lines.add("");
      lines.addAll(Markdown.head("argument", "meaning"));
      lines.addAll(rows);
    }
    lines.addAll(footer(List.of(command.usageMessage().footer())));
    return lines;
  }

  private static List<String> synopsis(CommandSpec command) {
    List<String> own = List.of(command.usageMessage().customSynopsis());
    if (!own.isEmpty()) {
      return own.stream().map(CommandsPage::formatted).toList();
    }
    String options = options(command).isEmpty() ? "" : " [OPTIONS]";
    String required = options(command).stream().filter(OptionSpec::required).map(option -> " " + written(option))
        .collect(Collectors.joining());
    String arguments = command.subcommands().isEmpty()
        ? command.positionalParameters().stream().map(one -> " " + written(one)).collect(Collectors.joining())
        : " COMMAND";
    return List.of(command.qualifiedName() + options + required + arguments);
  }

  private static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream().filter(option -> !option.hidden() && !OF_ALL.contains(option.longestName())).toList();
  }

  private static List<String> rows(CommandSpec command) {
    var rows = new ArrayList<String>();
    command.positionalParameters().stream().filter(one -> !one.hidden()).forEach(one -> rows.add(row(written(one), one)));
    options(command).forEach(option -> rows.add(row(written(option), option)));
    return rows;
  }

  private static String row(String written, ArgSpec argument) {
    String need = argument.isOption() && argument.required() ? "required: " : "";
    return Markdown.row(Markdown.code(written), need + Markdown.plain(formatted(argument.description())));
  }

  /** Returns an argument in the form of the help: {@code --fast[=ERROR]}, {@code [RUN...]}. */
  private static String written(ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      String name = String.join(", ", option.names());
      return option.arity().max() == 0
          ? name
          : option.arity().min() == 0 ? name + "[=" + option.paramLabel() + "]" : name + "=" + option.paramLabel();
    }
    String label = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
    return argument.arity().min() == 0 ? "[" + label + "]" : label;
  }

  /** Lines with an indent are code. */
  private static List<String> footer(List<String> footer) {
    var lines = new ArrayList<String>();
    boolean code = false;
    boolean first = true;
    for (String line : footer) {
      String text = formatted(line);
      if (code != text.startsWith(CODE)) {
        code = !code;
        lines.addAll(code ? List.of("", "```text") : List.of("```"));
        first = true;
      }
      if (code) {
        lines.add(text.substring(CODE.length()));
      } else if (text.isEmpty()) {
        first = true;
      } else {
        if (first) {
          lines.add("");
        }
        first = false;
        lines.addAll(Markdown.wrap(Markdown.plain(text)));
      }
    }
    if (code) {
      lines.add("```");
    }
    return lines;
  }

  /** Returns picocli's text of a description. */
  private static String formatted(String... description) {
    return String.join(" ", description).replace("%n", "\n").replace("%%", "%");
  }
}
