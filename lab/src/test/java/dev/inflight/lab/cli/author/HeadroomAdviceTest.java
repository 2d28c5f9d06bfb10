package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Headroom that advise reports as too small loses packets under incast despite PFC, and headroom that it reports as sufficient does
 * not.
 */
class HeadroomAdviceTest {
  @TempDir
  private Path folder;
  private int files;

  private String scenario(String keys) throws IOException {
    return Files.writeString(folder.resolve("s" + files++ + ".yaml"),
        "topology: star(hosts=17)\nflows: incast(senders=16, size=200KB)\nscheme: none\n" + keys).toString();
  }

  private static Program advise(String scenario) {
    Program advise = Program.run("advise", scenario, "--no-simulation");
    assertThat(advise.exit()).as(advise.err()).isZero();
    return advise;
  }

  private static String flat(String out) {
    return out.replaceAll("\\s+", " ");
  }

  private long lost(String scenario) throws IOException {
    Path out = folder.resolve("out" + files++);
    Program run = Program.run("run", scenario, "--out", out.toString(), "--quiet");
    assertThat(run.exit()).as(run.err()).isEqualTo(Run.DONE);
    Matcher lost = Pattern.compile("\"lostPackets\"\\s*:\\s*\\{[^}]*\"buffer\"\\s*:\\s*(\\d+)")
        .matcher(Files.readString(out.resolve("summary.json")));
    assertThat(lost.find()).isTrue();
    return Long.parseLong(lost.group(1));
  }

  private static double needed(Program advise) {
    Matcher row = Pattern.compile("^headroom\\s+(\\S+) KB", Pattern.MULTILINE).matcher(advise.out());
    assertThat(row.find()).as(advise.out()).isTrue();
    return Double.parseDouble(row.group(1));
  }

  private static String profile(double headroomKb) {
    return "pfcProfile: 'static(xoff=20KB, xon=10KB, headroom=" + Math.round(1000 * headroomKb) + "B)'\n";
  }

  @ParameterizedTest
  @CsvSource({"100ns, ''", "1us, ''", "5us, ''", "1us, 'pauseResponse: ieee'", "1us, 'pauseResponse: {nics: 700ns}'"})
  void onlyTooSmallHeadroomLosesPackets(String delay, String response) throws IOException {
    String keys = "payload: 1000\n" + response + "\n";
    String small = scenario(keys + profile(0.5));
    Files.writeString(Path.of(small), Files.readString(Path.of(small)).replace("hosts=17", "hosts=17, delay=" + delay));
    double needed = needed(advise(small));
    String sufficient = scenario(keys + profile(needed * 1.01));
    Files.writeString(Path.of(sufficient), Files.readString(Path.of(sufficient)).replace("hosts=17", "hosts=17, delay=" + delay));
    assertThat(flat(advise(small).out())).contains("which is TOO SMALL: packets can be lost despite PFC");
    assertThat(flat(advise(sufficient).out())).contains("which is sufficient").doesNotContain("TOO SMALL");
    assertThat(lost(small)).isPositive();
    assertThat(lost(sufficient)).isZero();
  }

  /** The same headroom, once with ports that obey at once and once with ports that do not. */
  @Test
  void responseMakesHeadroomTooSmall() throws IOException {
    double needed = needed(advise(scenario(profile(0.5)))) * 1.01;
    String atOnce = scenario(profile(needed));
    String late = scenario(profile(needed) + "pauseResponse: ieee\n");
    assertThat(advise(atOnce).err()).isEmpty();
    assertThat(advise(late).err()).contains("17 ports to hosts at 100Gbps and 1us have headroom of ", " by pfcProfile static,",
        "can arrive after a pause, so packets can be lost despite PFC");
    assertThat(lost(atOnce)).isZero();
    assertThat(lost(late)).isPositive();
  }

  @Test
  void checkWarnsOnce() throws IOException {
    Program check = Program.run("check", scenario(profile(0.5)));
    assertThat(check.exit()).isZero();
    assertThat(check.err())
        .contains("s0.yaml:4: 17 ports to hosts at 100Gbps and 1us have headroom of 500 B by pfcProfile static,")
        .containsOnlyOnce("warning");
    assertThat(Program.run("check", scenario("")).err()).isEmpty();
    assertThat(Program.run("check", scenario("framing: reference\n")).err()).as("the authors' rule").isEmpty();
  }

  /** Priority 6 of acknowledgements has the profile of all. */
  @Test
  void prioritiesWithProfilesAreListedSeparately() throws IOException {
    Program advise = advise(scenario("bufferProfiles: [{priority: 3, " + profile(0.5).strip() + "}]\nqueues: strict-dwrr\n"));
    assertThat(flat(advise.out())).contains("and 1us for priority 3: 3 frames", "reserves 500 B, which is TOO SMALL",
        "and 1us for priority 6: 3 frames", "xoff 20.0 KB", "free bytes for priority 3; center", "for priority 6; center");
    assertThat(advise.err()).contains(
        "s0.yaml:4: 17 ports to hosts at 100Gbps and 1us for priority 3 have headroom of 500 B by pfcProfile static,");
  }

  @Test
  void comparesThresholdsOfOneIngressAndOfAll() throws IOException {
    assertThat(flat(advise(scenario(profile(30))).out())).contains("xoff 20.0 KB",
        "all 17 at once take 340 KB, so each keeps its xoff");
    assertThat(flat(advise(scenario("pfcProfile: static(xoff=10MB, xon=10KB)\n")).out())).contains("xoff 10.0 MB",
        "all 17 at once take 170 MB, so 3 of them keep their xoff");
    assertThat(flat(advise(scenario("pfcProfile: dynamic(th=0)\n")).out())).contains("with alpha 1; center",
        "all 17 at once pause at ");
  }

  @Test
  void comparesMarksWithTheBandwidthDelayProductAndThePause() throws IOException {
    String out = flat(advise(scenario("ecn: [{rate: 100Gbps, kmin: 20KB, kmax: 80KB, pmax: 0.1}]\n")).out());
    assertThat(out).contains("ecn as it is").contains("rate * T is ", "so all packets are marked before");
    assertThat(flat(advise(scenario(profile(30) + "ecn: [{rate: 100Gbps, kmin: 20KB, kmax: 80KB, pmax: 0.1}]\n")).out()))
        .contains("one ingress pauses at 20.0 KB, before all packets are marked");
  }

  /** The screen names both, and the scenario that the run writes reads back. */
  @Test
  void runStatesItsPrioritiesAndResponse() throws IOException {
    Path out = folder.resolve("stated");
    String keys = "pfcPriorities: [3, 5]\npauseResponse: {nics: ieee}\nbufferProfiles: [{priority: 3, pfcProfile: static}]\n";
    Program run = Program.run("run", scenario(keys), "--out", out.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Run.DONE);
    assertThat(flat(run.out())).contains(
        ", PFC of priorities [3, 5], pause response {switches: 0ps, nics: ieee}, buffer profiles of priorities [3]");
    assertThat(Files.readString(out.resolve("scenario.yaml"))).contains("pfcPriorities: [3, 5]\n",
        "pauseResponse: {switches: 0ps, nics: ieee}\n", "egressAlpha: 1\n");
    assertThat(Program.run("check", out.resolve("scenario.yaml").toString()).exit()).isZero();
  }

  @Test
  void lossyPrioritiesNeedNoHeadroom() throws IOException {
    Program advise = advise(scenario("pfcPriorities: [4]\n"));
    assertThat(flat(advise.out())).contains("headroom none", "no priority in use has PFC, so ports reserve no headroom");
    assertThat(advise.err()).isEmpty();
  }
}
