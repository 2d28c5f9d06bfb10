package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appearance of reports: on a desktop, on a phone, on paper, on either background. */
@Tag("sweep")
class ChartPagesTest {
  /** Script for all checks: the texts of a chart, except those that a paged legend hides. */
  private static final String TEXTS = """
      const charts = [...document.querySelectorAll('.chart')];
      const textsOf = place => [...place.querySelectorAll('svg text')].filter(one => one.textContent.trim() && !one.closest('[clip-path]'));
      const chartOf = label => document.querySelector('.chart[aria-label="' + label + '"]');
      const read = () => JSON.parse(document.getElementById('data').textContent);
      const contrast = (a, b) => {
        const light = color => {
          const [red, green, blue] = color.match(/\\w\\w/g).map(part => parseInt(part, 16) / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        return Math.max(light(a), light(b)) / Math.min(light(a), light(b));
      };
      """;
  private static final String CUT_OR_COVERED = """
      return charts.flatMap(place => {
        const box = place.getBoundingClientRect();
        const texts = textsOf(place).map(one => [one.textContent, one.getBoundingClientRect()]);
        return texts.flatMap(([text, own], at) => [
          ...(own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1 ? ['cut: ' + text] : []),
          ...texts.slice(0, at).filter(([, other]) => Math.min(own.right, other.right) - Math.max(own.left, other.left) > 1
            && Math.min(own.bottom, other.bottom) - Math.max(own.top, other.top) > 3).map(([other]) => other + ' is under ' + text),
        ]).map(wrong => place.getAttribute('aria-label') + ': ' + wrong);
      });
      """;
  private static final List<Integer> WIDTHS = List.of(1400, 700, 375);

  @TempDir
  private static Path folder;
  private static Browser browser;
  private static Path one;
  private static Path several;
  private static Path jobs;
  private static Path paused;
  private static Path path;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start();
    List<String> runs = new ArrayList<>();
    for (String scheme : List.of("hpcc", "dcqcn", "swift")) {
      runs.add(run(scheme, "topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=8)\nscheme: " + scheme
          + "\nflows: [\"incast(senders=14, size=300KB)\", \"poisson(load=0.3, sizes=fb-hadoop, duration=300us)\"]\nseries: {every: 10us}\nbuffer: 2MB\n"));
    }
    one = report("one", List.of(runs.get(1), "--explain", "3"));
    several = report("several", runs);
    paused = report("paused", List.of(
        run("pauses",
            "topology: leaf-spine(leaves=3, spines=1, hostsPerLeaf=8)\nscheme: none\nbuffer: 2MiB\n"
                + "flows: [\"incast(senders=14, receiver=16, size=1MB)\", \"flow(from=15, to=17, size=500KB)\"]\n"),
        "--explain", "14"));
    path = report("path", List.of(
        run("one-to-all", "topology: star(hosts=4)\nflows: [\"collective(op=all-to-all, size=200KB, ranks=4, job=experts)\"]\n"),
        "--explain-job", "experts"));
    jobs = report("jobs",
        List.of(run("training", "topology: star(hosts=9)\nflows: [\"collective(op=all-reduce, size=1MB, ranks=8, repeat=3,"
            + " compute=10us, job=a-job-with-a-long-name)\", \"collective(op=all-gather, ranks=4, job=b)\"]\n")));
  }

  private static String run(String name, String scenario) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".yaml"), scenario);
    Path out = folder.resolve(name);
    Program program = Program.run("run", file.toString(), "--out", out.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    return out.toString();
  }

  private static Path report(String name, List<String> arguments) {
    Path file = folder.resolve(name + ".html");
    List<String> all = new ArrayList<>(List.of("report"));
    all.addAll(arguments);
    all.addAll(List.of("--out", file.toString()));
    Program program = Program.run(all.toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isZero();
    return file;
  }

  @AfterAll
  static void end() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static List<String> texts(Browser.Tab tab, String statements) {
    return tab.texts("(() => {\n" + TEXTS + statements + "\n})()");
  }

  private static Browser.Tab open(Path page, int width, boolean dark) {
    Browser.Tab tab = browser.open(page.toUri().toString(), width, dark);
    tab.value(
        "new Promise(done => { const look = () => document.querySelector('footer:not(:empty)') ? done() : setTimeout(look, 10);"
            + " look(); })");
    return tab;
  }

  @Test
  void noTextOfAChartIsCutOrOverlaps() {
    for (Path page : List.of(one, several, jobs)) {
      for (int width : WIDTHS) {
        Browser.Tab tab = open(page, width, false);
        assertThat(texts(tab, "return charts.map(place => textsOf(place).length);")).as("texts of charts").isNotEmpty()
            .doesNotContain("0");
        assertThat(texts(tab, CUT_OR_COVERED)).as(page + " at " + width).isEmpty();
        tab.emulate(width, false, true);
        assertThat(texts(tab, CUT_OR_COVERED)).as(page + " printed from " + width).isEmpty();
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }

  @Test
  void phoneShowsAllOfAPage() {
    for (Path page : List.of(one, several, jobs)) {
      Browser.Tab tab = open(page, 375, false);
      assertThat(tab.value("document.documentElement.scrollWidth")).isEqualTo("375");
      assertThat(texts(tab, "return [...document.querySelectorAll('table.few')].map(one => one.closest('.scroll'))"
          + ".filter(one => one.scrollWidth > one.clientWidth).map(one => one.getAttribute('aria-label'));")).isEmpty();
      assertThat(texts(tab,
          "return [...document.querySelectorAll('th, .chart svg')].filter(one => one.getBoundingClientRect().width === 0)"
              + ".map(one => one.textContent);"))
          .isEmpty();
    }
  }

  /** Hosts are round, at whatever width, and spines have their labels. */
  @Test
  void fabricIsNotStretched() {
    for (int width : WIDTHS) {
      Browser.Tab tab = open(several, width, false);
      assertThat(texts(tab, """
          const place = chartOf('The fabric with the utilization of its cables');
          const view = echarts.getInstanceByDom(place).getModel().getSeriesByIndex(0).coordinateSystem;
          return [(view.scaleX / view.scaleY).toFixed(2), textsOf(place).length >= 4 + 4];
          """)).as("at " + width).containsExactly("1.00", "true");
    }
  }

  @Test
  void axesHaveOneUnitAndRoundTicks() {
    Browser.Tab tab = open(several, 1400, false);
    assertThat(texts(tab, "return textsOf(chartOf('Queues over time')).map(one => one.textContent);")).contains("time (us)", "0")
        .anyMatch(text -> text.matches("queue \\((KB|MB)\\)"));
    assertThat(texts(tab, "return textsOf(chartOf('Completion times')).map(one => one.textContent);"))
        .contains("share of flows (%)", "20", "100").anyMatch(text -> text.matches("completion time \\((us|ms)\\)"));
    assertThat(texts(tab, "return textsOf(chartOf('Queues')).map(one => one.textContent);"))
        .anyMatch(text -> text.matches("share of samples \\(%\\)(; this axis starts at \\d+(\\.\\d+)? %)?"));
    String ticks = "return charts.filter(place => !place.ariaLabel.includes('fabric')).flatMap(place => textsOf(place))"
        + ".map(one => one.textContent).filter(text => /^[\\d.,e+-]+$/.test(text));";
    assertThat(texts(tab, ticks)).isNotEmpty().allMatch(text -> text.matches("\\d{1,3}(,\\d{3})?|\\d+\\.\\d{1,3}"));
    texts(tab,
        "echarts.getInstanceByDom(chartOf('Queues over time')).dispatchAction({ type: 'dataZoom', start: 31.7, end: 33.3 }); return [];");
    assertThat(texts(tab, ticks)).isNotEmpty().allMatch(text -> text.matches("\\d{1,3}(,\\d{3})?|\\d+\\.\\d{1,4}"));
  }

  @Test
  void explanationIsDrawnOverTime() {
    Browser.Tab tab = open(one, 1400, false);
    assertThat(texts(tab, "return textsOf(chartOf('Causes of the time of flow 3')).map(one => one.textContent);"))
        .contains("share of the time (%)", "0", "100").anyMatch(text -> text.matches("time after its start \\((us|ms)\\)"))
        .noneMatch(text -> text.matches(".*\\de.*"));
  }

  /**
   * Script that checks the middle of each slice, from the bottom to the top: the drawn colors are those of the causes, as high as their
   * shares.
   */
  private static final String STACK = """
      const place = charts.find(one => one.ariaLabel.startsWith('Causes of the time of flow'));
      place.scrollIntoView({ block: 'center' });
      const drawn = echarts.getInstanceByDom(place);
      const box = place.getBoundingClientRect();
      const one = read().explanations.find(each => place.ariaLabel.endsWith(' ' + each.flow));
      const filled = (x, y) => {
        const hit = document.elementsFromPoint(x, y).filter(each => each.tagName === 'path').map(each => each.getAttribute('fill'));
        return hit.find(color => drawn.getOption().series.some(each => each.color === color));
      };
      const pixel = (ns, percent) => {
        const [x, y] = ['xAxis', 'yAxis'].map(side => drawn.getModel().getComponent(side).axis);
        return [box.left + x.toGlobalCoord(x.dataToCoord(ns)), box.top + y.toGlobalCoord(y.dataToCoord(percent))];
      };
      const legend = textsOf(place).map(text => text.textContent).join(' ').replaceAll(/\\s+/g, ' ');
      const lifeNs = one.parts.flatMap(what => what.ns).reduce((sum, ns) => sum + ns, 0);
      const wrong = one.parts.filter(what => !legend.replaceAll(' ', '').includes(what.what.replaceAll(' ', '')))
        .map(what => 'not in the legend: ' + what.what);
      let seen = 0;
      one.parts[0].ns.forEach((_, slice) => {
        const own = one.parts.map(what => what.ns[slice]);
        const sum = own.reduce((all, ns) => all + ns, 0);
        let below = 0;
        own.forEach((ns, at) => {
          const [x, y] = pixel(slice * one.partNs + sum / 2, 100 * (below + ns / 2) / sum);
          below += ns;
          const high = (pixel(0, 0)[1] - pixel(0, 100)[1]) * ns / sum;
          if (sum > 0.5 * one.partNs && high > 4) {
            seen++;
            const color = drawn.getOption().series[at].color; // which comes again behind eight causes, with a pattern
            if (filled(x, y) !== color) {
              wrong.push('slice ' + slice + ' has ' + filled(x, y) + ' in place of ' + color + ' for cause ' + at);
            }
          }
        });
      });
      const ends = drawn.getModel().getComponent('xAxis').axis.scale.getExtent();
      return [...wrong, ...(Math.abs(ends[1] - lifeNs) > 1 || ends[0] !== 0 ? ['the axis is from ' + ends + ' and not to ' + lifeNs] : []),
        ...(seen < one.parts[0].ns.length ? ['only ' + seen + ' parts are seen'] : [])];
      """;

  @Test
  void causesOfSlicesAreStacked() {
    for (Path page : List.of(one, paused)) {
      for (int width : List.of(1400, 375)) {
        Browser.Tab tab = open(page, width, false);
        assertThat(texts(tab, STACK)).as(page + " at " + width).isEmpty();
        tab.emulate(width, false, true);
        assertThat(texts(tab, STACK)).as(page + " printed from " + width).isEmpty();
      }
    }
  }

  /** A message whose acknowledgement counts goes to its peer and back; ticks of ranks are ranks. */
  @Test
  void criticalPathGoesFromRankToRank() {
    for (int width : List.of(1400, 375)) {
      Browser.Tab tab = open(path, width, false);
      assertThat(texts(tab,
          """
              const place = charts.find(one => one.ariaLabel.startsWith('The critical path of job'));
              const drawn = echarts.getInstanceByDom(place);
              const axis = drawn.getModel().getComponent('yAxis').axis;
              const at = rank => axis.toGlobalCoord(axis.dataToCoord(rank));
              const shown = drawn.getZr().storage.getDisplayList().filter(one => one.type === 'polyline' && one.style.lineWidth >= 2.5)
                .map(one => one.shape.points.map(point => Math.round(point[1])).join());
              const wanted = read().jobExplanations[0].path.filter(step => step.to_ns > step.from_ns)
                .map(step => (step.back ? [step.rank, step.peer, step.rank] : [step.rank, step.peer]).map(rank => Math.round(at(rank))).join());
              const labels = axis.getViewLabels().map(one => one.formattedLabel).filter(Boolean);
              return [wanted.length > 0 && wanted.every(line => shown.includes(line)), read().jobExplanations[0].path.some(step => step.back),
                labels.length > 1 && labels.every(label => /^[\\d,]+$/.test(label)), new Set(shown.flatMap(line => line.split(','))).size > 1];
              """))
          .as("at " + width).containsExactly("true", "true", "true", "true");
    }
  }

  @Test
  void tooltipHasTheExactValue() {
    Browser.Tab tab = open(several, 1400, false);
    assertThat(texts(tab, """
        const place = chartOf('Completion times');
        const drawn = echarts.getInstanceByDom(place);
        drawn.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 40 });
        const [power] = drawn.getOption().series[0].data[40];
        const ns = Math.round(10 ** power);
        const shown = place.querySelector('.tip').firstChild.textContent;
        return [Number(shown.split(' ')[0]) * { ns: 1, us: 1e3, ms: 1e6 }[shown.split(' ')[1]] - ns];
        """).stream().map(Double::parseDouble)).allMatch(error -> Math.abs(error) < 0.5);
  }

  @Test
  void textsAndLinesContrastWithEachBackground() {
    for (boolean dark : List.of(false, true)) {
      Browser.Tab tab = open(several, 1400, dark);
      String back = dark ? "#14181f" : "#ffffff";
      assertThat(tab.value("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo(dark ? "rgb(20, 24, 31)" : "rgb(255, 255, 255)");
      assertThat(texts(tab, "return [...new Set(charts.flatMap(textsOf).map(one => one.getAttribute('fill')))]"
          + ".filter(color => contrast(color, '" + back + "') < 4.5);")).as("texts").isEmpty();
      assertThat(texts(tab,
          "const lines = [...new Set(charts.flatMap(place => echarts.getInstanceByDom(place).getOption().series)"
              + ".flatMap(one => [one.color, ...(one.links || []).map(link => link.lineStyle.color)]).filter(Boolean))];"
              + "return lines.length < 5 ? ['few'] : lines.filter(color => contrast(color, '" + back + "') < 3);"))
          .as("lines").isEmpty();
      assertThat(texts(tab,
          "return echarts.getInstanceByDom(charts[0]).getOption().color.map(color => contrast(color, '" + back + "'));"))
          .as("palette").hasSize(8).allMatch(contrast -> Double.parseDouble(contrast) >= 4.5);
    }
  }

  /** Least distance of two colors of a palette, in Oklab, for most viewers and for those who are color-blind (Machado 2009). */
  @Test
  void colorsDifferForColorBlindReaders() {
    for (boolean dark : List.of(false, true)) {
      assertThat(Double.parseDouble(open(one, 1400, dark).value("(() => {" + TEXTS
          + """
              const eyes = [[1, 0, 0, 0, 1, 0, 0, 0, 1], [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
                [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881]];
              const seen = (color, eye) => {
                const linear = color.match(/\\w\\w/g).map(part => parseInt(part, 16) / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                const [r, g, b] = [0, 1, 2].map(row => Math.max(0, linear.reduce((sum, part, at) => sum + part * eye[3 * row + at], 0)));
                const [l, m, s] = [0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
                  0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b].map(Math.cbrt);
                return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
                  0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
              };
              const palette = echarts.getInstanceByDom(charts[0]).getOption().color;
              return Math.min(...eyes.flatMap(eye => palette.flatMap((one, at) => palette.slice(0, at)
                .map(other => Math.hypot(...seen(one, eye).map((part, n) => part - seen(other, eye)[n]))))));
              })()
              """)))
          .isGreaterThan(0.08);
    }
  }

  @Test
  void savedChartIsNamedByItsContentAndHasNoTools() {
    Browser.Tab tab = open(several, 1400, true);
    tab.value("HTMLAnchorElement.prototype.click = function () { globalThis.savedAs = this.download; };"
        + "URL.createObjectURL = blob => { globalThis.blob = blob; return 'blob:null/1'; };"
        + "document.querySelectorAll('.under button[aria-label=\"Save as SVG: Slowdowns\"]').forEach(one => one.click())");
    assertThat(tab.value("savedAs")).isEqualTo("hpcc-dcqcn-swift-Slowdowns.svg");
    tab.value("blob.text().then(text => { globalThis.savedText = text; })");
    assertThat(texts(tab,
        """
            const svg = new DOMParser().parseFromString(savedText, 'image/svg+xml');
            const texts = [...svg.querySelectorAll('text')].map(one => one.textContent);
            return [svg.documentElement.tagName, texts.includes('slowdown'), texts.includes('share of flows (%)'), texts.includes('swift'),
              svg.querySelector('rect').getAttribute('fill'), svg.querySelectorAll('image, foreignObject, [cursor]').length];
            """))
        .containsExactly("svg", "true", "true", "true", "#ffffff", "0");
  }

  @Test
  void printedPageHasNoControls() {
    Browser.Tab tab = open(several, 1400, true);
    String tools = "return [charts.filter(place => echarts.getInstanceByDom(place).getOption().dataZoom.some(one => one.type === 'slider')).length > 0,"
        + " [...document.querySelectorAll('button')].some(one => one.checkVisibility()), document.documentElement.dataset.theme,"
        + " charts.every(place => place.querySelector('svg').getBoundingClientRect().width <= 700)];";
    assertThat(texts(tab, tools)).containsExactly("true", "true", "dark", "false");
    tab.emulate(1400, true, true);
    assertThat(texts(tab, tools)).containsExactly("false", "false", "light", "true");
    tab.emulate(1400, true, false);
    assertThat(texts(tab, tools)).containsExactly("true", "true", "dark", "false");
  }

  /** A reader selects among more than a dozen lines; a selection survives other widths and backgrounds. */
  @Test
  void readerSelectsSomeOfManyLines() {
    Browser.Tab tab = open(several, 1400, false);
    String drawn = "const drawn = echarts.getInstanceByDom(chartOf('Queues over time'));"
        + "const names = drawn.getOption().series.map(one => one.name);"
        + "return [names.length > 12, names.filter(name => drawn.getOption().legend[0].selected[name] !== false).length];";
    assertThat(texts(tab, drawn)).containsExactly("true", "12");
    texts(tab, "const drawn = echarts.getInstanceByDom(chartOf('Queues over time'));"
        + "drawn.dispatchAction({ type: 'legendUnSelect', name: drawn.getOption().series[0].name }); return [];");
    tab.value("document.getElementById('theme').click()");
    assertThat(texts(tab, drawn)).containsExactly("true", "11");
  }
}
