package dev.inflight.lab.cli.results;

import dev.inflight.lab.query.AnswerFormat;
import dev.inflight.lab.query.Query;
import dev.inflight.lab.query.TableList;
import dev.inflight.lab.print.FileName;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.run.Terminal;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.FolderCheck;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight query}. */
@Command(name = "query", description = QueryCommand.SUMMARY, footer = {"",
    "Every table has a column run with the name of its run.", "", "Examples:", "  ./inflight query runs/incast",
    "  ./inflight query runs/incast \"SELECT flow, slowdown FROM flows ORDER BY slowdown DESC LIMIT 5\"",
    "  ./inflight query runs/incast runs/incast-2 \"SELECT run, quantile_disc(slowdown, 0.99) AS p99 FROM flows GROUP BY run\"",
    "  ./inflight query runs/incast \"FROM flows\" --format json",
    "  ./inflight query runs/incast \"FROM flows\" --out flows.parquet",
    "  ./inflight query runs/incast \"FROM flows\" --out flows.arrow"})
public final class QueryCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Runs SQL (DuckDB's) over the results of runs: tables runs, flows, queues, ports, pauses"
      + " and more. Without SQL it lists the tables with their columns.";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(arity = "1..*", paramLabel = "RUN|SQL", description = "folders of runs, followed by the SQL")
  private List<String> arguments = List.of();

  @Option(names = "--partial", description = "also read runs that were interrupted, failed or have not ended")
  private boolean partialToo;

  @Option(names = "--format", paramLabel = "FORMAT", description = "format of the result: text for reading; csv, json (a list of"
      + " objects) or arrow (an IPC stream; with --out a file), with all rows and digits; by default text. With --out also"
      + " parquet")
  private @Nullable String format;

  @Option(names = "--out", paramLabel = "FILE", description = "write to a file: .parquet, .arrow, .csv or .json, or any name"
      + " with --format")
  private @Nullable Path file;

  @Option(names = "--force", description = "overwrite an existing FILE")
  private boolean force;

  @Mixin
  private final StrictOption strict = new StrictOption();

  /** Creates the command, which prints its result to {@code out} and its warnings to {@code err}. */
  public QueryCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (arguments.contains("")) {
      throw SourceLocation.of("query").error("an argument is empty; is a variable of the shell not set?");
    }
    String last = arguments.getLast();
    boolean asks = !Files.exists(FileName.parse(last)) && (arguments.size() > 1 || last.contains(" "));
    List<String> folders = asks ? arguments.subList(0, arguments.size() - 1) : arguments;
    if (folders.isEmpty()) {
      throw SourceLocation.of("query").error("the folder of a run is missing in front of the SQL, as in runs/incast");
    }
    if (!asks && file != null) {
      throw SourceLocation.of("--out").error("there is no SQL to write an answer of; \"FROM flows\" is all flows");
    }
    if (!asks && format != null) {
      throw SourceLocation.of("--format").error("there is no SQL with an answer to format; \"FROM flows\" is all flows");
    }
    if (file != null) {
      OutputFile.check(file);
      if (!force && Files.exists(file)) {
        throw SourceLocation.of(file).error("this file exists already; give another name, or overwrite it with --force");
      }
    }
    AnswerFormat as = file == null
        ? AnswerFormat.printed(format, Terminal::isStandardOutput)
        : AnswerFormat.written(file, format);
    List<StoredRun> runs = StoredRun.open(folders.stream().map(FileName::parse).toList(), partialToo);
    try (RunTables tables = RunTables.of(runs)) {
      if (!asks) {
        strict.lenient(err).give(FolderCheck.of(runs, tables, FolderCheck.ALL));
        TableList.of(tables).forEach(out::println);
      } else {
        var query = new Query(tables, last);
        strict.warnings(err).give(FolderCheck.of(runs, tables, query::mayRead));
        if (file != null) {
          query.write(file, as);
        } else {
          query.print(out, as);
        }
      }
    }
    out.flush();
    return 0;
  }
}
