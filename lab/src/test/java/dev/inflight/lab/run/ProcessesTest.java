package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.random.Folders;
import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run spread over processes leaves the files that a run in one process leaves, under each MPI that is installed. */
class ProcessesTest {
  @TempDir
  private Path folder;

  private void leavesTheSameFiles(Mpirun mpirun, int ranks, String... scenario) throws IOException, InterruptedException {
    Path several = folder.resolve("several");
    Ended ended = new Ranked(mpirun, folder).run(ranks, Ranked.run(several, scenario));
    Path one = folder.resolve("one");
    Program alone = Program.run(
        Stream.concat(Stream.of("run", "--out", one.toString(), "--threads", "1"), Stream.of(scenario)).toArray(String[]::new));
    assertThat(ended.exit()).as(ended.said()).isEqualTo(alone.exit());
    assertThat(ended.said()).contains(" a second, " + ranks + " processes").doesNotContain("Exception")
        .doesNotContainPattern("inflight: (?!warning: \\d+ processes will be slower than one)");
    Folders.assertSame(one, several, ranks + " processes by " + mpirun);
    assertThat(Program.run("report", several.toString(), "--strict", "--out", folder.resolve("report.html").toString()).err())
        .isEmpty();
    assertThat(several.resolve("summary.json")).content().contains("\"threads\" : " + ranks + ",");
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  /** Most flows do not finish: they are the same ones. */
  @ParameterizedTest
  @CsvSource("OPEN_MPI, 4")
  void fatTreeCutOff(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("training"), "--until", "100us");
    assertThat(lines(folder.resolve("several/stalled.csv"))).isGreaterThan(10);
    assertThat(lines(folder.resolve("several/flows.csv"))).isGreaterThan(100);
  }

  @ParameterizedTest
  @CsvSource("MPICH, 2")
  void linkFailureWithSeries(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("link-failure"), "--set", "series.every=10us", "--set",
        "flows=permutation(size=10MB)");
    assertThat(folder.resolve("several/summary.json")).content().doesNotContain("\"linkDown\" : 0,");
    assertThat(folder.resolve("several/stalled.csv")).doesNotExist();
    assertThat(lines(folder.resolve("several/flow-series.csv"))).isGreaterThan(500);
    assertThat(lines(folder.resolve("several/port-series.csv"))).isGreaterThan(500);
  }

  @ParameterizedTest
  @CsvSource("OPEN_MPI, 2")
  void losses(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("lossy-irn"), "--set", "flows=permutation(size=1MB)");
    assertThat(folder.resolve("several/summary.json")).content().doesNotContain("\"random\" : 0,");
  }

  /** Simultaneous pauses in several processes are told in the order of one. */
  @ParameterizedTest
  @CsvSource("MPICH, 2")
  void pauses(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("leafspine"), "--until", "250us", "--set", "buffer=1MiB");
    assertThat(lines(folder.resolve("several/pauses.csv"))).isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource("OPEN_MPI, 3")
  void marksAndNotifications(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("leafspine"), "--until", "300us", "--scheme", "dcqcn", "--seed", "7");
    assertThat(folder.resolve("several/summary.json")).content().doesNotContain("\"congestionNotifications\" : 0,");
  }

  /** Answers of switches, datagrams and guards, each over cuts between processes. */
  @ParameterizedTest
  @CsvSource({
      "OPEN_MPI, 3, switchFeedback=direct(above=20KB), telemetryPackets=subscribed, recovery=go-back-n, feedbackValidation=checked",
      "MPICH, 2, switchFeedback=direct(above=20KB), 'telemetryPackets=subscribed(share=1,by=dscp)', recovery=irn, feedbackValidation=none",
      "OPEN_MPI, 2, switchFeedback=none, telemetryPackets=probes(period=2us), recovery=unreliable, feedbackValidation=none"})
  void packetsOfHpccpp(Mpirun mpirun, int ranks, String answers, String carrier, String recovery, String trust)
      throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("leafspine"), "--until", "150us", "--set", answers, "--set", carrier,
        "--set", recovery, "--set", trust, "--set", "authenticateFeedback=true");
    assertThat(folder.resolve("several/summary.json")).content()
        .doesNotContain(answers.endsWith("none") ? "\"notifications\" : 0," : "\"switchAnswers\" : 0,");
  }

  /** Losses at full queues over a cut, so that acknowledgements with blocks cross it, and probes with their answers. */
  @ParameterizedTest
  @CsvSource({"MPICH, 3, hpcc", "OPEN_MPI, 2, dctcp"})
  void tcp(Mpirun mpirun, int ranks, String scheme) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("leafspine"), "--scheme", scheme, "--set", "pfc=false", "--set",
        "buffer=200KB", "--set", "recovery=tcp(burst=16KB)", "--set",
        scheme.equals("hpcc")
            ? "telemetryPackets=probes(first=at-once)"
            : "ecn=[{rate: 100Gbps, kmin: 30KB, kmax: 30KB, pmax: 1}, {rate: 400Gbps, kmin: 30KB, kmax: 30KB, pmax: 1}]",
        "--set", "flows=incast(senders=16, size=200KB)");
    assertThat(folder.resolve("several/summary.json")).content().doesNotContain("\"retransmittedBytes\" : 0,",
        scheme.equals("hpcc") ? "\"notifications\" : 0," : "\"ecnMarks\" : 0,");
  }

  /** Data, probes and answers of several source ports of one flow, between processes that find their paths anew. */
  @ParameterizedTest
  @CsvSource("OPEN_MPI, 2")
  void chosenPaths(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    leavesTheSameFiles(mpirun, ranks, Ranked.scenario("hpccpp/paths"), "--until", "300us", "--set", "authenticateFeedback=true");
    assertThat(folder.resolve("several/summary.json")).content().doesNotContain("\"moves\" : 0,");
  }

  /** Two classes of flows in two priorities, with sealed reports. */
  @ParameterizedTest
  @CsvSource("MPICH, 2")
  void classes(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("classes.yaml"), """
        name: classes
        topology: leaf-spine(leaves=4, spines=2, hostsPerLeaf=4)
        flows: poisson(load=0.2, sizes=fb-hadoop, duration=100us)
        authenticateFeedback: true
        classes:
          - name: incast
            priority: 5
            scheme: dcqcn
            flows: incast(senders=9, receiver=15, size=100kB)
          - name: many
            priority: 4
            scheme: hpcc(eta=0.9)
            telemetry: ioam
            flows: permutation(size=200kB)
        queues: strict-dwrr(weight3=3, weight4=1)
        acks: {every: 2}
        """);
    leavesTheSameFiles(mpirun, ranks, file.toString());
    assertThat(folder.resolve("several/summary.json")).content().contains("\"name\" : \"many\"");
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 2", "MPICH, 4"})
  void fatTreeCutOffToo(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    fatTreeCutOff(mpirun, ranks);
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource("OPEN_MPI, 2")
  void linkFailureWithSeriesToo(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    linkFailureWithSeries(mpirun, ranks);
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource("OPEN_MPI, 4")
  void chosenPathsToo(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    chosenPaths(mpirun, ranks);
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource("OPEN_MPI, 4")
  void pausesToo(Mpirun mpirun, int ranks) throws IOException, InterruptedException {
    pauses(mpirun, ranks);
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 2, hpcc", "OPEN_MPI, 4, dctcp"})
  void tcpToo(Mpirun mpirun, int ranks, String scheme) throws IOException, InterruptedException {
    tcp(mpirun, ranks, scheme);
  }
}
