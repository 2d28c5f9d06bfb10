package dev.inflight.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.net.link.Framing;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments with the outputs of the HPCC authors' simulator: ours must be the same, flow for flow, to the nanosecond. */
class AuthorsAgreementTest {
  private static final Path REFERENCE = Path.of("src/test/resources/reference");

  /** Recorder in the format of the authors' simulator. */
  private static final class Texts implements Recorder {
    private final StringBuilder fct = new StringBuilder();
    private final StringBuilder queues = new StringBuilder();
    private final StringBuilder pauses = new StringBuilder();
    private Setup setup = new SetupBuilder().build();

    @Override
    public void flowFinished(FlowResult flow) {
      fct.append("%08x %08x ".formatted(MurmurEcmp.address(flow.source()), MurmurEcmp.address(flow.destination())))
          .append(flow.sourcePort()).append(' ').append(flow.destinationPort()).append(' ').append(flow.sizeBytes()).append(' ')
          .append(flow.startPs() / 1000).append(' ').append(flow.fctPs() / 1000).append(' ').append(flow.idealFctPs() / 1000)
          .append('\n');
    }

    @Override
    public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
      pauses.append(nowPs / 1000).append(' ').append(port.node()).append(setup.topology().isSwitch(port.node()) ? " 1 " : " 0 ")
          .append(port.number()).append(paused ? " 1\n" : " 0\n");
    }

    @Override
    public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
      queues.append("time: ").append(nowPs / 1000).append('\n');
      for (QueueHistogram queue : histograms.get()) {
        queues.append(queue.port().node()).append(' ').append(queue.port().number());
        for (long count : queue.bins()) {
          queues.append(' ').append(count);
        }
        queues.append('\n');
      }
    }
  }

  private static RunResult run(String experiment, Texts texts) {
    Setup setup = ScenarioReader.read(REFERENCE.resolve(experiment).resolve("config.txt")).setup();
    assertThat(setup.framing()).isEqualTo(Framing.REFERENCE);
    texts.setup = setup;
    return new Simulation(setup, texts).run();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dumbbell-2to1-hpcc", "incast16-hpcc", "longshort-hpcc", "leafspine-fb50-hpcc", "incast16-dcqcn",
      "leafspine-fb50-dcqcn"})
  void completionTimesQueuesAndPausesEqualTheAuthors(String experiment) throws IOException {
    var texts = new Texts();
    RunResult result = run(experiment, texts);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(texts.fct.toString()).isEqualTo(Files.readString(REFERENCE.resolve(experiment).resolve("fct.txt")));
    assertThat(texts.queues.toString()).isEqualTo(Files.readString(REFERENCE.resolve(experiment).resolve("qlen.txt")));
    assertThat(texts.pauses.toString()).isEqualTo(Files.readString(REFERENCE.resolve(experiment).resolve("pfc.txt")));
  }

  /** Small fabrics, flows and parameters drawn at random: five of them parted from the authors' simulator once. */
  static List<String> randomExperiments() throws IOException {
    try (var folders = Files.list(REFERENCE.resolve("random"))) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("randomExperiments")
  void randomExperimentsEqualTheAuthors(String experiment) throws IOException {
    var texts = new Texts();
    RunResult result = run("random/" + experiment, texts);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    Path folder = REFERENCE.resolve("random").resolve(experiment);
    assertThat(texts.fct.toString()).isEqualTo(Files.readString(folder.resolve("fct.txt")));
    assertThat(texts.queues.toString()).isEqualTo(Files.readString(folder.resolve("qlen.txt")));
    assertThat(texts.pauses.toString()).isEqualTo(Files.readString(folder.resolve("pfc.txt")));
  }

  @Test
  void thereAreRandomExperimentsOfAllKinds() throws IOException {
    assertThat(randomExperiments()).hasSize(35).filteredOn(name -> name.startsWith("differs-")).hasSize(5);
  }

  /** The paper's fat tree: 16,687 flows, 23.6 million packet-hops; of the large file of completion times only the digest is kept. */
  @ParameterizedTest
  @ValueSource(strings = "fat320-fb50-hpcc")
  void fatTreeEqualsTheAuthors(String experiment) throws Exception {
    var texts = new Texts();
    RunResult result = run(experiment, texts);
    assertThat(result.packetHops()).isEqualTo(23_600_660);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(texts.fct.toString().getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(digest))
        .isEqualTo(Files.readString(REFERENCE.resolve(experiment).resolve("fct.sha256")).strip());
    assertThat(texts.queues.toString()).isEqualTo(Files.readString(REFERENCE.resolve(experiment).resolve("qlen.txt")));
  }

  /**
   * With ties in the project's own order single flows change places, and no more than when ties are drawn at random in the authors' model.
   */
  @ParameterizedTest
  @ValueSource(strings = "leafspine-fb50-hpcc")
  void withTiesInPortOrderTheDistributionStays(String experiment) throws IOException {
    Setup setup = ScenarioReader.read(REFERENCE.resolve(experiment).resolve("config.txt")).setup()
        .with(values -> values.ties = TieOrder.PORT);
    var texts = new Texts();
    texts.setup = setup;
    new Simulation(setup, texts).run();
    Path ours = Files.createTempFile("fct", ".txt");
    try {
      Files.writeString(ours, texts.fct);
      Path theirs = REFERENCE.resolve(experiment).resolve("fct.txt");
      Comparison comparison = Comparison.of(List.of(ComparedRun.read(theirs, false), ComparedRun.read(ours, false)));
      FctComparison flows = comparison.sides().getLast().toFirst();
      assertThat(flows.matched()).isEqualTo(flows.flows()).isEqualTo(6629);
      assertThat(flows.difference(0.5)).isLessThanOrEqualTo(0.014);
      assertThat(Math.abs(flows.meanDifference())).isLessThanOrEqualTo(0.0035);
      assertThat(worst(comparison, Percentiles::p50)).isLessThanOrEqualTo(0.015);
      assertThat(worst(comparison, Percentiles::p95)).isLessThanOrEqualTo(0.074);
      assertThat(worst(comparison, Percentiles::p99)).isLessThanOrEqualTo(0.15);
    } finally {
      Files.delete(ours);
    }
  }

  /** The largest relative difference of one percentile over all sizes. */
  private static double worst(Comparison comparison, ToDoubleFunction<Percentiles> percentile) {
    List<Percentiles> theirs = percentiles(comparison.sides().getFirst());
    List<Percentiles> ours = percentiles(comparison.sides().getLast());
    return IntStream.range(0, theirs.size())
        .mapToDouble(at -> Math.abs(percentile.applyAsDouble(ours.get(at)) / percentile.applyAsDouble(theirs.get(at)) - 1)).max()
        .orElseThrow();
  }

  private static List<Percentiles> percentiles(Comparison.Side side) {
    return side.slowdowns().bySize().stream().map(Slowdowns.Bucket::percentiles).toList();
  }
}
