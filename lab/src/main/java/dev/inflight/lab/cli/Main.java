package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.AdviseCommand;
import dev.inflight.lab.cli.author.CheckCommand;
import dev.inflight.lab.cli.author.InitCommand;
import dev.inflight.lab.cli.author.ListCommand;
import dev.inflight.lab.cli.author.SchemaCommand;
import dev.inflight.lab.cli.author.TopologyCommand;
import dev.inflight.lab.cli.results.CompareCommand;
import dev.inflight.lab.cli.results.DecodeCommand;
import dev.inflight.lab.cli.results.ExplainCommand;
import dev.inflight.lab.cli.results.QueryCommand;
import dev.inflight.lab.cli.results.ReportCommand;
import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.NewCommand;
import dev.inflight.lab.extension.Extension;
import dev.inflight.lab.extension.Extension.Entry;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.Stdout;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.print.FileName;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.usercode.UserFault;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Main class of the program. */
public final class Main implements Runnable {
  private static final String SUMMARY = "Simulates RDMA fabrics under HPCC, packet by packet.";
  private static final int BUG = 1;
  private static final int BAD_INPUT = 2;
  private static final String EXIT_CODES = "Exit codes: 0 done, 1 a bug or too little memory, 2 bad input or results that"
      + " cannot be written, 3 flows that should have finished did not, 4 a target was missed, 130 interrupted.";

  private final CommandSpec command = CommandSpec.wrapWithoutInspection(this).name("inflight");

  private Main() {
  }

  /** The commands of this module by name, in the order of the help. */
  private static SequencedMap<String, Entry> own() {
    var commands = new LinkedHashMap<String, Entry>();
    commands.put("init", new Entry(InitCommand.SUMMARY, with -> new InitCommand(with.out())));
    commands.put("new", new Entry(NewCommand.SUMMARY, with -> new NewCommand(with.out())));
    commands.put("check", new Entry(CheckCommand.SUMMARY, with -> new CheckCommand(with.out(), with.err())));
    commands.put("run", new Entry(RunCommand.SUMMARY, with -> new RunCommand(with.out(), with.err(), with.disk()).spec()));
    commands.put("sweep", new Entry(SweepCommand.SUMMARY, with -> new SweepCommand(with.out(), with.err())));
    commands.put("serve", new Entry(ServeCommand.SUMMARY, with -> new ServeCommand(with.out())));
    commands.put("report", new Entry(ReportCommand.SUMMARY, with -> new ReportCommand(with.out(), with.err())));
    commands.put("explain", new Entry(ExplainCommand.SUMMARY, with -> new ExplainCommand(with.out(), with.err())));
    commands.put("compare", new Entry(CompareCommand.SUMMARY, with -> new CompareCommand(with.out(), with.err())));
    commands.put("query", new Entry(QueryCommand.SUMMARY, with -> new QueryCommand(with.out(), with.err())));
    commands.put("list", new Entry(ListCommand.SUMMARY, with -> new ListCommand(with.out())));
    commands.put("topology", new Entry(TopologyCommand.SUMMARY, with -> new TopologyCommand(with.out(), with.err())));
    commands.put("schema", new Entry(SchemaCommand.SUMMARY, with -> new SchemaCommand(with.out())));
    commands.put("advise", new Entry(AdviseCommand.SUMMARY, with -> new AdviseCommand(with.out(), with.err())));
    commands.put("decode", new Entry(DecodeCommand.SUMMARY, with -> new DecodeCommand(with.out(), with.err())));
    return commands;
  }

  /** Runs the program and ends the JVM. */
  public static void main(String[] arguments) {
    prepare(arguments);
    int exit = run(new FileOutputStream(FileDescriptor.out), System.err, RunFolder.Opener.DISK, arguments);
    if (exit != 0 || hasOtherThreads()) { // otherwise the JVM ends by itself: System.exit first looks for a logger in each jar
      System.exit(exit);
    }
  }

  /** Prepares libraries for a command. */
  static void prepare(String... arguments) {
    leaveOutConverters();
    if (arguments.length > 1 && arguments[0].equals("run")) {
      LibraryStart.begin();
    }
  }

  /** Keeps picocli from looking for Groovy in each jar, and from loading classes of databases and dates, which no option uses. */
  private static void leaveOutConverters() {
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", "java[.](sql|time)[.].*");
  }

  /** Reports whether threads, such as those of a user's extension, would keep the JVM alive. */
  private static boolean hasOtherThreads() {
    var threads = new Thread[Thread.activeCount() + 1];
    int number = Thread.enumerate(threads);
    boolean others = number == threads.length; // some may be missing
    for (int one = 0; one < number; one++) {
      others |= threads[one] != Thread.currentThread() && !threads[one].isDaemon();
    }
    return others;
  }

  /**
   * Runs the program and returns its exit code. Output that cannot be written is an error, unless the reader has closed the pipe.
   */
  public static int run(OutputStream stdout, PrintStream err, RunFolder.Opener opener, String... arguments) {
    var out = new Stdout(stdout, stdout instanceof PrintStream named ? named.charset() : System.out.charset());
    int exit = run(out, err, opener, arguments);
    String failure = out.failure();
    if (failure == null) {
      return exit;
    }
    err.println("inflight: the output cannot be written: " + failure);
    return exit == BUG || exit == Run.INTERRUPTED ? exit : BAD_INPUT;
  }

  private static int run(Stdout out, PrintStream err, RunFolder.Opener opener, String... arguments) {
    Object one = arguments.length == 0 ? null : command(arguments[0], out, err, opener);
    CommandLine commands = one != null ? withHelp(program(whole(one))) : switch (arguments.length == 1 ? arguments[0] : "") {
      case "-V", "--version" -> program();
      case "-h", "--help" -> listing();
      default -> commands(out, err, opener);
    };
    commands.setOut(new PrintWriter(out, true, out.charset())).setErr(new PrintWriter(err, true, err.charset()));
    commands.registerConverter(Path.class, FileName::parse);
    commands.setParameterExceptionHandler((problem, line) -> usageError(problem, err));
    commands.setExecutionExceptionHandler((problem, command, line) -> failure(problem, err));
    commands.setExecutionStrategy(ExtensionOptions::execute);
    try {
      return commands.execute(arguments);
    } catch (OutOfMemoryError | LinkageError full) {
      if (!TooLittleMemory.isCause(full)) {
        return faultOfExtension(full, err);
      }
      err.println("inflight: " + (full instanceof TooLittleMemory.OfRun run ? run.getMessage() : TooLittleMemory.sentence()));
      return BUG;
    } catch (StackOverflowError | AssertionError thrown) {
      return faultOfExtension(thrown, err);
    }
  }

  private static int faultOfExtension(Error thrown, PrintStream err) {
    String fault = UserFault.find(thrown).orElseThrow(() -> thrown);
    err.println("inflight: " + Quoted.message(fault));
    return BAD_INPUT;
  }

  /** Returns all commands, those of {@linkplain Extension extensions} after those of this module. */
  public static CommandLine commands(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    var streams = new Extension.Streams(out, err, opener);
    return withHelp(program(all().values().stream().map(command -> whole(command.maker().apply(streams))).toArray()));
  }

  /**
   * Returns the program with only the name and summary of each command, because picocli takes longer to read the options of all
   * commands than a short run takes.
   */
  private static CommandLine listing() {
    return program(all().entrySet().stream().map(one -> named(one.getKey(), one.getValue().summary())).toArray());
  }

  private static CommandLine named(String name, String summary) {
    CommandSpec named = CommandSpec.create().name(name);
    named.usageMessage().description(summary);
    return new CommandLine(named);
  }

  private static Object whole(Object command) {
    return command instanceof Extension.Group group ? group.withSubcommands() : command;
  }

  private static SequencedMap<String, Entry> all() {
    SequencedMap<String, Entry> all = own();
    Extension.all().forEach(extension -> all.putAll(extension.commands()));
    all.put("completion", new Entry(CompletionCommand.SUMMARY, with -> new CompletionCommand(with.out())));
    all.put("help", new Entry(HelpCommand.SUMMARY, with -> new HelpCommand(with.out())));
    return all;
  }

  /** Returns the command of this name, if it needs no other one. picocli takes as long to read all commands as a short run. */
  private static @Nullable Object command(String name, PrintStream out, PrintStream err, RunFolder.Opener opener) {
    Entry command = own().get(name);
    if (command == null) {
      command = Extension.all().stream().map(extension -> extension.commands().get(name)).filter(Objects::nonNull).findFirst()
          .orElse(null);
    }
    return command == null ? null : command.maker().apply(new Extension.Streams(out, err, opener));
  }

  private static CommandLine withHelp(CommandLine program) {
    for (CommandLine command : program.getSubcommands().values()) {
      HelpOptions.add(command.getCommandSpec()).usageMessage().sortOptions(false);
    }
    return program;
  }

  private static CommandLine program(Object... subcommands) {
    var commands = new CommandLine(new Main().command);
    for (Object one : subcommands) {
      commands.addSubcommand(one);
    }
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    CommandSpec program = commands.getCommandSpec();
    HelpOptions.add(program).versionProvider(new Numbered());
    program.usageMessage().description(SUMMARY).synopsisSubcommandLabel("COMMAND").footer("", "Example:",
        "  ./inflight run scenarios/incast.yaml", "", EXIT_CODES);
    return commands;
  }

  private static int usageError(ParameterException problem, PrintStream err) {
    CommandLine command = problem.getCommandLine();
    List<String> unmatched = problem instanceof MissingParameterException ? command.getUnmatchedArguments() : List.of();
    ParameterException first = unmatched.isEmpty() ? problem : new UnmatchedArgumentException(command, unmatched);
    String message = switch (first) {
      case UnmatchedArgumentException unknown -> unknown(unknown);
      case MissingParameterException missing -> missing(missing);
      default -> String.valueOf(first.getMessage());
    };
    err.println("inflight: " + Quoted.message(message));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  private static String missing(MissingParameterException problem) {
    String message = String.valueOf(problem.getMessage()).replaceFirst("^Missing", "missing");
    boolean isExplain = problem.getCommandLine().getCommandName().equals("explain");
    return isExplain ? message + "; " + ExplainCommand.FLOW_OR_JOB : message;
  }

  private static String unknown(UnmatchedArgumentException problem) {
    String written = problem.getUnmatched().getFirst();
    CommandLine command = problem.getCommandLine();
    if (written.isEmpty()) {
      return "an argument is empty; is a variable of the shell not set?";
    }
    if (problem.isUnknownOption()) {
      String ofRun = ofRun(written, command);
      return "unknown option " + Quoted.of(written)
          + (ofRun.isEmpty()
              ? Suggestion.to(written, command.getCommandSpec().optionsMap().keySet())
                  .map(near -> "; did you mean '" + near + "'?").orElse("")
              : ofRun);
    }
    Set<String> commands = command.getSubcommands().keySet();
    return commands.isEmpty()
        ? Quoted.of(written) + " is one argument too many"
        : "unknown command " + Quoted.of(written) + Suggestion.hint(written, commands);
  }

  /** Returns the remedy for an option of {@code run} that a user gave to a command that reads results. */
  private static String ofRun(String written, CommandLine command) {
    String option = written.replaceAll("=.*", "");
    boolean readsRuns = command.getCommandSpec().positionalParameters().stream().anyMatch(one -> one.paramLabel().equals("RUN"));
    boolean isOfRun = new CommandLine(Objects.requireNonNull(command("run", System.out, System.err, RunFolder.Opener.DISK)))
        .getCommandSpec().optionsMap().containsKey(option);
    return readsRuns && isOfRun
        ? ", which is one of run: " + command.getCommandName() + " takes runs as they are; run the scenario with it first,"
            + " ./inflight run FILE " + option + " ... --out DIR, and then " + command.getCommandName() + " DIR"
        : "";
  }

  private static int failure(Exception problem, PrintStream err) {
    if (problem instanceof InputError || problem instanceof OutputError) {
      InputError.sentences(problem).lines().forEach(line -> err.println("inflight: " + line));
      return BAD_INPUT;
    }
    Optional<String> fault = UserFault.find(problem);
    if (fault.isPresent()) {
      err.println("inflight: " + Quoted.message(fault.get()));
      return BAD_INPUT;
    }
    err.println("inflight: sorry, this is a bug in Inflight. Please report it with these lines and the scenario:");
    problem.printStackTrace(err);
    return BUG;
  }

  @Override
  public void run() {
    throw new ParameterException(command.commandLine(),
        "a command is missing: " + String.join(", ", command.subcommands().keySet()));
  }

  /** Provider of the program's version and commit. */
  static final class Numbered implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"inflight " + Version.number() + ", " + Version.commit()};
    }
  }
}
