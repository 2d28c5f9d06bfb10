package dev.inflight.lab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.serve.ServerClient.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunServerTest {
  private static final String SCENARIO = "topology: star(hosts=5)\nflows: incast(senders=4, size=200KB)\nseries: {every: 10us, flows: none}\n";

  @TempDir
  private Path folder;
  private Path runs;
  private RunServer server;
  private ServerClient client;

  @BeforeEach
  void serve() throws IOException {
    runs = folder.resolve("runs");
    server = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, null);
    client = new ServerClient(server.port());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Answer get(String path) throws IOException {
    return client.get(path);
  }

  private Answer begin(String name, String scenario) throws IOException {
    return client.begin(name, scenario);
  }

  private String raw(String request) throws IOException {
    return client.raw(request);
  }

  @Test
  void startsFollowsAndOpensARun() throws Exception {
    assertThat(get("/api/runs").body().strip()).isEqualTo("[ ]");
    assertThat(begin("one", SCENARIO).statusCode()).isEqualTo(202);
    String live = get("/api/runs/one/live").body(); // ends with the run
    assertThat(live).contains("\"state\" : \"done\"").contains("\"flowsFinished\" : 4").contains("all flows finished")
        .endsWith("event: end\ndata: {}\n\n");
    assertThat(live.lines().filter(line -> !line.isEmpty()))
        .allMatch(line -> line.startsWith("data: ") || line.equals("event: end"));
    assertThat(get("/api/runs").body()).contains("\"name\" : \"one\"").contains("\"state\" : \"whole\"").contains("fingerprint");
    Answer report = get("/api/runs/one/report");
    assertThat(report.body()).startsWith("<!DOCTYPE html>");
    assertThat(report.policy()).contains("default-src 'none'");
    assertThat(get("/files/one/scenario.yaml").body()).contains("star(hosts=5");
    assertThat(get("/files/one/flows.csv").statusCode()).isEqualTo(200);
    assertThat(begin("one", SCENARIO).statusCode()).as("nothing is overwritten").isEqualTo(409);
  }

  @Test
  void runIsStopped() throws Exception {
    begin("long", "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=100GB)\n");
    var live = (HttpURLConnection) URI.create("http://localhost:" + server.port() + "/api/runs/long/live").toURL()
        .openConnection();
    try (var events = new BufferedReader(new InputStreamReader(live.getInputStream(), StandardCharsets.UTF_8))) {
      for (String event = events.readLine(); event != null; event = events.readLine()) { // until it has ended
        if (event.contains("\"running\"")) {
          client.post("/api/runs/long/stop", "");
        }
      }
    }
    assertThat(get("/api/runs").body()).contains("\"state\" : \"interrupted\"");
  }

  @Test
  void reportsErrorsOfAScenario() throws Exception {
    Answer wrong = begin("one", "topology: star\nflows: incast(senders=x)\npfc: maybe\n");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("scenario:2:8: parameter senders")
        .contains("scenario:3:6: pfc must be true or false, found 'maybe'");
    assertThat(runs).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"topology: file(/etc/passwd)\nflows: incast\n", "topology: \"f\\x69le(/etc/passwd)\"\nflows: incast\n",
      "topology: star\nflows: poisson(sizes=file(/etc/passwd))\n", "topology: FILE\nflows: incast\n",
      "topology: star\nflows: [flow, 'File( path = /etc/passwd )']\n", "topology: star\nflows: incast\nnames: /etc/passwd\n",
      "topology: star\nflows: incast\nsweep: {names: [/etc/passwd, /etc/group]}\n",
      "topology: star\nflows: trace(path=/etc/passwd, format=goal)\n",
      "topology: star\nflows: 'trace(path=x.et, commGroups=/etc/passwd)'\n", "TOPOLOGY_FILE /etc/passwd\nFLOW_FILE /etc/passwd\n",
      "AB c: x\nseed: [1, 2]\n", "topology: star\nflows: incast\nseed: [1, 2]\nnames: /etc/passwd\n"})
  void noFileIsReadForAScenario(String scenario) throws Exception {
    Answer refused = begin("one", scenario);
    assertThat(refused.statusCode()).as(refused.body()).isIn(400, 403);
    assertThat(refused.body()).contains("names a file").doesNotContain("root:");
    assertThat(runs).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/api/", "/api/runs/one", "/files", "/files/one"})
  void pathsWithoutAPageAreNotFound(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void sentenceCountsTheFlowsThatFinished() throws Exception {
    begin("cut", SCENARIO + "until: 20us\n");
    assertThat(get("/api/runs/cut/live").body()).contains("0 of 4 flows finished").doesNotContain("all flows finished");
    begin("missed", SCENARIO + "targets: ['slowdown.p99 <= 1']\n");
    assertThat(get("/api/runs/missed/live").body()).contains("all flows finished; targets were missed");
  }

  /** A tree that contains itself, or contains one part too often to be visited each time. */
  @Test
  void scenarioOfAliasesIsAnswered() throws Exception {
    begin("two", SCENARIO);
    get("/api/runs/two/live");
    var bomb = new StringBuilder("a0: &a0 [x, x, x]\n");
    for (int at = 1; at <= 15; at++) {
      bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(at, at, at - 1, at - 1, at - 1));
    }
    for (String scenario : List.of("topology: &a [*a]\nflows: incast\n", "topology: &a {x: *a}\nflows: incast\n",
        bomb.toString())) {
      assertThat(begin("one", scenario).statusCode()).as(scenario).isEqualTo(403);
      Files.writeString(runs.resolve("two/scenario.yaml"), scenario);
      assertThat(get("/api/runs/two/report").statusCode()).as(scenario).isEqualTo(403);
      assertThat(get("/api/runs").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".hidden", "a/b", "a%2Fb", "..%2F..%2Fx", "", "a%00b", "%2Fetc"})
  void namesLeadToNoOtherFolder(String name) throws Exception {
    assertThat(begin(name, SCENARIO).statusCode()).isGreaterThanOrEqualTo(400);
    assertThat(get("/files/" + name + "/scenario.yaml").statusCode()).isGreaterThanOrEqualTo(400);
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(runs));
  }

  @Test
  void rejectsPathsOutsideTheFolder() throws Exception {
    Files.writeString(folder.resolve("secret.txt"), "secret");
    Files.createDirectories(runs.resolve("one"));
    Files.writeString(runs.resolve("one/scenario.yaml"), SCENARIO);
    for (String path : new String[] {"/files/../secret.txt", "/files/one/../../secret.txt",
        "/files/one/%2e%2e%2f%2e%2e%2fsecret.txt", "/files/one/secret.txt", "//etc/passwd", "/files/one/.."}) {
      String answer = raw("GET " + path + " HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\nConnection: close\r\n\r\n");
      assertThat(answer).as(path).startsWith("HTTP/1.1 4").doesNotContain("secret\n");
    }
  }

  @Test
  void linksAreNotFollowed() throws Exception {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("scenario.yaml"), "secret: 1");
    Files.createDirectories(runs.resolve("one"));
    Files.createSymbolicLink(runs.resolve("linked"), outside);
    Files.createSymbolicLink(runs.resolve("one/scenario.yaml"), outside.resolve("scenario.yaml"));
    Files.createSymbolicLink(runs.resolve("one/flows.csv"), outside.resolve("scenario.yaml"));
    assertThat(get("/api/runs").body().strip()).isEqualTo("[ ]");
    assertThat(get("/files/linked/scenario.yaml").statusCode()).isEqualTo(404);
    assertThat(get("/files/one/scenario.yaml").statusCode()).isEqualTo(404);
    assertThat(get("/api/runs/one/report").statusCode()).isEqualTo(403);
  }

  /** A folder of an untrusted user: its scenario names a file elsewhere, and its texts are markup. */
  @Test
  void maliciousRunIsShownAsText() throws Exception {
    begin("bad", SCENARIO);
    get("/api/runs/bad/live");
    Path scenario = runs.resolve("bad/scenario.yaml");
    String written = Files.readString(scenario);
    Files.writeString(scenario, written.replaceFirst("name: .*", "name: '</script><script>alert(1)</script>'"));
    assertThat(get("/api/runs/bad/report").body()).doesNotContain("<script>alert(1)");
    Files.writeString(scenario, written.replaceFirst("topology: .*", "topology: 'file(path=/etc/passwd)'"));
    Answer report = get("/api/runs/bad/report");
    assertThat(report.statusCode()).isEqualTo(403);
    assertThat(report.body()).doesNotContain("root:");
    Files.writeString(runs.resolve("bad/summary.json"), "{");
    assertThat(get("/api/runs").body()).contains("\"state\" : \"unreadable\"");
  }

  @Test
  void rejectsRequestsOfOtherSites() throws Exception {
    String port = String.valueOf(server.port());
    assertThat(raw("GET /api/runs HTTP/1.1\r\nHost: evil.example:" + port + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(raw("GET /api/runs HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403");
    Answer plain = client.post("/api/runs?name=one", SCENARIO, Map.of());
    assertThat(plain.statusCode()).as("a form of another page").isEqualTo(403);
    String foreign = raw("POST /api/runs?name=one HTTP/1.1\r\nHost: localhost:" + port
        + "\r\nOrigin: http://evil.example\r\nX-Inflight: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assertThat(foreign).startsWith("HTTP/1.1 403");
    assertThat(runs).isEmptyDirectory();
  }

  @Test
  void requiresATokenOnOtherAddresses() throws Exception {
    try (var open = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, "s3cret")) {
      assertThat(new ServerClient(open.port()).ask("/", Map.of(), null).statusCode()).isEqualTo(401);
      Answer shown = new ServerClient(open.port()).ask("/?token=s3cret", Map.of(), null);
      assertThat(shown.statusCode()).isEqualTo(200);
      assertThat(shown.cookie()).contains("HttpOnly").contains("SameSite=Strict");
      assertThat(new ServerClient(open.port()).ask("/", Map.of("Cookie", "a=b; inflight=s3cret"), null).statusCode())
          .isEqualTo(200);
      assertThat(new ServerClient(open.port()).ask("/?token=other", Map.of(), null).statusCode()).isEqualTo(401);
    }
  }

  /** No browser opens the address of all interfaces. */
  @ParameterizedTest
  @CsvSource({"0.0.0.0, 127.0.0.1, true", "::, [::1], true", "127.0.0.1, localhost, false", "localhost, localhost, false",
      "127.0.0.2, 127.0.0.2, false", "::1, [0:0:0:0:0:0:0:1], false"})
  void addressOpensInBrowser(String host, String shown, boolean onAll) throws Exception {
    try (var open = RunServer.open(runs, host, 0)) {
      assertThat(open.address()).startsWith("http://" + shown + ":" + open.port() + "/");
      assertThat(open.isOnAllInterfaces()).isEqualTo(onAll);
      var connection = (HttpURLConnection) URI.create(open.address()).toURL().openConnection();
      assertThat(connection.getResponseCode()).isEqualTo(200);
    }
  }

  @Test
  void namesThePortThatIsTaken() throws Exception {
    try (var taken = RunServer.open(runs, null, 0)) {
      assertThatThrownBy(() -> RunServer.open(runs, null, taken.port())).isInstanceOf(InputError.class)
          .hasMessageStartingWith("--port: cannot listen on port " + taken.port() + ": ")
          .hasMessageEndingWith("; 0 takes any port that is free");
    }
  }

  @Test
  void printsIpv6AddressesInBrackets() throws Exception {
    assertThat(ServedHost.inBrowser(InetAddress.getByName("2001:db8::7"))).isEqualTo("[2001:db8:0:0:0:0:0:7]");
    assertThat(ServedHost.inBrowser(InetAddress.getByName("10.1.2.3"))).isEqualTo("10.1.2.3");
    assertThat(ServedHost.inBrowser(InetAddress.getByName("127.0.0.2"))).isEqualTo("127.0.0.2");
  }

  @Test
  void servesOnlySandboxedReportsAsPages() throws Exception {
    begin("one", SCENARIO);
    get("/api/runs/one/live");
    assertThat(get("/api/runs/one/report").policy())
        .contains("script-src 'sha256-", "; sandbox allow-scripts allow-downloads allow-modals")
        .doesNotContain("allow-same-origin", "script-src 'unsafe-inline'");
    for (String path : new String[] {"/files/one/scenario.yaml", "/files/one/flows.csv", "/api/runs", "/api/runs/none/report",
        "/none"}) {
      assertThat(get(path).policy()).as(path).isEqualTo("default-src 'none'; frame-ancestors 'none'; sandbox");
    }
    assertThat(get("/").policy()).contains("script-src 'self'").doesNotContain("script-src 'unsafe-inline'");
  }

  @Test
  void rejectsScenarioThatIsTooLong() throws Exception {
    assertThat(begin("one", "#".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
  }
}
