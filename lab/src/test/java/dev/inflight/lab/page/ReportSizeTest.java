package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import dev.inflight.lab.Program;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of the largest runs and sweeps: their size, their times to write and to open, and the notes about parts that they leave out. */
@Tag("sweep")
class ReportSizeTest {
  private static final int FLOWS = 2_000_000;
  private static final int PAUSES = 1_000_000;
  private static final int POINTS = 1_000_000;
  private static final int RUNS = 1000;
  private static final long LARGEST_BYTES = 5_000_000;
  /** Twice the documented time on an idle machine. */
  private static final double SLOWEST_MS = 4000;
  private static final String SCENARIO = """
      topology: leaf-spine(leaves=8, spines=4, hostsPerLeaf=8)
      flows: incast(senders=8, size=100KB)
      series: {every: 10us}
      """;

  @TempDir
  private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start();
  }

  @AfterAll
  static void end() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path run(String name, int seed) throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(scenario, SCENARIO);
    Path out = folder.resolve(name);
    Program program = Program.run("run", scenario.toString(), "--seed", Integer.toString(seed), "--out", out.toString(),
        "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    return out;
  }

  /** Writes the report and opens it. */
  private static Browser.Tab opened(String what, Path of) throws IOException {
    long beganNs = System.nanoTime();
    Program program = Program.run("report", of.toString());
    double seconds = (System.nanoTime() - beganNs) / 1e9;
    assertThat(program.exit()).as(program.err()).isZero();
    Path page = of.resolve("report.html");
    Browser.Tab tab = browser.open(page.toUri().toString());
    double ms = Double.parseDouble(tab.value("performance.getEntriesByType('navigation')[0].loadEventEnd"));
    double heap = Double.parseDouble(tab.value("performance.memory.usedJSHeapSize")) / 1e6;
    System.out.printf(Locale.ROOT,
        "report of %s: %.2f MB, written in %.1f s, opened in %.0f ms, heap %.0f MB, %s elements, %s px high%n", what,
        Files.size(page) / 1e6, seconds, ms, heap, tab.value("document.querySelectorAll('*').length"),
        tab.value("document.documentElement.scrollHeight"));
    assertThat(Files.size(page)).isLessThan(LARGEST_BYTES);
    assertThat(ms).isLessThan(SLOWEST_MS);
    assertThat(tab.complaints()).isEmpty();
    return tab;
  }

  private static List<long[]> ports(Path run) throws IOException {
    try (Stream<String> lines = Files.lines(run.resolve("ports.csv"))) {
      return lines.skip(1).map(line -> line.split(",")).map(cells -> new long[] {Long.parseLong(cells[0]),
          Long.parseLong(cells[2]), cells[1].equals("host") ? 1 : 0, Long.parseLong(cells[3])}).toList();
    }
  }

  @Test
  void reportOfMillionsOfRowsStaysSmall() throws IOException {
    Path run = run("large", 1);
    var random = new Random(1);
    List<long[]> ports = ports(run);
    try (Writer out = Files.newBufferedWriter(run.resolve("pauses.csv"))) {
      out.write("time_ns,node,kind,port,priority,state\n");
      Map<Integer, Boolean> paused = new HashMap<>();
      for (int row = 0; row < 2 * PAUSES; row++) {
        int at = random.nextInt(ports.size());
        boolean begins = !paused.getOrDefault(at, false);
        paused.put(at, begins);
        long[] port = ports.get(at);
        out.write((row / 2.0 + ".000").replaceAll("\\.(\\d)\\.000", ".$100") + ',' + port[0] + ','
            + (port[2] == 1 ? "host" : "switch") + ',' + port[1] + ",3," + (begins ? "pause" : "resume") + '\n');
      }
    }
    try (Writer out = Files.newBufferedWriter(run.resolve("flows.csv"))) {
      out.write("flow,source,destination,source_port,destination_port,priority,size_bytes,start_ns,fct_ns,ideal_fct_ns,slowdown,"
          + "retransmitted_bytes,operation\n");
      for (int flow = 0; flow < FLOWS; flow++) {
        int source = random.nextInt(64);
        int slow = 1 + random.nextInt(100);
        out.write(flow + "," + source + "," + (source + 1) % 64 + ",10000,100,3," + (100 + random.nextInt(10_000_000)) + ','
            + flow + ".000," + 1000 * slow + ".000,1000.000," + slow + ".0000,0,flow\n");
      }
    }
    try (Writer out = Files.newBufferedWriter(run.resolve("port-series.csv"))) {
      out.write("time_ns,node,port,waiting_bytes,sent_bytes,throughput_bps,ecn_marks\n");
      for (int row = 0; row < POINTS; row++) {
        long[] port = ports.get(row % ports.size());
        out.write(row / ports.size() * 10 + ".000," + port[0] + ',' + port[1] + ',' + random.nextInt(1_000_000) + ',' + row + ','
            + random.nextInt(1_000_000_000) + ",0\n");
      }
    }
    try (Writer out = Files.newBufferedWriter(run.resolve("flow-series.csv"))) {
      out.write("time_ns,flow,acked_bytes,goodput_bps,window_bytes,pace_bps\n");
      for (int row = 0; row < POINTS; row++) {
        out.write(
            row / 100 * 10 + ".000," + row % 100 + ',' + row + ',' + random.nextInt(1_000_000_000) + ",100000,1000000000\n");
      }
    }
    Browser.Tab tab = opened("a run of 2 M flows, 1 M pauses and series of 2 M points", run);
    assertThat(tab.texts("[...document.querySelectorAll('p.left')].map(one => one.textContent)"))
        .contains("20 of 2,000,000 flows are on this page.", "16 of 100 flows are on this page.");
    assertThat(tab.value("document.querySelectorAll('ul.tree li').length")).as("only roots are made").isEqualTo("21");
    assertThat(tab.value(
        """
            (async () => {
              const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
              let inside = document.querySelector('ul.tree');
              for (let depth = 0; depth < 3; depth++) {
                const next = [...inside.querySelectorAll('details:not([open])')].find(one => !one.textContent.startsWith('and'));
                if (!next) {
                  return 'nothing to open at depth ' + depth;
                }
                next.open = true;
                await drawn();
                inside = next;
              }
              return document.querySelectorAll('ul.tree li').length > 21 && document.querySelectorAll('ul.tree ul.tree ul.tree').length > 0;
            })()"""))
        .isEqualTo("true");
    int deepest = Integer.parseInt(tab.value(
        "Math.max(...JSON.parse(document.getElementById('data').textContent).pauseTrees[0].depths.map((_, at) => at + 1))"));
    assertThat(deepest).as("hops in a leaf-spine").isLessThanOrEqualTo(4);
  }

  @Test
  void reportOfAThousandRunsStaysSmall() throws IOException {
    Path sweep = folder.resolve("sweep");
    Files.createDirectories(sweep);
    var points = new StringBuilder("point,run,\"scheme\",\"flows.0.load\",\"buffer\",\"seed\"\n");
    var runs = new HashMap<Integer, Path>();
    for (int point = 0; point < RUNS; point++) {
      int seed = 1 + point % 10;
      if (!runs.containsKey(seed)) {
        runs.put(seed, run("seed" + seed, seed));
      }
      String name = "%04d".formatted(point + 1);
      points.append(point + 1).append(',').append(name).append(",\"")
          .append(List.of("hpcc", "dcqcn", "swift", "timely").get(point / 10 % 4)).append("\",\"0.").append(1 + point / 40 % 5)
          .append("\",\"").append(1 << point / 200).append("MB\",\"").append(seed).append("\"\n");
      Files.createDirectories(sweep.resolve(name));
      try (Stream<Path> files = Files.list(runs.get(seed))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, sweep.resolve(name).resolve(file.getFileName()));
        }
      }
    }
    Files.writeString(sweep.resolve("points.csv"), points);
    Browser.Tab tab = opened("a sweep of 1,000 runs", sweep);
    assertThat(tab.value("document.getElementById('title').textContent"))
        .isEqualTo("s: 4 × scheme, 5 × load, 5 × buffer, 10 seeds (1,000 runs)");
    assertThat(tab.texts("[...document.querySelectorAll('p.left')].map(one => one.textContent)"))
        .contains("50 of 100 points are shown. ");
    String places = "[...new Set(echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series"
        + ".filter(one => one.type === 'line').flatMap(one => one.data.map(point => point[0])))].sort((a, b) => a - b)"
        + ".map(x => x.toPrecision(3))";
    assertThat(tab.texts(places)).containsExactly("0.100", "0.200", "0.300", "0.400", "0.500");
    tab.value(
        "(() => { const x = document.querySelector('select'); x.value = 'buffer'; x.dispatchEvent(new Event('change')); })()");
    assertThat(tab.texts(places)).containsExactly("1.00e+6", "2.00e+6", "4.00e+6", "8.00e+6", "1.60e+7");
    tab.value("[...document.querySelectorAll('thead button')][0].click()");
    tab.value("[...document.querySelectorAll('thead button')][0].click()");
    assertThat(tab.value("document.querySelector('th[aria-sort=descending]').textContent")).isEqualTo("scheme ▼");
    assertThat(tab.value("document.querySelector('tbody th').textContent")).isEqualTo("timely");
    assertThat(tab.complaints()).isEmpty();
  }
}
