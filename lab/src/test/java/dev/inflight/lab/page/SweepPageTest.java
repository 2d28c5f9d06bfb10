package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a sweep with more values than a chart has lines. */
@Tag("sweep")
class SweepPageTest {
  private static final int SIZES = 14;

  @TempDir
  private Path folder;

  @Test
  void linesAreChosenWhereThereAreMoreThanAChartHas() throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=4)\nflows: incast(senders=3, size=20KB)\n");
    String sizes = IntStream.rangeClosed(1, SIZES).mapToObj(size -> size + "KB").collect(Collectors.joining(", ", "[", "]"));
    Path sweep = folder.resolve("sweep");
    Program swept = Program.run("sweep", scenario.toString(), "--set", "scheme=[hpcc, dcqcn]", "--set", "flows.0.size=" + sizes,
        "--out", sweep.toString(), "--quiet");
    assertThat(swept.exit()).as(swept.err()).isZero();
    assertThat(Program.run("report", sweep.toString()).exit()).isZero();
    try (Browser browser = Browser.start()) {
      for (int width : new int[] {1400, 375}) {
        Browser.Tab tab = browser.open(sweep.resolve("report.html").toUri().toString(), width, false);
        assertThat(tab.value("document.querySelectorAll('.ticks').length")).isEqualTo("0");
        tab.value(
            "(() => { const x = document.querySelector('.axes select'); x.value = 'scheme'; x.dispatchEvent(new Event('change')); })()");
        assertThat(tab.value("document.querySelectorAll('.ticks input').length")).isEqualTo("14");
        assertThat(tab.value("document.querySelectorAll('.ticks input:checked').length")).isEqualTo("12");
        assertThat(tab.value("document.querySelectorAll('.ticks input:disabled').length")).isEqualTo("2");
        assertThat(tab.value("document.querySelector('.axes + .left').textContent"))
            .isEqualTo("12 of 14 lines are drawn; choose them above.");
        tab.value("document.querySelectorAll('.ticks input')[0].click()");
        tab.value("document.querySelectorAll('.ticks input')[13].click()");
        assertThat(tab.texts(
            "[...document.querySelectorAll('.ticks label')].filter(one => one.firstChild.checked).map(one => one.textContent)"))
            .hasSize(12).contains(" size 14KB").doesNotContain(" size 1KB", " size 13KB");
        assertThat(Integer.parseInt(tab.value("document.documentElement.scrollWidth"))).isLessThanOrEqualTo(width);
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }

  /** Numbers are to scale, by logarithms where they span more than two decades; names are neither joined nor have areas, and bands need seeds. */
  @Test
  void numbersAreToScaleAndNamesAreNotJoined() throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"),
        "topology: star(hosts=4)\nflows: incast(senders=3, size=20KB)\nscheme: [hpcc, dcqcn]\n");
    for (boolean seeds : new boolean[] {false, true}) {
      Path sweep = folder.resolve("sweep" + seeds);
      Program swept = Program.run("sweep", scenario.toString(), "--set", "flows.0.size=[1KB, 2KB, 500KB]", "--set",
          "flows.0.senders=[1, 3]", "--set", seeds ? "seed=[1, 2]" : "seed=1", "--out", sweep.toString(), "--quiet");
      assertThat(swept.exit()).as(swept.err()).isZero();
      assertThat(Program.run("report", sweep.toString()).exit()).isZero();
      try (Browser browser = Browser.start()) {
        Browser.Tab tab = browser.open(sweep.resolve("report.html").toUri().toString(), 1400, false);
        String of = "(x => { const select = document.querySelector('.axes select[name=\"X axis\"]'); select.value = x;"
            + " select.dispatchEvent(new Event('change')); document.querySelector('.chart').scrollIntoView();"
            + " const option = echarts.getInstanceByDom(document.querySelector('.chart')).getOption(); const line = option.series[1];"
            + " return [option.xAxis[0].type, option.xAxis[0].name, line.data.map(one => one[0].toFixed(3)).join(' '),"
            + " line.lineStyle.width > 0, option.series[0].data.length].join('; '); })";
        String bands = seeds ? "1" : "0";
        assertThat(tab.value(of + "('flows.0.size')")).isEqualTo("value; flows.0.size (KB); 3.000 3.301 5.699; true; " + bands);
        assertThat(tab.value(of + "('flows.0.senders')")).isEqualTo("value; flows.0.senders; 1.000 3.000; true; " + bands);
        assertThat(tab.value(of + "('scheme')")).isEqualTo("category; scheme; 0.000 1.000; false; " + bands);
        assertThat(tab.value(
            "[...document.querySelectorAll('p')].some(one => one.textContent.includes('only in seeds; bands show'))"))
            .isEqualTo(Boolean.toString(seeds));
        assertThat(tab.value("document.querySelectorAll('select[name=Bands]').length")).isEqualTo(bands);
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }
}
