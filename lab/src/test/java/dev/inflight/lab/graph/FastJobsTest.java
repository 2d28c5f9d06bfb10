package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of which {@code fidelity: fast} leaves periods out. */
class FastJobsTest {
  private static final String RAILS = "rail-optimized(groups=1, serversPerGroup=4, gpusPerServer=4, spines=1)";

  private static final int MEMBERS = 4;
  private static final double ASKED = 0.005;
  private static final double EXACT = 1e-5;

  @TempDir
  private Path folder;

  private record Run(Simulation simulation, RunResult totals) {
  }

  private Run run(String fidelity, String topology, String flows, String others) throws IOException {
    return run(fidelity, topology, flows, others, "hpcc");
  }

  /** Runs it, and checks that each message is reported once, with its own properties. */
  private Run run(String fidelity, String topology, String flows, String others, String scheme) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), "topology: " + topology + "\nflows:\n  - "
        + flows.replace("; ", "\n  - ") + "\nscheme: " + scheme + "\npayload: 4096\nfidelity: " + fidelity + "\n" + others);
    var seen = new BitSet();
    Simulation[] of = new Simulation[1];
    of[0] = new Simulation(ScenarioReader.read(file).setup(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        FlowTable table = of[0].flowTable();
        assertThat(seen.get(flow.id())).as("message %d was reported before", flow.id()).isFalse();
        seen.set(flow.id());
        assertThat(flow.source()).isEqualTo(table.source(flow.id()));
        assertThat(flow.sizeBytes()).isEqualTo(table.sizeBytes(flow.id()));
        assertThat(flow.sourcePort()).isPositive();
        assertThat(flow.startPs()).isNotNegative();
        assertThat(flow.fctPs()).isPositive();
      }
    });
    RunResult totals = of[0].run();
    assertThat(seen.cardinality()).isEqualTo(totals.flows()).isEqualTo(totals.flowsFinished());
    return new Run(of[0], totals);
  }

  private void compare(String topology, String flows, double error, double gain) throws IOException {
    compare(topology, flows, "", "hpcc", error, gain);
  }

  private void compare(String topology, String flows, String others, String scheme, double error, double gain)
      throws IOException {
    Run full = run("full", topology, flows, others, scheme);
    Run fast = run("fast", topology, flows, others, scheme);
    assertThat((double) full.totals.packetHops() / fast.totals.packetHops()).as("gain").isGreaterThanOrEqualTo(gain);
    assertThat((double) fast.totals.endPs() / full.totals.endPs()).as("end").isCloseTo(1, within(error));
    List<RankResult> ranks = full.simulation.jobs().ranks();
    for (int at = 0; at < ranks.size(); at++) {
      RankResult one = ranks.get(at);
      RankResult other = fast.simulation.jobs().ranks().get(at);
      assertThat(other.operationsDone()).isEqualTo(one.operations());
      assertThat((double) other.endPs() / one.endPs()).as("end of rank %d", at).isCloseTo(1, within(error));
      assertThat((double) other.computePs()).isCloseTo(one.computePs(), within(error * one.endPs()));
    }
    List<CollectiveResult> collectives = full.simulation.jobs().collectives();
    for (int at = 0; at < collectives.size(); at++) {
      CollectiveResult one = collectives.get(at);
      CollectiveResult other = fast.simulation.jobs().collectives().get(at);
      assertThat(other.isComplete()).as(one.collective().name()).isTrue();
      assertThat((double) other.startPs()).as(one.collective().name()).isCloseTo(one.startPs(),
          within(error * full.totals.endPs()));
    }
    assertThat((double) fast.totals.packetHops() + fast.totals.skipped().packetHops()).as("simulated and credited")
        .isCloseTo(full.totals.packetHops(), within(0.03 * full.totals.packetHops()));
    assertThat((double) fast.totals.hosts().deliveredBytes).isCloseTo(full.totals.hosts().deliveredBytes,
        within(0.02 * full.totals.hosts().deliveredBytes));
  }

  /** The ensemble of the ring on a star differs by 0.9 % from a run whose hosts stay in step; so may these. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      star(hosts=8)  | collective(op=all-reduce, algorithm=ring, size=64MB, chunk=128KB)                                       | 0.02 | 2.5
      RAILS          | training(layers=32, hidden=1024, sequence=512, tp=4, dp=4, layer=100us)                                 | 0.01 | 1.5
      star(hosts=8)  | collective(op=all-reduce, algorithm=halving-doubling, size=256KB, repeat=120, compute=50us)              | 0.01 | 2
      star(hosts=8)  | collective(op=all-reduce, algorithm=halving-doubling, size=64KB, groups=2, repeat=200)                   | 0.01 | 1
      star(hosts=16) | collective(op=all-to-all, size=500KB, repeat=200)                                                       | 0.005 | 1.5
      """)
  void endsAtTheTimeOfTheFullRun(String topology, String flows, double error, double gain) throws IOException {
    compare(topology.equals("RAILS") ? RAILS : topology, flows, error, gain);
  }

  @Tag("sweep")
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      RAILS          | collective(op=all-reduce, algorithm=ring, size=256MB, channels=4)                                       | 0.005 | 1
      RAILS          | training(layers=16, hidden=1024, sequence=512, tp=4, pp=2, dp=2, microbatches=8, layer=100us)           | 0.01 | 1
      star(hosts=8)  | collective(op=all-gather, algorithm=ring, size=16MB, chunk=64KB, job=x); collective(op=broadcast, algorithm=ring, size=32MB, start=1ms, job=y) | 0.03 | 1
      """)
  void longJobsEndAtTheTimeOfTheFullRun(String topology, String flows, double error, double gain) throws IOException {
    endsAtTheTimeOfTheFullRun(topology, flows, error, gain);
  }

  /**
   * A run states an error that is no smaller than the one found. Chance counts as two standard errors of full runs. Of rings on
   * rails, docs/fast-forward.md has the sizes that were compared.
   */
  @Tag("sweep")
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      RAILS          | collective(op=all-reduce, algorithm=ring, size=128MB)
      star(hosts=16) | collective(op=all-reduce, algorithm=ring, size=64MB, chunk=512KB)
      RAILS64        | collective(op=all-reduce, algorithm=ring, size=64MB, channels=8)
      star(hosts=8)  | collective(op=all-reduce, algorithm=tree, size=32MB, chunk=256KB)
      RAILS          | collective(op=all-reduce, algorithm=hierarchical, size=16MB, repeat=10)
      RAILS          | collective(op=all-reduce, algorithm=nvls, size=16MB, repeat=10)
      """)
  void statedErrorCoversTheRealOne(String topology, String flows) throws IOException {
    double[] full = new double[MEMBERS];
    double[] fast = new double[MEMBERS];
    double stated = 0;
    for (int member = 0; member < MEMBERS; member++) {
      String others = "ensemble: {member: " + (member + 1) + ", jitter: 13ps}\n";
      String fabric = switch (topology) {
        case "RAILS" -> RAILS;
        case "RAILS64" -> "rail-optimized(groups=1, serversPerGroup=8, gpusPerServer=8, spines=1)";
        default -> topology;
      };
      full[member] = run("full", fabric, flows, others).totals.endPs();
      RunResult totals = run("fast", fabric, flows, others).totals;
      fast[member] = totals.endPs();
      stated = Math.max(stated, totals.skipped().error());
    }
    double mean = Arrays.stream(full).average().orElseThrow();
    double squares = Arrays.stream(full).map(end -> (end - mean) * (end - mean)).sum();
    double chance = 2 * Math.sqrt(squares / (MEMBERS - 1) / MEMBERS) / mean;
    assertThat(Arrays.stream(fast).average().orElseThrow() / mean).isCloseTo(1, within(Math.max(stated, chance) + EXACT));
    assertThat(stated).isLessThanOrEqualTo(ASKED);
  }

  /** A long ring with two channels: 102 steps. */
  @Test
  void longRingWithChannelsEndsAsInFull() throws IOException {
    String flows = "collective(op=all-reduce, algorithm=ring, size=8MB, channels=2)";
    RunResult full = run("full", "star(hosts=52)", flows, "").totals;
    RunResult fast = run("fast(error=2%)", "star(hosts=52)", flows, "").totals;
    assertThat((double) full.packetHops() / fast.packetHops()).as("gain").isGreaterThanOrEqualTo(2);
    assertThat((double) fast.endPs() / full.endPs()).as("end").isCloseTo(1, within(0.02));
    assertThat(fast.skipped().error()).isPositive().isLessThanOrEqualTo(0.02);
  }

  /** Channels of a ring that share ports: ranks get apart, and the last one ends later, which a run adds to the time that it leaves out. */
  @Tag("sweep")
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      8  | 64MB | fast(error=1%) | 0.01  | 3
      32 | 16MB | fast(error=1%) | 0.01  | 3
      """)
  void ringsOverRailsEndAsInFull(int servers, String size, String fidelity, double error, double gain) throws IOException {
    String fabric = "rail-optimized(groups=1, serversPerGroup=" + servers + ", gpusPerServer=8, spines=1)";
    String flows = "collective(op=all-reduce, algorithm=ring, size=" + size + ", channels=8)";
    RunResult full = run("full", fabric, flows, "").totals;
    RunResult fast = run(fidelity, fabric, flows, "").totals;
    assertThat((double) full.packetHops() / fast.packetHops()).as("gain").isGreaterThanOrEqualTo(gain);
    double miss = Math.abs((double) fast.endPs() / full.endPs() - 1);
    assertThat(miss).isLessThanOrEqualTo(error).isLessThanOrEqualTo(2 * fast.skipped().error());
    assertThat(fast.skipped().error()).isLessThanOrEqualTo(error);
  }

  /** Micro-batches, gradients that are exchanged after all layers have been computed, long rings within a step, and pipelines. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      RAILS          | training(layers=24, hidden=512, sequence=256, vocabulary=1024, tp=4, dp=4, microbatches=10, layer=100us) | 0.005 | 5
      RAILS          | training(layers=24, hidden=1024, sequence=512, vocabulary=1024, tp=4, dp=4, microbatches=2, layer=20us)  | 0.005 | 1.6
      star(hosts=40) | training(layers=3, hidden=512, sequence=256, vocabulary=1024, dp=40, layer=20us)                         | 0.005 | 1.4
      RAILS          | training(layers=16, hidden=512, sequence=256, vocabulary=1024, tp=4, pp=4, microbatches=24, layer=100us) | 0.005 | 2
      RAILS          | training(layers=8, hidden=512, sequence=512, vocabulary=1024, tp=4, microbatches=32, sp=true, layer=50us) | 0.005 | 2
      """)
  void leavesOutPeriodsOfStepsAndWithinThem(String topology, String flows, double error, double gain) throws IOException {
    endsAtTheTimeOfTheFullRun(topology, flows, error, gain);
  }

  @Test
  void skipsMessagesWithoutSharedConnections() throws IOException {
    String flows = "collective(op=all-reduce, algorithm=halving-doubling, size=256KB, repeat=120, compute=50us)";
    Run full = run("full", "star(hosts=8)", flows, "connections: per-message\n");
    Run fast = run("fast", "star(hosts=8)", flows, "connections: per-message\n");
    assertThat((double) fast.totals.endPs() / full.totals.endPs()).isCloseTo(1, within(0.02));
    assertThat(fast.totals.skipped().stretches()).isPositive();
  }

  @Tag("sweep")
  @Test
  void continuesNextToOtherFlows() throws IOException {
    compare("star(hosts=8)",
        "collective(op=all-reduce, algorithm=ring, size=128MB, chunk=128KB); flow(from=0, to=5, size=4MB, start=2ms)", 0.02, 1.5);
  }

  @Tag("sweep")
  @Test
  void jobsFollowJobs() throws IOException {
    compare("star(hosts=8)", "collective(op=all-reduce, algorithm=ring, size=64MB, chunk=128KB, job=a);"
        + " collective(op=all-gather, algorithm=ring, size=128MB, chunk=128KB, job=b, after=a)", 0.02, 1.5);
  }

  /** Flows that were free have ended when a job is alone. */
  @Test
  void continuesAfterEarlierFlows() throws IOException {
    compare("star(hosts=5)",
        "incast(senders=4, size=5MB);"
            + " collective(op=all-reduce, algorithm=ring, size=8MB, chunk=64KB, repeat=12, start=5ms, job=j)",
        "", "dcqcn", 0.01, 1);
  }

  /** Periods that were observed before a rank becomes slower do not count after that. */
  @Test
  void measuresAnewAfterAnEvent() throws IOException {
    compare("star(hosts=8)", "collective(op=all-reduce, algorithm=halving-doubling, size=256KB, repeat=200, compute=50us)",
        "events:\n  - {at: 1900us, node: 1, state: slow-compute, factor: 1.03}\n", "hpcc", 0.01, 2);
  }

  @Test
  void repeatedRunsAreEqual() throws IOException {
    String flows = "collective(op=all-reduce, algorithm=ring, size=64MB, chunk=128KB)";
    Run one = run("fast", "star(hosts=8)", flows, "");
    Run other = run("fast", "star(hosts=8)", flows, "");
    assertThat(one.totals.fingerprint()).isEqualTo(other.totals.fingerprint());
    assertThat(one.totals.skipped()).isEqualTo(other.totals.skipped());
    assertThat(one.totals.skipped().stretches()).isPositive();
  }
}
