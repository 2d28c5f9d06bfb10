package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.lab.page.Page;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.serve.RunServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of folders whose texts are markup, in a browser: no script runs, and each text is shown as it is. */
@Tag("sweep")
class HostilePagesTest {
  private static final Pattern SHOWN = Pattern.compile("\\[\\[([^|\\]]+)]]");
  /** Script that opens all details, points at each part of a chart, and collects all visible texts. */
  private static final String SEEN = """
      (async () => {
        const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (let more = [...document.querySelectorAll('details:not([open])')]; more.length; more = [...document.querySelectorAll('details:not([open])')]) {
          more.forEach(one => { one.open = true; });
          await drawn();
        }
        const inherited = [];
        for (const key in {}) {
          inherited.push(key);
        }
        const texts = [document.title, ...inherited.map(key => 'MARKUP of all objects: ' + key)];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          if (!walk.currentNode.parentElement.matches('script, p.warn')) { // warnings are messages, which shorten what they repeat
            texts.push(walk.currentNode.data);
          }
        }
        document.querySelectorAll('[aria-label]').forEach(one => texts.push(one.getAttribute('aria-label')));
        for (const place of document.querySelectorAll('.chart')) {
          const chart = globalThis.echarts && echarts.getInstanceByDom(place);
          if (!chart) {
            continue;
          }
          chart.getOption().series.slice(0, 8).forEach((series, seriesIndex) => series.data.slice(0, 3).forEach((_, dataIndex) => {
            chart.dispatchAction({ type: 'showTip', seriesIndex, dataIndex });
            place.querySelectorAll('.tip').forEach(tip => {
              texts.push(tip.textContent);
              const others = [...tip.querySelectorAll(':not(div, span, strong)')].map(one => one.outerHTML);
              if (others.length) {
                texts.push('MARKUP ' + others);
              }
              globalThis.tips = (globalThis.tips || 0) + 1;
            });
          }));
          const saved = new DOMParser().parseFromString(decodeURIComponent(chart.getDataURL({ type: 'svg' }).split(',').slice(1).join(',')), 'image/svg+xml');
          if (saved.querySelector('parsererror, img, script, foreignObject, a')) {
            texts.push('MARKUP ' + saved.documentElement.outerHTML.slice(0, 1000));
          }
        }
        return texts;
      })()
      """;
  /** Script that finds elements that no page has, except its own scripts and the link to its content. */
  private static final String FOREIGN = """
      [...document.querySelectorAll('img, iframe, object, embed, form, base, body link, a:not(.skip, [href^="/files/"], [href^="/api/runs/"]), [src]:not(script[src^="/"]), [onload], [onerror], [onclick], svg svg')]
        .map(one => one.outerHTML)
      """;

  @TempDir
  private static Path folder;
  private static Browser browser;
  private static Path one;
  private static Path other;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start();
    one = HostileRun.make(folder.resolve(HostileRun.fileName("folder")));
    other = HostileRun.make(folder.resolve("__proto__"));
  }

  @AfterAll
  static void end() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path page(String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.err().lines()).allMatch(line -> line.startsWith("inflight: warning: "));
    return Path.of(arguments[arguments.length - 1]);
  }

  /** Opens a page and checks it; returns the names of the payloads that it shows, each whole. */
  private static Set<String> checked(String address) {
    Browser.Tab tab = browser.open(address);
    tab.value(
        "new Promise(done => { const look = () => document.querySelector('footer:not(:empty), #runs tr, body > pre') ? done() : setTimeout(look, 10);"
            + " look(); })");
    tab.value("(async () => { globalThis.texts = await " + SEEN + "; })()");
    List<String> texts = tab.texts("globalThis.texts");
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.value("String(globalThis.ran)")).isEqualTo("undefined");
    assertThat(tab.texts(FOREIGN)).isEmpty();
    assertThat(texts).noneMatch(text -> text.startsWith("MARKUP"));
    Set<String> shown = new TreeSet<>();
    for (String text : texts) {
      for (Matcher name = SHOWN.matcher(text); name.find();) {
        String known = name.group(1);
        if (known.contains("…")) {
          continue; // cut in its middle
        }
        assertThat(text.substring(name.start())).as(known).matches(part -> isShown(part, known), "is a payload or its beginning");
        shown.add(known);
      }
    }
    if (tab.value("Boolean(document.querySelector('.chart svg'))").equals("true")) {
      assertThat(tab.value("globalThis.tips > 0")).as("charts show what is pointed at").isEqualTo("true");
    }
    return shown;
  }

  /**
   * Reports whether a text is a payload as it is, or its first part: long names are shortened, and those of a legend are broken into lines.
   */
  private static boolean isShown(String text, String known) {
    return Stream.of(HostileRun.payload(known), HostileRun.fileName(known), HostileRun.inYaml(HostileRun.payload(known)))
        .anyMatch(payload -> {
          int same = 0;
          while (same < payload.length() && same < text.length() && payload.charAt(same) == text.charAt(same)) {
            same++;
          }
          String rest = text.substring(same);
          return same == payload.length() || rest.isBlank() || rest.startsWith("…") || rest.startsWith("...");
        });
  }

  @Test
  void reportShowsTextsAsTheyAre() {
    Path report = page("report", one.toString(), "--out", folder.resolve("one.html").toString());
    assertThat(checked(report.toUri().toString())).contains("folder", "summary.scenario", "summary.scheme", "summary.fingerprint",
        "collectives.csv.job", "ranks.csv.job", "scenario", "live");
  }

  @Test
  void reportOfSeveralRunsShowsTextsAsTheyAre() {
    Path report = page("report", one.toString(), other.toString(), "--out", folder.resolve("both.html").toString());
    assertThat(checked(report.toUri().toString())).contains("folder", "summary.scheme", "collectives.csv.job");
  }

  @Test
  void comparisonShowsTextsAsTheyAre() {
    Path report = page("compare", one.toString(), other.toString(), "--report", folder.resolve("compared.html").toString());
    assertThat(checked(report.toUri().toString())).contains("folder", "summary.scheme");
  }

  @Test
  void reportOfSweepShowsTextsAsTheyAre() throws IOException {
    Path sweep = Files.createDirectory(folder.resolve(HostileRun.fileName("sweep")));
    HostileRun.make(sweep.resolve("0"));
    HostileRun.make(sweep.resolve("1"));
    Files.writeString(sweep.resolve("points.csv"),
        "point,run,scheme\n0,0," + HostileRun.inQuotes(HostileRun.payload("scheme")) + "\n1,1,hpcc\n");
    Path report = page("report", sweep.toString(), "--out", folder.resolve("sweep.html").toString());
    assertThat(checked(report.toUri().toString())).contains("summary.scheme", "collectives.csv.job");
  }

  @Test
  void pageOfPaperShowsTextsAsTheyAre() throws IOException {
    String text = Browser.quoted(HostileRun.payload("figure"));
    String axis = "{\"title\":" + text + ",\"from\":0,\"to\":3}";
    String json = ("{'version':T,'figures':[{'name':T,'title':T,'claims':[{'statement':T,'published':T,'ours':T,'bound':T,'verdict':T,"
        + "'because':T}],'chart':{'title':T,'panels':[{'title':T,'x':AXIS,'y':AXIS,'lines':[{'name':T,'points':[[1,1],[2,2]]}],"
        + "'marks':[{'name':T,'at':1,'vertical':true}]}]}}]}").replace('\'', '"').replace("AXIS", axis).replace(":T", ":" + text);
    Path file = folder.resolve("paper.html");
    Page.PAPER.write(json, file);
    assertThat(checked(file.toUri().toString())).containsExactly("figure");
  }

  @Test
  void serveShowsTextsAsTheyAre() throws IOException {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    HostileRun.make(runs.resolve("one"));
    HostileRun.make(runs.resolve("unreadable"));
    Files.writeString(runs.resolve("unreadable/summary.json"),
        "{\"seed\": " + Browser.quoted("<img src=x onerror=globalThis.ran=1>") + "}");
    HostileRun.plain(runs.resolve("refused"));
    Path collectives = runs.resolve("refused/collectives.csv");
    HostileRun.put(collectives, JobFiles.COLLECTIVES, "op", HostileRun.inQuotes(HostileRun.payload("op")));
    try (var server = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, null)) {
      String address = "http://localhost:" + server.port();
      assertThat(checked(address + "/")).contains("summary.scheme");
      assertThat(checked(address + "/api/runs/one/report")).contains("summary.scheme", "collectives.csv.job", "scenario");
      for (String text : List.of("/api/runs/refused/report", "/files/one/scenario.yaml", "/files/one/summary.json",
          "/files/one/stalled.csv", "/api/runs",
          "/api/runs/" + URLEncoder.encode(HostileRun.payload("name"), StandardCharsets.UTF_8) + "/report")) {
        Browser.Tab tab = browser.open(address + text);
        assertThat(tab.value("String(globalThis.ran)")).as(text).isEqualTo("undefined");
        assertThat(tab.texts("[...document.querySelectorAll('body :not(pre, div)')].map(one => one.outerHTML)")).as(text)
            .isEmpty();
      }
    }
  }

  /** A report of a server is no page of the server: the server rejects its requests. */
  @Test
  void reportsOfServerReachNothing() throws IOException {
    Path runs = Files.createDirectory(folder.resolve("runs-2"));
    HostileRun.plain(runs.resolve("one"));
    try (var server = new RunServer(runs, InetAddress.getLoopbackAddress(), 0, null)) {
      Browser.Tab tab = browser.open("http://localhost:" + server.port() + "/api/runs/one/report");
      assertThat(tab.value("origin")).isEqualTo("null");
      assertThat(tab.value("fetch('/api/runs').then(() => 'answered', refused => 'refused')")).isEqualTo("refused");
      assertThat(tab.value("(() => { try { return String(document.cookie); } catch (refused) { return refused.name; } })()"))
          .isEqualTo("SecurityError");
    }
  }

  /** Even if a script of the project has a mistake, markup in the page runs nothing. */
  @Test
  void policyPermitsNoOtherScript() throws IOException {
    String report = Files.readString(page("report", one.toString(), "--out", folder.resolve("plain.html").toString()));
    for (String markup : List.of("<img src=x onerror=globalThis.ran=1>", "<script>globalThis.ran=1</script>",
        "<svg onload=globalThis.ran=1>", "<script src=data:text/javascript,globalThis.ran=1></script>",
        "<iframe src=javascript:parent.ran=1></iframe>", "<form id=f action=javascript:globalThis.ran=1></form>")) {
      Path file = folder.resolve("markup.html");
      Files.writeString(file, report.replace("<footer", markup + "<footer"));
      Browser.Tab tab = browser.open(file.toUri().toString());
      tab.value("document.getElementById('f')?.submit()");
      assertThat(tab.value("new Promise(done => setTimeout(() => done(String(globalThis.ran)), 50))")).as(markup)
          .isEqualTo("undefined");
      assertThat(tab.texts("globalThis.refused")).as(markup).isNotEmpty();
    }
  }

  /** Without its policy the same page runs the script: these tests would detect a script. */
  @Test
  void scriptWithoutPolicyIsSeen() throws IOException {
    Path file = folder.resolve("open.html");
    Files.writeString(file, Files.readString(page("report", one.toString(), "--out", folder.resolve("plain.html").toString()))
        .replaceFirst("<meta http-equiv=[^>]*>", "").replace("<footer", "<img src=x onerror=globalThis.ran=1><footer"));
    Browser.Tab tab = browser.open(file.toUri().toString());
    assertThat(tab.value(
        "new Promise(done => { const look = () => globalThis.ran ? done(globalThis.ran) : setTimeout(look, 10); look(); })"))
        .isEqualTo("1");
  }
}
