package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** {@code inflight report} as a whole, without a browser. */
class ReportCommandTest {
  private static final Pattern DATA = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>",
      Pattern.DOTALL);

  @TempDir
  private Path folder;

  private Path run;

  @BeforeEach
  void oneRun() throws IOException {
    run = made("one", "1", "name: plain");
  }

  private Path made(String name, String seed, String line) throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(scenario,
        "topology: star(hosts=9)\n" + (line.startsWith("flows:") ? "" : "flows: incast(senders=8, size=400KB)\n")
            + "series: {every: 10us}\nbuffer: 1100KB\n" + line + "\n");
    Path out = folder.resolve(name);
    Program program = Program.run("run", scenario.toString(), "--seed", seed, "--out", out.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    return out;
  }

  private static String page(Path file, String... arguments) throws IOException {
    return pageWithWarning("", file, arguments);
  }

  private static String pageWithWarning(String warning, Path file, String... arguments) throws IOException {
    Program program = Program.run(arguments);
    assertThat(program.err()).startsWith(warning.isEmpty() ? "" : "inflight: warning: " + warning)
        .hasLineCount(warning.isEmpty() ? 0 : 1);
    assertThat(program.exit()).isZero();
    assertThat(program.out()).isEqualTo(file + "\n");
    return Files.readString(file);
  }

  private static String data(String page) {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return data.group(1);
  }

  /** Number of rows of a list in the data. */
  private static int rows(String data, String name) {
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), data)) {
      json.nextToken();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String key = json.currentName();
        json.nextToken();
        if (key.equals(name)) {
          return rows(json);
        }
        json.skipChildren();
      }
    }
    return -1;
  }

  /** Number of rows of a list, or of a result with columns and rows. */
  private static int rows(JsonParser json) {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      json.nextToken(); // columns
      json.nextToken();
      json.skipChildren();
      json.nextToken(); // rows
      json.nextToken();
    }
    int rows = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      rows++;
      json.skipChildren();
    }
    return rows;
  }

  @Test
  void oneFileHasTheWholeReport() throws IOException {
    String page = page(run.resolve("report.html"), "report", run.toString());
    String data = data(page);
    assertThat(rows(data, "runs")).isEqualTo(1);
    assertThat(rows(data, "sizes")).isEqualTo(1);
    assertThat(rows(data, "distribution")).isEqualTo(206);
    assertThat(rows(data, "slowest")).isEqualTo(8);
    assertThat(rows(data, "links")).isEqualTo(18);
    assertThat(rows(data, "portTimes")).isGreaterThan(10);
    assertThat(rows(data, "fairness")).isGreaterThan(5);
    assertThat(rows(data, "pauseTrees")).isEqualTo(1);
    assertThat(data).contains("\"columns\":[\"run\",\"share\",\"slowdown\",\"fct_ns\"]", "[0,0.995,", "topology: ",
        "the ideal completion time: the same flow alone, over the paths that it may use");
    assertThat(page).contains("default-src 'none'", "Licensed to the Apache Software Foundation");
    assertThat(page.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("src=", "http:", "https:", "<link", "url(");
  }

  /** Without jobs, the report has no part about jobs. */
  @Test
  void jobsAreShown() throws IOException {
    assertThat(rows(data(page(run.resolve("report.html"), "report", run.toString())), "jobs")).isZero();
    Path jobs = made("jobs", "1",
        "flows: [\"collective(op=all-reduce, size=1MB, ranks=4, repeat=3, compute=10us, job=a)\", \"collective(op=all-gather, ranks=4, job=b)\"]");
    String data = data(page(jobs.resolve("report.html"), "report", jobs.toString()));
    assertThat(rows(data, "collectives")).isEqualTo(4);
    assertThat(rows(data, "jobs")).isEqualTo(2);
    assertThat(rows(data, "ranks")).isEqualTo(8);
    assertThat(data).contains("\"all-reduce\"", "\"busbw_bps\"");
  }

  @Test
  void sameRunsGiveTheSameFile() throws IOException {
    String once = page(run.resolve("report.html"), "report", run.toString());
    assertThat(page(run.resolve("report.html"), "report", run.toString())).isEqualTo(once);
  }

  @Test
  void comparesSeveralRunsInOneReport() throws IOException {
    Path two = made("two", "2", "scheme: dcqcn");
    Path file = folder.resolve("both.html");
    String data = data(page(file, "report", run.toString(), two.toString(), "--out", file.toString()));
    assertThat(rows(data, "runs")).isEqualTo(2);
    assertThat(rows(data, "distribution")).isEqualTo(412);
    assertThat(data.indexOf("\"one\"")).isLessThan(data.indexOf("\"two\""));
  }

  /** Points are named by their keys' values, and a repeated command writes their page again. */
  @Test
  void sweepIsNamedByItsKeys() throws IOException {
    Path scenario = folder.resolve("sweep.yaml");
    Files.writeString(scenario, "topology: star(hosts=9)\nflows: incast(senders=8, size=40KB)\n");
    Path out = folder.resolve("sweep");
    Program swept = Program.run("sweep", scenario.toString(), "--set", "scheme=[hpcc, dcqcn]", "--set", "buffer=[2MB, 16MB]",
        "--set", "seed=[1, 2, 3]", "--out", out.toString(), "--quiet");
    assertThat(swept.exit()).as(swept.err()).isZero();
    String data = data(page(out.resolve("report.html"), "report", out.toString()));
    assertThat(data(page(out.resolve("report.html"), "report", out.toString()))).isEqualTo(data);
    assertThat(data).contains("\"beside\":false", "\"keys\":[\"scheme\",\"buffer\",\"seed\"]", "[\"dcqcn\",\"16MB\",\"3\"]",
        "\"dcqcn, buffer 16MB, seed 3\"", "{\"title\":\"slowdown, 99th percentile\",\"unit\":\"ratio\",\"values\":[",
        "\"words\":[\"\",\"buffer\",\"seed\"],\"t\":[12.7062,4.3027]", "{\"title\":\"bulk goodput\",\"unit\":\"bit/s\"",
        "{\"title\":\"utilization of the busiest port, until 95 % of the bytes were delivered\"");
    assertThat(data).doesNotContain("isSweep");
    assertThat(rows(data, "runs")).isEqualTo(12);
    assertThat(rows(data, "links")).isZero();
    String two = data(page(folder.resolve("two.html"), "report", out.resolve("0001").toString(), out.resolve("0012").toString(),
        "--out", folder.resolve("two.html").toString()));
    assertThat(two).contains("\"hpcc, buffer 2MB, seed 1\"", "\"dcqcn, buffer 16MB, seed 3\"", "\"beside\":true");
    assertThat(rows(two, "links")).isEqualTo(36);
  }

  /** Folders whose names describe nothing are named by the differences of their scenarios, others as they are. */
  @Test
  void namesRunsByTheirDifferences() throws IOException {
    Path one = made("run1", "1", "scheme: hpcc");
    Path two = made("run2", "1", "scheme: dcqcn");
    String data = data(page(folder.resolve("both.html"), "report", one.toString(), two.toString(), "--out",
        folder.resolve("both.html").toString()));
    assertThat(data).contains("\"names\":[\"hpcc\",\"dcqcn\"]");
    Path named = made("slow", "1", "scheme: dcqcn");
    assertThat(data(page(folder.resolve("both.html"), "report", one.toString(), named.toString(), "--out",
        folder.resolve("both.html").toString()))).contains("\"names\":[\"run1\",\"slow\"]");
  }

  /** Differences between a live run and its simulation. */
  @Test
  void reportsHowALiveRunKeptRealTime() throws IOException {
    Path live = made("live", "2", "scheme: dcqcn");
    Files.writeString(live.resolve("live.txt"), "late        events by at most 2 us\n");
    String both = data(page(folder.resolve("both.html"), "report", run.toString(), live.toString(), "--out",
        folder.resolve("both.html").toString()));
    assertThat(both).contains("\"live\":{\"live\":\"late        events by at most 2 us\\n\"}");
  }

  /** No content of a folder can end the script that contains it. */
  @Test
  void textsAreDataAndNeverMarkup() throws IOException {
    Path hostile = made("a b", "3", "name: 'x</script><script>alert(1)</script><!--'");
    Files.writeString(hostile.resolve("scenario.yaml"),
        "# </script><img src=x onerror=alert(2)>\n" + Files.readString(hostile.resolve("scenario.yaml")));
    String page = pageWithWarning(hostile.resolve("scenario.yaml") + ": this is not what the run wrote: ",
        hostile.resolve("report.html"), "report", hostile.toString());
    assertThat(page).doesNotContain("alert(1)</script>", "<img src=x", "x</script>");
    assertThat(data(page)).contains("x\\u003c/script\\u003e", "\\u003cimg src=x onerror=alert(2)\\u003e");
  }

  @Test
  void rejectsOrReportsIncompleteRuns() throws IOException {
    Files.move(run.resolve("summary.json"), run.resolve("INCOMPLETE"));
    Program refused = Program.run("report", run.toString());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("has not ended, or it was killed, so rows may be missing; --partial takes what there is");
    assertThat(run.resolve("report.html")).doesNotExist();
    assertThat(
        data(pageWithWarning(run + ": without a summary.json nothing states what the run wrote", run.resolve("report.html"),
            "report", "--partial", run.toString())))
        .contains(",\"incomplete\",");
  }

  @Test
  void rejectsFolderAsFile() {
    Program refused = Program.run("report", run.toString(), "--out", folder.toString());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("is a folder; name a file, as in ");
  }

  @Test
  void escapesTextsThatEndScripts() {
    assertThat(Page.asText("{\"a\":\"</script>&\u2028\"}")).isEqualTo("{\"a\":\"\\u003c/script\\u003e\\u0026\\u2028\"}");
  }
}
