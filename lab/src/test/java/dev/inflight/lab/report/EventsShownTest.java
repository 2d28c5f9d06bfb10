package dev.inflight.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import dev.inflight.lab.Program;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.page.EventSentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen, the summary and reports show the effects of events on a fabric. */
class EventsShownTest {
  private static final String DEGRADED = "the cable from host 0 to center (switch 4) was at 10.0 Gb/s from 10.0 us on";
  private static final String RECEIVER = "host 1 took packets at 20Gbps only from 10.0 us to 50.0 us";
  private static final String EVENTS = """
        - {at: 10us, link: [0, 4], direction: [0, 4], state: degraded, rate: 10Gbps}
        - {at: 5s, node: 2, state: slow-receiver, rate: 3Gbps}
        - {at: 10us, node: 1, state: slow-receiver, rate: 20Gbps, until: 50us}
      """;

  @TempDir
  private Path folder;

  private Program run(String name, String events) throws IOException {
    Path scenario = Files.writeString(folder.resolve(name + ".yaml"), """
        topology: star(hosts=4)
        flows: 'flow(from=0, to=1, size=1MB)'
        events:
        """ + events);
    Program program = Program.run("run", scenario.toString(), "--out", folder.resolve(name).toString());
    assertThat(program.exit()).as(program.err()).isZero();
    return program;
  }

  private List<String> inSummary(String name) {
    return EventSentences.of(SummaryFile.read(folder.resolve(name).resolve("summary.json")));
  }

  @Test
  void screenAndSummaryHaveTheEventsThatOccurred() throws IOException {
    assertThat(run("few", EVENTS).out()).contains("events      " + DEGRADED + "\n            " + RECEIVER + "\nqueues ")
        .doesNotContain("3Gbps");
    assertThat(inSummary("few")).containsExactly(DEGRADED, RECEIVER);
    assertThat(Files.readString(folder.resolve("few/summary.json"))).contains("\"atSeconds\" : 1.0E-5",
        "\"untilSeconds\" : 5.0E-5", "\"untilSeconds\" : null");
  }

  @Test
  void screenHasTheFirstFourEvents() throws IOException {
    String compute = "  - {at: 1us, node: 3, state: slow-receiver, rate: 5Gbps}\n";
    String screen = run("many", EVENTS + compute.repeat(5)).out();
    assertThat(screen.lines().filter(line -> line.contains("host 3 took packets at 5Gbps only from 1.00 us on"))).hasSize(2);
    assertThat(screen).contains("\n            and 3 more\nqueues ");
    assertThat(inSummary("many")).hasSize(7);
  }

  @Test
  void runWithoutEventsHasNone() throws IOException {
    assertThat(run("none", "  - {at: 5s, node: 2, state: slow-receiver, rate: 3Gbps}\n").out()).doesNotContain("\nevents ");
    assertThat(Files.readString(folder.resolve("none/summary.json"))).doesNotContain("fabricEvents");
  }

  @Tag("sweep")
  @Test
  void reportsListEventsUnderTheOutcome() throws IOException {
    run("few", EVENTS);
    run("other", "  - {at: 1us, node: 3, state: slow-receiver, rate: 5Gbps}\n".repeat(52));
    Path one = folder.resolve("one.html");
    Path both = folder.resolve("both.html");
    assertThat(Program.run("report", folder.resolve("few").toString(), "--out", one.toString()).exit()).isZero();
    assertThat(Program
        .run("report", folder.resolve("few").toString(), folder.resolve("other").toString(), "--out", both.toString()).exit())
        .isZero();
    try (Browser browser = Browser.start()) {
      String texts = "[...document.querySelectorAll('section[aria-labelledby=s-outcome] ul.events')].flatMap("
          + "list => [list.previousElementSibling, ...list.children].map(part => part.textContent))";
      Browser.Tab tab = browser.open(one.toUri().toString());
      assertThat(tab.texts(texts)).containsExactly("events of the scenario:", DEGRADED, RECEIVER);
      List<String> beside = browser.open(both.toUri().toString()).texts(texts);
      assertThat(beside).startsWith("few, events of the scenario:", DEGRADED, RECEIVER, "other, events of the scenario:",
          "host 3 took packets at 5Gbps only from 1.00 us on").endsWith("and 2 more, in summary.json").hasSize(55);
    }
  }
}
