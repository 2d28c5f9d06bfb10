package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Text of quantities on pages: along axes, in tables, and in tooltips. */
@Tag("sweep")
class QuantityTest {
  private static Browser browser;
  private static Browser.Tab tab;
  private static String script;

  @BeforeAll
  static void start() throws IOException {
    script = Files.readString(Path.of("src/main/resources/dev/inflight/lab/page/quantity.js"));
    browser = Browser.start();
    tab = browser.open("about:blank");
  }

  @AfterAll
  static void end() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static List<String> texts(String expression) {
    return tab.texts("(() => { " + script + "\nreturn " + expression + "; })()");
  }

  @Test
  void axisHasTheLargestUnitOfWhichItsEndHoldsOne() {
    assertThat(texts("[[12e6, BYTES], [7e12, RATE], [281814.777, TIME], [0, BYTES], [5e18, BYTES], [0.4, SHARE], [0.9, PLAIN]]"
        + ".map(([value, quantity]) => titled('x', unitOf(value, quantity)[0]))"))
        .containsExactly("x (MB)", "x (Tb/s)", "x (us)", "x (B)", "x (TB)", "x (%)", "x");
  }

  /** Same cases as on the screen, in HumanizeTest. */
  @Test
  void halfADigitIsRoundedUp() {
    assertThat(
        texts("[6295000, 6294999, 1005000, 9994999, 9995000, 99949999, 99950000, 999499999, 999500000, 999, 0].map(bytes)"))
        .containsExactly("6.30 MB", "6.29 MB", "1.01 MB", "9.99 MB", "10.0 MB", "99.9 MB", "100 MB", "999 MB", "1.00 GB", "999 B",
            "0 B");
    assertThat(texts("[time(1000), time(0), rate(25e9), rate(1500), bytes(12.4), share(0.931)]")).containsExactly("1.00 us",
        "0 ns", "25.0 Gb/s", "1.50 kb/s", "12 B", "93.1 %");
  }

  /** Where labels of an axis are too long, the part that distinguishes them stays. */
  @Test
  void longNamesKeepTheirDifferences() throws IOException {
    String chart = Files.readString(Path.of("src/main/resources/dev/inflight/lab/page/chart.js"));
    int from = chart.indexOf("function cutNames");
    String cutNames = "(names => { const widthOf = text => text.length; "
        + chart.substring(from, chart.indexOf("\n}\n", from) + 3) + " return [...cutNames(names, 20).values()]; })";
    assertThat(texts(cutNames + "(['center (switch 17) port 1 to host 0', 'center (switch 17) port 12 to host 11', 'short'])"))
        .containsExactly("center (sw…to host 0", "center (sw…o host 11", "short").allMatch(name -> name.length() <= 20);
    List<String> middles = texts(cutNames + "(['pod 1 of the fabric, with a long end', 'pod 2 of the fabric, with a long end'])");
    assertThat(middles).doesNotHaveDuplicates();
    List<String> ends = texts(
        cutNames + "(['a long name of a switch whose port is 1', 'a long name of a switch whose port is 2'])");
    assertThat(ends).doesNotHaveDuplicates();
  }

  @Test
  void ticksAreRoundNumbersAndOthersHaveNoText() {
    assertThat(texts("[0, 2e6, 4e6, 11.53e6, 281814.777].map(value => tick(value, 1e6, 12e6))")).containsExactly("0", "2", "4",
        "", "");
    assertThat(texts("[2.82e6, 2.84e6, 2.8284481e6].map(value => tick(value, 1e6, 6e4))")).containsExactly("2.82", "2.84", "");
    assertThat(texts("[1.2e7, 0.1 + 0.2].map((value, at) => tick(value, at === 0 ? 1e3 : 1, at === 0 ? 2e7 : 1))"))
        .containsExactly("12,000", "0.3");
  }

  @Test
  void logarithmicAxisHasTicksAtOneTwoAndFive() {
    String labels = "logTicks(%s, values => values.length > 0 && values.length <= %d).filter(([, label]) => label).map(([value]) => value)";
    assertThat(texts(labels.formatted("1, 50", 8))).containsExactly("1", "2", "5", "10", "20", "50");
    assertThat(texts(labels.formatted("1, 50", 100))).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "20",
        "30", "40", "50");
    assertThat(texts(labels.formatted("1, 1e6", 8))).containsExactly("1", "10", "100", "1000", "10000", "100000", "1000000");
    assertThat(texts(labels.formatted("1, 1e12", 8))).containsExactly("1", "100", "10000", "1000000", "100000000", "10000000000",
        "1000000000000");
    assertThat(texts(labels.formatted("145, 152", 8))).containsExactly("146", "148", "150", "152");
    assertThat(texts("logTicks(1, 50, values => values.length <= 8).map(([value]) => value).sort((a, b) => a - b)")).hasSize(14);
  }

  @Test
  void rangeOfLogarithmicAxisFitsItsData() {
    assertThat(texts("[1, 1.04, 27.6, 4.1e3, 9.99e6, 1000].flatMap(value => [round125(value, false), round125(value, true)])"))
        .containsExactly("1", "1", "1", "2", "20", "50", "2000", "5000", "5000000", "10000000", "1000", "1000");
  }

  @Test
  void tooltipsHaveAllDigits() {
    assertThat(texts(
        "[[11534281, TIME], [180450, BYTES], [94873600000, RATE], [0.999312, SHARE], [1.0184, PLAIN], [null, TIME], [0, BYTES]]"
            + ".map(([value, quantity]) => exactly(value, quantity))"))
        .containsExactly("11.534281 ms", "180.45 KB", "94.8736 Gb/s", "99.9312 %", "1.0184", "–", "0 B");
    assertThat(texts("[11534281, 999, null].map(time)")).containsExactly("11.5 ms", "999 ns", "–");
  }
}
