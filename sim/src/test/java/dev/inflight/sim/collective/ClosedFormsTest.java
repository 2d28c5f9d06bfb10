package dev.inflight.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Times of collectives on an idle fabric compared with {@link ClosedForms}, within 2 %. A row of the tables is a fabric, the
 * number of ranks, the collective, its algorithm and size in MB, and the simultaneous sends of a rank (0: the usual number).
 * {@code target/closed-forms.csv} has the results.
 */
class ClosedFormsTest {
  private static final double NEAR = 0.02;
  private static final Set<String> RESULTS = new ConcurrentSkipListSet<>();

  @ParameterizedTest
  @CsvFileSource(resources = "closed-forms.csv", numLinesToSkip = 1)
  void timeIsThatOfTheClosedForm(String fabric, int ranks, String op, String algorithm, int sizeMb, int slots) {
    check(fabric, ranks, op, algorithm, sizeMb, slots);
  }

  /** Each of these takes seconds to minutes. */
  @ParameterizedTest
  @Tag("sweep")
  @CsvFileSource(resources = "closed-forms-long.csv", numLinesToSkip = 1)
  void timeOfLargeOnesIsThatOfTheClosedForm(String fabric, int ranks, String op, String algorithm, int sizeMb, int slots) {
    check(fabric, ranks, op, algorithm, sizeMb, slots);
  }

  private static void check(String fabric, int ranks, String op, String algorithm, int sizeMb, int slots) {
    CollectiveKind kind = CollectiveKind.valueOf(op.toUpperCase(Locale.ROOT).replace('-', '_'));
    long bytes = sizeMb * 1_000_000L;
    boolean servers = fabric.equals("servers");
    var bounds = new ClosedForms(ranks, servers ? 8 : 1, slots == 0 ? ClosedForms.USUAL_SLOTS : slots).of(kind, algorithm, bytes);
    Topology topology = servers
        ? new RailOptimized(1, ranks / 8, 8, 1, ClosedForms.OUTSIDE, ClosedForms.OUTSIDE, ClosedForms.INSIDE,
            ClosedForms.OUTSIDE_PS, ClosedForms.INSIDE_PS).build()
        : new Star(ranks, ClosedForms.OUTSIDE, ClosedForms.OUTSIDE_PS).build();
    CollectiveResult result = run(topology, kind, algorithm, bytes, slots);
    double takenPs = result.endPs() - result.startPs();
    String row = "%s,%s,%s,%d,%d,%d,%.3f,%.3f,%.3f,%.1f,%.4f";
    RESULTS.add(String.format(Locale.ROOT, row, fabric, op, algorithm, ranks, sizeMb, slots, takenPs / 1e6,
        bounds.leastPs() / 1e6, bounds.mostPs() / 1e6, result.busBitsPerSec() / 1e9, bounds.linkPs() / takenPs));
    assertThat(takenPs / 1e6).as("microseconds").isBetween((1 - NEAR) * bounds.leastPs() / 1e6,
        (1 + NEAR) * bounds.mostPs() / 1e6);
  }

  private static CollectiveResult run(Topology topology, CollectiveKind kind, String algorithm, long bytes, int slots) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.scheme = NoControl.DEFAULT;
    setup.payloadBytes = ClosedForms.PAYLOAD;
    setup.bufferBytes = Math.max(setup.bufferBytes, 200_000L * topology.hostCount());
    setup.samplePeriodPs = 1_000_000_000_000L;
    new CollectiveTraffic(kind, algorithm, bytes, 0, 0, slots, CollectiveProtocol.NONE, false, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult totals = simulation.run();
    CollectiveResult result = simulation.jobs().collectives().getFirst();
    assertThat(result.isComplete()).isTrue();
    assertThat(totals.lost()).isZero();
    return result;
  }

  @AfterAll
  static void write() throws IOException {
    Files.createDirectories(Path.of("target"));
    String header = "fabric,op,algorithm,ranks,size_mb,slots,taken_us,least_us,most_us,busbw_gbps,link_share\n";
    Files.writeString(Path.of("target", "closed-forms.csv"), header + String.join("\n", RESULTS) + "\n");
  }
}
