package dev.inflight.lab.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.serve.ServerClient.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedResultsTest {
  private static final String SCENARIO = "topology: star(hosts=5)\nflows: incast(senders=4, size=200KB)\nscheme: %s\n";
  private static final String SWEEP = "topology: star(hosts=5)\nflows: incast(senders=4, size=200KB)\nseed: [1, 2]\nscheme: [hpcc, dcqcn]\n";
  private static final String LONG = "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=100GB)\n";

  @TempDir
  private Path folder;
  private Path runs;
  private RunServer server;
  private ServerClient client;

  @BeforeEach
  void serve() throws IOException {
    runs = folder.resolve("runs [of] *all*");
    server = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, null);
    client = new ServerClient(server.port());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private void twoRuns() throws IOException {
    client.complete("one", SCENARIO.formatted("hpcc"));
    client.complete("two", SCENARIO.formatted("dcqcn"));
  }

  private Answer query(String runs, String sql) throws IOException {
    return client.post("/api/query?" + runs, sql);
  }

  @Test
  void comparesRuns() throws IOException {
    twoRuns();
    Answer compared = client.post("/api/compare?run=one&run=two", "");
    assertThat(compared.statusCode()).isEqualTo(200);
    assertThat(compared.body()).contains("hpcc(", "dcqcn(", "slowdown");
    assertThat(client.post("/api/compare?run=one", "").body()).contains("nothing to compare it with");
    assertThat(client.post("/api/compare", "").body()).contains("no run is selected");
    assertThat(client.post("/api/compare?run=one&run=one", "").statusCode()).isLessThan(500);
    assertThat(client.post("/api/compare?run=one&run=..", "").statusCode()).isEqualTo(400);
    assertThat(client.post("/api/compare?" + "run=one&".repeat(200) + "run=two", "").body()).contains("more than 200 runs");
  }

  @Test
  void reportsSeveralRunsInSandbox() throws IOException {
    twoRuns();
    Answer report = client.get("/api/report?run=one&run=two");
    assertThat(report.body()).startsWith("<!DOCTYPE html>");
    assertThat(report.policy()).contains("script-src 'sha256-", "; sandbox allow-scripts").doesNotContain("allow-same-origin");
    assertThat(client.get("/api/report").statusCode()).isEqualTo(400);
    assertThat(client.get("/api/report?run=one&run=none").statusCode()).isEqualTo(404);
  }

  @Test
  void sweepIsStartedListedAndReported() throws IOException {
    client.complete("sweep", SWEEP);
    assertThat(client.get("/api/runs/sweep/live").body()).contains("\"pointsDone\" : 4", "all flows of all points finished");
    assertThat(client.get("/api/runs").body()).contains("\"kind\" : \"sweep\"", "\"points\" : 4", "\"pointsDone\" : 4",
        "\"scheme\"");
    Answer points = client.get("/api/runs/sweep/points");
    assertThat(points.body()).contains("\"name\" : \"sweep/0004\"", "\"scheme\" : \"dcqcn\"", "\"state\" : \"whole\"");
    assertThat(client.get("/api/runs/sweep/0002/report").body()).startsWith("<!DOCTYPE html>");
    assertThat(client.get("/api/runs/sweep/report").body()).startsWith("<!DOCTYPE html>");
    assertThat(client.get("/files/sweep/0003/summary.json").body()).contains("fingerprint");
    assertThat(client.post("/api/compare?run=sweep", "").body()).contains("95 % confidence");
    assertThat(query("run=sweep", "SELECT count(*) AS n FROM points WHERE scheme LIKE 'dcqcn%'").body())
        .contains("[ [ \"2\" ] ]");
    assertThat(client.post("/api/tables?run=sweep", "").body()).contains("points: a row for each point", "4 rows");
    for (String other : List.of("sweep/0009", "sweep/..", "sweep/points.csv", "sweep/0001/0001", "sweep%2F..%2F..",
        "none/0001")) {
      assertThat(client.get("/api/runs/" + other + "/report").statusCode()).as(other).isBetween(400, 404);
      assertThat(client.get("/files/" + other + "/summary.json").statusCode()).as(other).isBetween(400, 404);
    }
  }

  /** The sweep's table and a point's folder may be links, and a point's scenario may name a file. */
  @Test
  void rejectsSweepsOutsideTheFolder() throws IOException {
    client.complete("sweep", SWEEP);
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("points.csv"), "point,run\n1,0001\n");
    Files.createDirectories(runs.resolve("linked"));
    Files.createSymbolicLink(runs.resolve("linked/points.csv"), outside.resolve("points.csv"));
    assertThat(client.get("/api/runs").body()).doesNotContain("linked");
    assertThat(client.get("/api/runs/linked/points").statusCode()).isEqualTo(404);
    Path scenario = runs.resolve("sweep/0002/scenario.yaml");
    Files.writeString(scenario, Files.readString(scenario).replaceFirst("topology: .*", "topology: 'file(path=/etc/passwd)'"));
    for (Answer refused : List.of(client.get("/api/runs/sweep/report"), client.get("/api/runs/sweep/0002/report"),
        query("run=sweep", "FROM flows"), client.post("/api/compare?run=sweep/0001&run=sweep/0002", ""),
        client.post("/api/explain?run=sweep/0002&flow=0", ""))) {
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("names a file").doesNotContain("root:");
    }
    Path other = runs.resolve("sweep/0001/scenario.yaml");
    String written = Files.readString(other);
    for (String changed : List.of(written + "names: /etc/passwd\n",
        written.replaceFirst("(?m)^flows:(\\n .*)+", "flows: 'trace(path=/etc/passwd, format=goal)'"),
        "# topology: flows: scheme: seed:\nTOPOLOGY_FILE /etc/passwd\nFLOW_FILE /etc/passwd\n")) {
      Files.writeString(other, changed);
      Answer refused = client.post("/api/explain?run=sweep/0001&flow=0", "");
      assertThat(refused.statusCode()).as(changed).isIn(400, 403);
      assertThat(refused.body()).as(changed).contains("names a file").doesNotContain("root:");
    }
    Files.writeString(runs.resolve("sweep/points.csv"), "point,run,a\n1,../..,x\n");
    assertThat(client.get("/api/runs").body()).contains("this is not a table of points");
    assertThat(client.get("/api/runs/sweep/points").statusCode()).isEqualTo(400);
  }

  @Test
  void rejectsSweepBeforeItIsWritten() throws IOException {
    Answer wrong = client.begin("wrong", "topology: star(hosts=5)\nflows: incast(senders=4)\nscheme: [hpcc, nope]\n");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("nope", "point 2 of 2");
    Answer many = client.begin("many",
        "topology: star\nflows: incast\nseed: " + IntStream.rangeClosed(1, 1001).boxed().toList() + "\n");
    assertThat(many.body()).contains("this sweep has 1001 points", "./inflight sweep");
    Answer file = client.begin("file", "topology: ['file(/etc/passwd)', star]\nflows: incast\n");
    assertThat(file.statusCode()).isEqualTo(403);
    assertThat(runs).isEmptyDirectory();
    client.complete("wrong", SCENARIO.formatted("hpcc")); // the name is free
  }

  /** An answer that another thread waits for. */
  private CompletableFuture<Answer> later(String path) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return client.post(path, "");
      } catch (IOException failed) {
        throw new IllegalStateException(failed);
      }
    });
  }

  /** Stops a run that simulates, and returns its states until its end. */
  private Answer stopped(String name) throws IOException {
    client.await("/api/runs/" + name + "/live", "\"state\" : \"running\"");
    client.post("/api/runs/" + name + "/stop", "");
    return client.get("/api/runs/" + name + "/live");
  }

  @Test
  void sweepIsStopped() throws IOException {
    client.begin("long", LONG + "seed: [1, 2, 3]\n");
    client.begin("behind", SCENARIO.formatted("hpcc"));
    client.post("/api/runs/behind/stop", "");
    assertThat(stopped("long").body()).contains("stopped after 0 of 3 points");
    assertThat(runs.resolve("long/0003")).doesNotExist();
    assertThat(client.get("/api/runs/behind/live").body()).contains("this was stopped before it started");
    assertThat(runs.resolve("behind")).doesNotExist();
  }

  @Test
  void listsAndExplainsTheSlowestFlows() throws IOException {
    twoRuns();
    Answer flows = client.get("/api/runs/one/flows");
    assertThat(flows.body()).contains("\"columns\" : [ \"flow\", \"slowdown\"", "\"more\" : false", "\"warnings\" : [ ]");
    Answer explained = client.post("/api/explain?run=one&flow=3", "");
    assertThat(explained.body()).contains("flow 3 (", "slowdown", "\"reasons\" : [ \"", "\"costs\"", "\"hops\"",
        "\"warnings\" : [ ]");
    assertThat(client.post("/api/explain?run=one&flow=4", "").body()).contains("flow 4 does not exist; flows are 0 to 3");
    assertThat(client.post("/api/explain?run=one&flow=x", "").body()).contains("no whole number");
    assertThat(client.post("/api/explain?run=one", "").body()).contains("a flow is missing");
    assertThat(client.get("/api/explain").body().strip()).isEqualTo("{ }");
  }

  @Test
  void listsAndExplainsJobs() throws IOException {
    client.complete("jobs", """
        topology: star(hosts=4)
        flows:
          - collective(op=all-reduce, job="first, one", size=100KB, ranks=4)
          - collective(op=broadcast, size=10KB, ranks=3)
        """);
    assertThat(client.get("/api/runs/jobs/jobs").body()).contains("\"columns\" : [ \"job\", \"ranks\", \"end_us\"",
        "\"first, one\", \"4\"", "\"broadcast\", \"3\"");
    Answer explained = client.post("/api/explain?run=jobs&job=first,%20one", "");
    assertThat(explained.body()).contains("job first, one (4 ranks, from 0 ps) took", "\"reasons\" : [ \"Its critical path",
        "\"costs\"", "\"pairs\"", "\"longest\"", "\"path\" : [ {", "\"from_ns\" : 0");
    assertThat(client.post("/api/explain?run=jobs&job=none", "").body()).contains("none").contains("broadcast");
    twoRuns();
    assertThat(client.get("/api/runs/one/jobs").body()).contains("\"rows\" : [ ]");
  }

  @Test
  void explanationIsAloneAndStopped() throws Exception {
    client.begin("long", LONG);
    stopped("long");
    twoRuns();
    CompletableFuture<Answer> first = later("/api/explain?run=long&flow=0");
    while (!client.get("/api/explain").body().contains("\"run\" : \"long\"")) {
      assertThat(first).isNotDone();
      Thread.sleep(10);
    }
    Answer second = client.post("/api/explain?run=one&flow=0", "");
    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(second.body()).contains("flow 0 of long is being explained");
    assertThat(client.post("/api/stop-explaining", "").statusCode()).isEqualTo(200);
    assertThat(first.get().statusCode()).isEqualTo(409);
    assertThat(first.get().body()).contains("the explanation was stopped");
    assertThat(client.post("/api/explain?run=one&flow=0", "").statusCode()).isEqualTo(200);
    assertThat(client.post("/api/stop-explaining", "").body()).contains("nothing is being explained");
  }

  @Test
  void runsQueries() throws IOException {
    twoRuns();
    assertThat(
        query("run=one&run=two", "SELECT run, count(*) AS n FROM flows GROUP BY run ORDER BY run; -- all\n").body())
        .contains("\"columns\" : [ \"run\", \"n\" ]", "[ [ \"one\", \"4\" ], [ \"two\", \"4\" ] ]", "\"more\" : false");
    assertThat(query("run=one", "SELECT NULL AS a, 1/3::DOUBLE AS b, '<b>' AS c").body())
        .contains("[ [ null, \"0.3333333333333333\", \"<b>\" ] ]");
    assertThat(query("run=one", "DESCRIBE flows").body()).contains("fct_ns");
    assertThat(query("run=one", "SUMMARIZE flows").body()).contains("fct_ns");
    assertThat(query("run=one", "SELECT x FROM range(5000) t(x)").body()).contains("\"more\" : true", "\"999\"")
        .doesNotContain("\"1000\"");
    assertThat(query("run=one", "SELECT repeat('x', 1000000) AS x").body().length()).isLessThan(5000);
    assertThat(query("run=one", "SELECT nope FROM flows").body()).startsWith("SQL: line 1, column 8: Binder Error")
        .contains("nope").doesNotContain("COLUMNS(");
    assertThat(query("run=one", "FROM pfc").body()).contains("'pfc' is the table pauses today; tables: runs, ");
    assertThat(query("run=one", "SELEC 1").body()).startsWith("SQL: Parser Error");
    assertThat(query("run=one", "").body()).contains("the query is empty");
    assertThat(query("run=one", "SELECT '" + "x".repeat(100_001) + "'").statusCode()).isEqualTo(400);
    Answer csv = client.post("/api/query?run=one&format=csv", "SELECT x, 'a,\"b' AS t FROM range(100001) t(x)");
    assertThat(csv.body()).startsWith("x,t\n0,\"a,\"\"b\"\n").endsWith("\n99999,\"a,\"\"b\"\n");
    assertThat(csv.more()).isEqualTo("true");
    assertThat(client.post("/api/query?run=one&format=csv", "SELECT 1 AS x").more()).isEqualTo("false");
  }

  @Test
  void queryReadsOnlyTheTables() throws IOException {
    client.complete("one", SCENARIO.formatted("hpcc"));
    Path secret = Files.writeString(folder.resolve("secret.txt"), "hidden-text");
    Path written = folder.resolve("new");
    for (String sql : List.of("SELECT * FROM read_text('SECRET')", "SELECT * FROM 'SECRET'", "FROM read_csv('SECRET')",
        "SELECT * FROM glob('/etc/*')", "SELECT * FROM read_blob('SECRET')", "FROM sniff_csv('SECRET')",
        "FROM parquet_metadata('SECRET')", "FROM read_json('SECRET')", "FROM query('FROM read_text(''SECRET'')')",
        "COPY flows TO 'NEW'", "FROM query('COPY flows TO ''NEW''')", "ATTACH 'NEW'", "INSTALL httpfs", "LOAD httpfs",
        "PRAGMA database_list", "PRAGMA enable_external_access=true", "CALL pragma_version()", "SET enable_external_access=true",
        "RESET lock_configuration", "EXPORT DATABASE 'NEW'", "IMPORT DATABASE 'NEW'", "CREATE TABLE x AS SELECT 1",
        "INSERT INTO runs SELECT * FROM runs", "DELETE FROM runs", "WITH a AS (DELETE FROM runs RETURNING *) FROM a",
        "DROP VIEW flows", "SELECT 1; COPY flows TO 'NEW'", "SELECT 1; SELECT 2", "EXPLAIN ANALYZE SELECT 1", "CHECKPOINT",
        "VACUUM", "FROM read_csv('http://localhost:1/x.csv')", "PREPARE a AS SELECT 1",
        "SELECT * FROM read_text('RUN/../../secret.txt')", "SELECT * FROM read_text('RUN/summary.json')",
        "FROM duckdb_extensions() WHERE install_path = getenv('HOME')", "SELECT 1) TO 'NEW' --",
        "SELECT 1) LIMIT 1; COPY flows TO 'NEW' --")) {
      String asked = sql.replace("SECRET", secret.toString()).replace("NEW", written.toString()).replace("RUN",
          runs.resolve("one").toString());
      Answer answer = query("run=one", asked);
      assertThat(answer.statusCode()).as(asked + ": " + answer.body()).isEqualTo(400);
      assertThat(answer.body()).doesNotContain("hidden-text", "sorry");
      assertThat(written).doesNotExist();
    }
    assertThat(client.post("/api/query?run=one&format=csv", "COPY flows TO '" + written + "'").statusCode()).isEqualTo(400);
    assertThat(written).doesNotExist();
  }

  /** Requests that read or compute for long, or end a computation, must come from a page of this server. */
  @Test
  void rejectsRequestsOfOtherSites() throws IOException {
    twoRuns();
    for (String path : List.of("/api/query?run=one", "/api/compare?run=one&run=two", "/api/tables?run=one",
        "/api/explain?run=one&flow=0", "/api/stop-explaining", "/api/runs/one/stop")) {
      assertThat(client.post(path, "FROM flows", Map.of()).statusCode()).as("a form of another page: " + path).isEqualTo(403);
      String foreign = client.raw("POST " + path + " HTTP/1.1\r\nHost: localhost:" + server.port()
          + "\r\nOrigin: http://evil.example\r\nX-Inflight: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      assertThat(foreign).as(path).startsWith("HTTP/1.1 403");
      if (!path.startsWith("/api/explain")) { // of which GET reports how far it is
        assertThat(client.get(path).statusCode()).as(path).isEqualTo(404);
      }
      assertThat(client.post(path, "FROM flows").policy()).as(path)
          .isEqualTo("default-src 'none'; frame-ancestors 'none'; sandbox");
    }
  }

  @Test
  void eachNewAddressNeedsTheToken() throws IOException {
    try (var open = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, "s3cret")) {
      var stranger = new ServerClient(open.port());
      for (String path : List.of("/api/report?run=one", "/api/explain", "/api/runs/one/flows", "/api/runs/one/points",
          "/ask.js")) {
        assertThat(stranger.get(path).statusCode()).as(path).isEqualTo(401);
      }
      for (String path : List.of("/api/query?run=one", "/api/compare?run=one", "/api/tables?run=one",
          "/api/explain?run=one&flow=0")) {
        assertThat(stranger.post(path, "FROM flows").statusCode()).as(path).isEqualTo(401);
      }
    }
  }

  @Test
  void checksParameters() throws IOException {
    client.complete("one", SCENARIO.formatted("hpcc"));
    for (String query : List.of("run", "run=%zz", "run=one&flow=1&flow=2",
        "run=" + URLEncoder.encode("../one", StandardCharsets.UTF_8) + "&flow=1", "run=one&flow=-1", "run=one&flow=9999999999")) {
      assertThat(client.raw("POST /api/explain?" + query + " HTTP/1.1\r\nHost: localhost:" + server.port()
          + "\r\nX-Inflight: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")).as(query).startsWith("HTTP/1.1 40");
    }
  }
}
