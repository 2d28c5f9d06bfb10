package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import dev.inflight.lab.compare.ComparedRun;
import dev.inflight.lab.compare.Comparison;
import dev.inflight.lab.compare.ComparisonText;
import dev.inflight.lab.compare.SeedComparison;
import dev.inflight.lab.compare.SeedComparisonPage;
import dev.inflight.lab.compare.SeedComparisonText;
import dev.inflight.lab.page.Page;
import dev.inflight.lab.page.PageTable;
import dev.inflight.lab.page.Explanations;
import dev.inflight.lab.page.ReportPage;
import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.query.BoundedQuery;
import dev.inflight.lab.query.Query;
import dev.inflight.lab.query.TableList;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.spread.EnsembleSpread;
import dev.inflight.lab.spread.SpreadPage;
import dev.inflight.lab.spread.SpreadText;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.verify.VerificationPage;
import dev.inflight.lab.store.Sweeps;
import dev.inflight.lab.store.check.Finding;
import dev.inflight.lab.store.check.FolderCheck;
import dev.inflight.lab.store.check.Warnings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Pages computed from results of runs: reports, comparisons, explanations, and SQL query results. */
final class ResultRoutes implements AutoCloseable {
  /**
   * Policy of reports. Their content comes from folders, so they may not read from this server; they may save pictures and print.
   */
  private static final String SANDBOX = "; frame-ancestors 'none'; sandbox allow-scripts allow-downloads allow-modals";
  private static final int MOST_RUNS = 200;
  private static final int LONGEST_QUESTION_BYTES = 100_000;
  private static final int MOST_SECONDS = 30;
  private static final int SHOWN_ROWS = 1000;
  private static final int SAVED_ROWS = 100_000;
  private static final int MOST_EXPLAINED = 50;
  private static final int MEBIBYTES = 1024;
  private static final String SLOWEST_FLOWS = "SELECT flow, slowdown, fct_ns / 1000 AS fct_us, size_bytes, start_ns / 1000 AS start_us, "
      + named("source") + ", " + named("destination")
      + ", priority FROM flows WHERE operation = 'flow' OR operation IS NULL ORDER BY slowdown DESC NULLS LAST, flow";
  private static final String JOBS = "SELECT job, count(*) AS ranks, CASE WHEN count(end_ns) = count(*) THEN max(end_ns) / 1000 END AS end_us,"
      + " max(exposed_ns) / 1000 AS most_exposed_us FROM ranks GROUP BY job ORDER BY max(end_ns) DESC NULLS FIRST, job";

  private final RunsFolder folder;
  private final HeavyWork heavy = new HeavyWork();
  private final Explainer explainer = new Explainer();

  ResultRoutes(RunsFolder folder) {
    this.folder = folder;
  }

  /** Node by name and number. Folders of older versions have no names. */
  private static String named(String node) {
    return "coalesce(" + node + "_name || ' (' || " + node + " || ')', " + node + "::VARCHAR) AS " + node;
  }

  /** Answers a request for a result of one run. */
  void ofRun(HttpExchange request, String run, String what) throws IOException, Refusal {
    switch (what) {
      case "report" -> heavy.run(() -> report(request, List.of(checked(run)), List.of()));
      case "flows" -> heavy.run(() -> rows(request, checked(run), SLOWEST_FLOWS));
      case "jobs" -> heavy.run(() -> rows(request, checked(run), JOBS));
      default -> throw Refusal.nothingHere();
    }
  }

  /** Answers a request for a result of several runs. */
  void ofSeveral(HttpExchange request, String what, boolean get) throws IOException, Refusal {
    if (get && what.equals("report")) {
      heavy.run(() -> reportOfSeveral(request));
    } else if (get && what.equals("explain")) {
      Reply.json(request, explainer.progress());
    } else if (!get && what.equals("explain")) {
      explain(request);
    } else if (!get && what.equals("stop-explaining")) {
      explainer.stop();
      Reply.text(request, 200, "stopping");
    } else if (!get && what.equals("compare")) {
      heavy.run(() -> compare(request));
    } else if (!get && what.equals("query")) {
      heavy.run(() -> query(request));
    } else if (!get && what.equals("tables")) {
      heavy.run(() -> tables(request));
    } else {
      throw Refusal.nothingHere();
    }
  }

  private Path checked(String run) throws IOException, Refusal {
    Path found = folder.existing(run);
    folder.checkInside(found);
    return found;
  }

  /** Returns the runs that a request names. A sweep represents its points. */
  private List<Path> named(HttpExchange request) throws IOException, Refusal {
    List<String> names = new Parameters(request).all("run");
    if (names.isEmpty() || names.size() > MOST_RUNS) {
      throw new Refusal(400, names.isEmpty() ? "no run is selected" : "more than " + MOST_RUNS + " runs are selected");
    }
    var paths = new ArrayList<Path>();
    for (String name : names) {
      paths.add(checked(name));
    }
    return paths;
  }

  private static void report(HttpExchange request, List<Path> runs, List<PageTable> more) throws IOException {
    Path file = Files.createTempFile("inflight-report", ".html");
    try {
      ReportPage.write(StoredRun.open(runs, true), Explanations.NONE, more, file, Warnings.inTheReport());
      request.getResponseHeaders().set("Content-Security-Policy", Page.REPORT.policy() + SANDBOX);
      Reply.send(request, 200, Reply.HTML, Files.readAllBytes(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void reportOfSeveral(HttpExchange request) throws IOException, Refusal {
    List<Path> runs = named(request);
    List<Path> single = single(runs);
    SeedComparison seeds = single.size() < 2 ? null : SeedComparison.of(read(single));
    report(request, runs,
        Stream.of(VerificationPage.of(runs), seeds == null ? List.<PageTable>of() : SeedComparisonPage.of(seeds),
            SpreadPage.of(EnsembleSpread.of(StoredRun.open(single, true)))).flatMap(List::stream).toList());
  }

  private static List<Path> single(List<Path> runs) {
    return runs.stream().flatMap(run -> Sweeps.isOne(run) ? Sweeps.runsOf(run, true).stream() : Stream.of(run)).toList();
  }

  private static List<ComparedRun> read(List<Path> runs) {
    return runs.stream().map(run -> ComparedRun.read(run, true)).toList();
  }

  private void compare(HttpExchange request) throws IOException, Refusal {
    List<Path> runs = single(named(request));
    if (runs.size() < 2) {
      throw new Refusal(400, "this is one run, and there is nothing to compare it with; tick another");
    }
    List<ComparedRun> read = read(runs);
    SeedComparison seeds = SeedComparison.of(read);
    String spread = SpreadText.behind(EnsembleSpread.of(StoredRun.open(runs, true)));
    Reply.text(request, 200,
        (seeds != null ? SeedComparisonText.write(seeds) : ComparisonText.write(Comparison.of(read))) + spread);
  }

  private void rows(HttpExchange request, Path run, String sql) throws IOException {
    List<StoredRun> runs = StoredRun.open(List.of(run), true);
    try (RunTables tables = RunTables.of(runs)) {
      var query = new Query(tables, sql);
      List<Finding> found = FolderCheck.of(runs, tables, query::mayRead);
      answer(request, tables, new BoundedQuery(query, MOST_EXPLAINED, MOST_SECONDS), found);
    }
  }

  private static void answer(HttpExchange request, RunTables tables, BoundedQuery query, List<Finding> found) throws IOException {
    tables.confine(MEBIBYTES);
    Reply.json(request, JsonText.of(json -> {
      json.writeStartObject();
      json.writeName("answer");
      query.writeJson(json);
      json.writeName("warnings");
      json.writeStartArray();
      found.forEach(one -> json.writeString(one.text()));
      json.writeEndArray();
      json.writeEndObject();
    }));
  }

  private void query(HttpExchange request) throws IOException, Refusal {
    List<StoredRun> runs = StoredRun.open(named(request), true);
    boolean isSaved = "csv".equals(new Parameters(request).optional("format"));
    byte[] sent = request.getRequestBody().readNBytes(LONGEST_QUESTION_BYTES + 1);
    String sql = new String(sent, StandardCharsets.UTF_8);
    if (sent.length > LONGEST_QUESTION_BYTES || sql.isBlank()) {
      throw new Refusal(400, sql.isBlank() ? "the query is empty" : "a query has " + LONGEST_QUESTION_BYTES + " bytes at most");
    }
    try (RunTables tables = RunTables.of(runs)) {
      var query = new Query(tables, sql);
      if (isSaved) {
        tables.confine(MEBIBYTES);
        var csv = new ByteArrayOutputStream();
        boolean more = new BoundedQuery(query, SAVED_ROWS, MOST_SECONDS)
            .printCsv(new PrintStream(csv, false, StandardCharsets.UTF_8));
        request.getResponseHeaders().set("X-Inflight-More", Boolean.toString(more));
        Reply.send(request, 200, "text/csv; charset=utf-8", csv.toByteArray());
      } else {
        answer(request, tables, new BoundedQuery(query, SHOWN_ROWS, MOST_SECONDS), FolderCheck.of(runs, tables, query::mayRead));
      }
    }
  }

  /** Replies with the tables that queries over the selected runs can read. */
  private void tables(HttpExchange request) throws IOException, Refusal {
    try (RunTables tables = RunTables.of(StoredRun.open(named(request), true))) {
      Reply.text(request, 200, String.join("\n", TableList.of(tables)));
    }
  }

  private void explain(HttpExchange request) throws IOException, Refusal {
    var parameters = new Parameters(request);
    String name = parameters.one("run");
    String job = parameters.optional("job");
    Reply.json(request,
        job != null
            ? explainer.explain(name, checked(name), job)
            : explainer.explain(name, checked(name), parameters.number("flow")));
  }

  @Override
  public void close() {
    explainer.close();
  }
}
