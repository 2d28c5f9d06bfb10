package dev.inflight.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --verify} of {@code run} and {@code sweep}: full runs compared with fast ones. */
class VerifyCommandTest {
  @TempDir
  private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=5)\nflows: incast(senders=1, size=20MB)\n");
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Program run(String... options) {
    return Program.run(
        Stream.concat(Stream.of("run", file.toString(), "--out", out().toString()), Stream.of(options)).toArray(String[]::new));
  }

  private String written() throws IOException {
    return Files.readString(out().resolve("verify.json"));
  }

  /** Returns the first number after a key. */
  private static double number(String json, String key) {
    Matcher found = Pattern.compile("\"" + key + "\" : ([-\\d.E]+)").matcher(json);
    assertThat(found.find()).as(key).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static String summary(Path run) throws IOException {
    return Files.readString(run.resolve("summary.json"));
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void loneFlowIsAsInFull() throws IOException {
    Program program = run("--fast", "--verify");
    assertThat(program.exit()).as(program.err() + program.out()).isZero();
    assertThat(program.out()).startsWith("fast against full, 1 run of each, error asked for 0.50 %, estimated ")
        .contains("\nverified: all that is judged is within the error asked for\n").doesNotContain("MISSED", "--ensemble");
    assertThat(program.out().lines()).allMatch(line -> line.length() <= 120);
    for (String name : new String[] {"end of the run", "FCT mean", "FCT p50", "FCT p99", "goodput",
        "a flow's FCT, mean difference", "largest", "queue p95", "bytes of ports", "packet-hops", "wall time"}) {
      assertThat(program.out()).contains("\n" + name);
    }
    assertThat(out().resolve("points.csv")).content()
        .isEqualTo("point,run,\"fidelity\"\n1,0001,\"full\"\n2,0002,\"fast(error=0.5%)\"\n");
    String full = summary(out().resolve("0001"));
    String fast = summary(out().resolve("0002"));
    assertThat(written()).contains("\"met\" : true", "\"full\" : \"0001\"", "\"fast\" : \"0002\"",
        "\"measure\" : \"endSeconds\"");
    assertThat(number(written(), "fullPacketHops")).isEqualTo(number(full, "packetHops"));
    assertThat(number(written(), "fastPacketHops")).isEqualTo(number(fast, "packetHops"));
    assertThat(number(written(), "difference")).isCloseTo(number(fast, "simulatedSeconds") / number(full, "simulatedSeconds") - 1,
        within(1e-12));
    assertThat(number(written(), "portBytesDifference")).isBetween(0.0, 0.01);
  }

  /** Both flows come out half a percent too slow here, which is more than a twentieth of one. */
  @Test
  void exceedingTheRequestedErrorIsExitThree() throws IOException {
    String[] options = {"--fast=0.05%", "--verify", "--scheme", "hpcc-alpha", "--set", "flows=incast(senders=2, size=30MB)"};
    Program program = run(options);
    assertThat(program.exit()).as(program.out()).isEqualTo(3);
    assertThat(flat(program.out())).containsPattern("MISSED: FCT mean differs by [-+][\\d.]+ %, and 0.05[\\d]* % is allowed")
        .contains("One run of each cannot distinguish an error from chance; --ensemble 8 runs eight, and can.");
    assertThat(written()).contains("\"met\" : false");
    Program quiet = run(Stream.concat(Stream.of(options), Stream.of("--quiet")).toArray(String[]::new));
    assertThat(quiet.exit()).isEqualTo(3);
    assertThat(quiet.out()).isEmpty();
    assertThat(quiet.err()).startsWith("MISSED: ");
    Path page = folder.resolve("r.html");
    assertThat(Program.run("report", out().toString(), "--out", page.toString()).exit()).isZero();
    assertThat(page).content().contains("Fast against full, 1 run of each", "Missed: FCT mean differs by ");
  }

  /** Members of both kinds differ by chance, which is allowed. */
  @Test
  void ensemblesDistinguishErrorsFromChance() throws IOException {
    Program program = run("--fast", "--verify", "--ensemble", "8", "--threads", "2", "--set",
        "flows=incast(senders=4, size=4MB)");
    assertThat(program.exit()).as(program.out() + program.err()).isZero();
    assertThat(program.out()).startsWith("fast against full, 8 runs of each, ").contains("cv full", "cv fast",
        "\nz of flows, rms");
    assertThat(flat(written())).contains("{ \"full\" : \"0008\", \"fast\" : \"0016\" }");
    assertThat(number(written(), "zRms")).isBetween(0.0, VerifiedFlows.MOST_Z);
    assertThat(number(written(), "fullCv")).isPositive();
    assertThat(out().resolve("ensemble.json")).exists();
  }

  @Test
  void scenarioKeySelectsVerification() throws IOException {
    Files.writeString(file, "topology: star(hosts=2)\nflows: incast(senders=1, size=2MB)\nfidelity: fast(error=2%)\n");
    Program program = run("--verify");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("error asked for 2.00 %");
    assertThat(out().resolve("0002/scenario.yaml")).content().contains("fidelity: 'fast(error=2%)'\n");
    Program again = run("--verify");
    assertThat(again.err().lines().filter(line -> line.endsWith(" kept"))).hasSize(2);
    assertThat(again.out().replaceAll("\\s.*", "")).isEqualTo(program.out().replaceAll("\\s.*", ""));
  }

  /** Each job, and each kind of collective. */
  @Test
  void jobsAreJudged() {
    Program program = run("--fast", "--verify", "--set", "flows=['collective(op=all-reduce, algorithm=ring, size=1MB, job=a)',"
        + " 'collective(op=broadcast, algorithm=ring, size=1MB, job=b, after=a)']");
    assertThat(program.exit()).as(program.out() + program.err()).isZero();
    assertThat(program.out()).contains("\nlongest job", "\njob a", "\njob b", "\nall-reduce mean, job a",
        "\nbroadcast mean, job b");
  }

  @Test
  void sweepsHaveAPairForEachCombination() throws IOException {
    Program program = Program.run("sweep", file.toString(), "--fast=1%", "--verify", "--set",
        "scheme=[hpcc, dctcp, swift, timely, dcqcn]", "--set", "flows=incast(senders=1, size=1MB)", "--out", out().toString());
    assertThat(program.exit()).as(program.out() + program.err()).isZero();
    assertThat(program.out()).startsWith("scenario ").contains("\nscheme dcqcn ", " met");
    assertThat(written().split("\"name\" : \"scheme ")).hasSize(6);
    Path shared = folder.resolve("shares");
    String[] share = {"sweep", file.toString(), "--fast", "--verify", "--set", "flows.0.size=100KB", "--out", shared.toString(),
        "--quiet"};
    assertThat(Program.run(Stream.concat(Stream.of(share), Stream.of("--share", "1/2")).toArray(String[]::new)).exit()).isZero();
    assertThat(shared.resolve("verify.json")).doesNotExist();
    assertThat(Program.run(share).exit()).isZero();
    assertThat(shared.resolve("verify.json")).exists();
    Program slurm = Program.run("sweep", file.toString(), "--fast=1%", "--verify", "--engine", "slurm", "--out",
        folder.resolve("slurm").toString());
    assertThat(slurm.exit()).as(slurm.err()).isZero();
    assertThat(slurm.out()).contains("the same command without --engine slurm compares full and fast runs\n");
    assertThat(folder.resolve("slurm/sweep.sbatch")).content().contains("fidelity=[full, ", "fast(error=1%)");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      --verify                        | inflight: --verify: fidelity is full here, so there is nothing to compare with full runs; give --fast too
      --verify --fast --pcap all      | inflight: --verify: no packets are captured here; --pcap
      --verify --fast --snap-length 9 | inflight: --verify: no packets are captured here; --pcap
      --verify --fast --mpi           | inflight: --verify: runs go on in one process here, and --mpi
      --verify --fast=7%              | inflight: --fast: error (percent) 7 is outside 0.01 to 5
      --verify --fast --set seed=[1,2]| inflight: --set seed: run takes one value at each place, and here seed has a list; ./inflight sweep FILE --fast --verify
      --verify --set fidelity=[full,fast] | inflight: --set fidelity: fidelity has a list of values, and --verify compares one with full runs
      --verify --fast --threads 0     | inflight: --threads: 0 is outside 1 to 1024
      """)
  void rejectsIncompatibleOptions(String options, String sentence) {
    Program program = run(options.strip().split(" "));
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).startsWith(sentence);
    assertThat(out()).doesNotExist();
  }

  /** A file that is left there, with points that form no pairs, is of other points. */
  @Test
  void ignoresVerificationsOfUnpairedPoints() throws IOException {
    String[] sweep = {"sweep", file.toString(), "--set", "flows.0.size=[1KB, 2KB]", "--out", out().toString(), "--quiet"};
    assertThat(Program.run(sweep).exit()).isZero();
    Files.writeString(out().resolve("verify.json"), "{}");
    Path page = folder.resolve("r.html");
    Program report = Program.run("report", out().toString(), "--out", page.toString());
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(page).content().doesNotContain("ast against full");
  }

  /** Each sweep that writes a point removes the results about the former ones, and one that keeps all of them does not. */
  @Test
  void sweepsRemoveVerificationsOfOtherPoints() {
    assertThat(run("--fast", "--verify", "--quiet", "--set", "flows.0.size=100KB").exit()).isZero();
    String[] parts = {"sweep", file.toString(), "--fast", "--verify", "--set", "flows.0.size=100KB", "--share", "2/2", "--out",
        out().toString()};
    Program kept = Program.run(parts);
    assertThat(kept.exit()).isZero();
    assertThat(kept.out()).contains(
        "nothing is compared yet: when all points are complete, the same command without --share 2/2 compares full and fast"
            + " runs\n");
    assertThat(out().resolve("verify.json")).exists();
    assertThat(
        Program.run("sweep", file.toString(), "--set", "flows.0.size=[1KB, 2KB]", "--force", "--out", out().toString(), "--quiet")
            .exit())
        .isZero();
    assertThat(out().resolve("verify.json")).doesNotExist();
  }

  /** A fast run that lacks an end of a job, or a time of collectives, is not verified by the rest. */
  @Test
  void missesValuesThatTheFastRunLacks() throws IOException {
    assertThat(
        run("--fast", "--verify", "--quiet", "--set", "flows=['collective(op=all-reduce, algorithm=ring, size=1MB)']").exit())
        .isZero();
    Path fast = out().resolve("0002/summary.json");
    String without = Files.readString(fast).replaceFirst("(\"seconds\" : )[\\d.E-]+", "$1null");
    assertThat(without).isNotEqualTo(Files.readString(fast));
    Files.writeString(fast, without);
    Path collectives = out().resolve("0002/collectives.csv");
    assertThat(collectives).exists();
    Files.writeString(collectives, Files.readAllLines(collectives).getFirst() + "\n");
    Path flows = out().resolve("0002/flows.csv");
    List<String> lines = Files.readAllLines(flows);
    Files.write(flows, lines.subList(0, lines.size() - 1));
    Path page = folder.resolve("r.html");
    Program report = Program.run("report", out().toString(), "--out", page.toString());
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(page).content().contains("longest job is known in 1 of 1 full run and in 0 of 1 fast run",
        "all-reduce mean is known in 1 of 1 full run and in 0 of 1 fast run", "1 flow finishes in full and not in fast, flow ");
    Verification found = VerificationJson.write(out());
    assertThat(found.isMissed()).isTrue();
    assertThat(flat(VerificationText.write(found)))
        .contains("MISSED: longest job is known in 1 of 1 full run and in 0 of 1 fast run");
    assertThat(flat(written())).contains("\"fast\" : null, \"difference\" : null", "\"onlyFull\" : 1, \"onlyFast\" : 0");
  }

  /** The end of the simulated time is between the ends of both, so that one of them does not finish its flows. */
  @Test
  void missesFlowsThatOneRunDoesNotFinish() throws IOException {
    String[] options = {"--fast=0.05%", "--verify", "--quiet", "--scheme", "hpcc-alpha", "--set",
        "flows=incast(senders=2, size=30MB)"};
    assertThat(run(options).exit()).isEqualTo(3);
    double until = (lastFlow("0001") + lastFlow("0002")) / 2;
    Program program = Program.run(Stream.concat(Stream.of("run", file.toString(), "--out", folder.resolve("cut").toString(),
        "--set", "until=" + Math.round(until * 1e3) + "ps"), Stream.of(options)).toArray(String[]::new));
    assertThat(program.exit()).isEqualTo(3);
    assertThat(flat(program.err()))
        .containsPattern("MISSED: (1 flow finishes|2 flows finish) in (full and not in fast|fast and not in full)");
  }

  /** Time at which the last flow of a run completes, in ns. */
  private double lastFlow(String run) {
    Program query = Program.run("query", out().resolve(run).toString(), "SELECT max(start_ns + fct_ns) AS last FROM flows");
    return Double.parseDouble(query.out().lines().reduce((_, last) -> last).orElseThrow().strip().replace(",", ""));
  }

  /** A result of an earlier command is not shown with other runs. */
  @Test
  void runsOfAnotherScenarioReplaceTheVerification() throws IOException {
    assertThat(run("--fast", "--verify", "--quiet").exit()).isZero();
    assertThat(run("--fast", "--verify", "--set", "scheme=swift").err()).contains("the folder holds another sweep", "--force");
    String earlier = Files.readString(out().resolve("verify.json"));
    assertThat(run("--fast", "--verify", "--set", "scheme=swift", "--force", "--quiet").exit()).isZero();
    assertThat(out().resolve("verify.json")).content().isNotEqualTo(earlier);
  }

  @Test
  void checkReadsBothAndPrintsTheFastOne() {
    Program check = run("--fast", "--verify", "--check");
    assertThat(check.exit()).isZero();
    assertThat(check.out()).contains("fidelity: 'fast(error=0.5%)'\n");
    assertThat(out()).doesNotExist();
  }
}
