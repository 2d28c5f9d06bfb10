package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.lab.graph.matrix.StartUnit;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives of AICB workloads on servers: by all rails, in channels and chunks, as {@code collective} does them. */
class AicbChannelsTest {
  private static final long GBPS = 1_000_000_000L;
  /** Two servers of eight GPUs, with a NIC of 400 Gb/s each. */
  private static final Topology RAILS = new RailOptimized(1, 2, 8, 1, 400 * GBPS, 400 * GBPS, 3600 * GBPS, 500_000, 25_000)
      .build();

  @TempDir
  Path folder;

  private static String aicb(int tensor, int expert, String layer) {
    return "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: " + tensor + " ep: " + expert
        + " pp: 1 vpp: 1 ga: 1 all_gpus: 16 checkpoints: 0\n1\n" + layer + "\n";
  }

  private Consumer<FlowTable> trace(String text, String algorithm, int channels, long chunkBytes) throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), text);
    return flows -> trace(file, algorithm, channels, chunkBytes).addTo(flows, RAILS, 1);
  }

  private static TraceFlows trace(Path file, String algorithm, int channels, long chunkBytes) {
    return new TraceFlows(file.toString(), TraceFormat.BY_NAME, TraceHosts.LINEAR, 0, 1, StartUnit.PS, 1, 1, 0, 0, 0, 0, 0, 0, 0,
        0, 0, "", algorithm, channels, chunkBytes, "", 0, "", 3, 500);
  }

  private static Consumer<FlowTable> collective(CollectiveKind kind, long sizeBytes, int channels, int ranks, int groups,
      CollectiveTraffic.Placement placement) {
    return flows -> new CollectiveTraffic(kind, "usual", sizeBytes, channels, 0, 0, CollectiveProtocol.NONE, false, ranks, groups,
        placement, 0, 1, 0, 0, 0, "", "", 0, "", 3, 500).addTo(flows, RAILS, 1);
  }

  private static SetupBuilder setup(Consumer<FlowTable> traffic) {
    var setup = new SetupBuilder();
    setup.topology = RAILS;
    setup.scheme = NoControl.DEFAULT;
    setup.payloadBytes = 4096;
    setup.bufferBytes = 64_000_000;
    traffic.accept(setup.flows);
    return setup;
  }

  private static List<CollectiveResult> run(Consumer<FlowTable> traffic) {
    var simulation = new Simulation(setup(traffic).build(), Recorder.NONE);
    simulation.run();
    return simulation.jobs().collectives();
  }

  private static double busBitsPerSec(List<CollectiveResult> of) {
    assertThat(of).allMatch(CollectiveResult::isComplete);
    return of.stream().mapToDouble(CollectiveResult::busBitsPerSec).min().orElseThrow();
  }

  /** Every kind of AICB's collectives among all of 16 ranks on two servers; without channels as many as a server has NICs. */
  @ParameterizedTest
  @CsvSource({"ALLREDUCE, 16, 8", "ALLREDUCE, 16, 0", "ALLGATHER, 16, 8", "REDUCESCATTER, 16, 8", "ALLTOALL, 16, 0",
      "ALLREDUCE, 1, 0"})
  void stepHasTheBandwidthOfTheCollective(String name, long sizeMb, int channels) throws IOException {
    CollectiveKind kind = Map.of("ALLREDUCE", CollectiveKind.ALL_REDUCE, "ALLGATHER", CollectiveKind.ALL_GATHER, "REDUCESCATTER",
        CollectiveKind.REDUCE_SCATTER, "ALLTOALL", CollectiveKind.ALL_TO_ALL).get(name);
    String text = aicb(1, 1, "grads -1 0 NONE 0 0 NONE 0 0 " + name + " " + sizeMb * 1_000_000 + " 0");
    double expected = busBitsPerSec(
        run(collective(kind, sizeMb * 1_000_000, channels, 16, 1, CollectiveTraffic.Placement.BLOCK)));
    assertThat(busBitsPerSec(run(trace(text, "usual", channels, 0)))).isCloseTo(expected, within(expected * 0.02));
  }

  /** One channel has one NIC of eight at work, eight channels have all. */
  @Test
  void channelsUseAllRails() throws IOException {
    String text = aicb(1, 1, "grads -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 16000000 0");
    double oneBitsPerSec = busBitsPerSec(run(trace(text, "ring", 1, 0)));
    double allBitsPerSec = busBitsPerSec(run(trace(text, "ring", 8, 0)));
    assertThat(oneBitsPerSec).isBetween(0.9 * 400 * GBPS, 400.0 * GBPS);
    assertThat(allBitsPerSec).isGreaterThan(7 * oneBitsPerSec);
  }

  /** Tensor-parallel groups are in one server each, and data-parallel groups on one rail each. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void groupsUseTheirServerAndTheirRail(boolean tensor) throws IOException {
    String text = aicb(8, 1,
        tensor ? "mlp -1 0 ALLREDUCE 16000000 0 NONE 0 0 NONE 0 0" : "mlp -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 16000000 0");
    List<CollectiveResult> of = run(trace(text, "usual", 0, 0));
    double expected = busBitsPerSec(run(tensor
        ? collective(CollectiveKind.ALL_REDUCE, 16_000_000, 0, 8, 2, CollectiveTraffic.Placement.BLOCK)
        : collective(CollectiveKind.ALL_REDUCE, 16_000_000, 0, 2, 8, CollectiveTraffic.Placement.STRIDED)));
    assertThat(of).hasSize(tensor ? 2 : 8);
    assertThat(busBitsPerSec(of)).isCloseTo(expected, within(expected * 0.02)).isGreaterThan(0.8 * (tensor ? 3600 : 400) * GBPS);
    FlowTable flows = setup(trace(text, "usual", 0, 0)).flows;
    for (int flow = 0; flow < flows.count(); flow++) {
      boolean isInside = flows.source(flow) / 8 == flows.destination(flow) / 8;
      assertThat(isInside).isEqualTo(tensor);
      assertThat(isInside || flows.source(flow) % 8 == flows.destination(flow) % 8).isTrue();
    }
  }

  /** Tokens of experts over both servers go by the GPU on the destination's rail; no message crosses rails. */
  @Test
  void tokensOfExpertsStayOnTheirRails() throws IOException {
    String text = aicb(1, 16, "moe -1 0 ALLTOALL_EP 4000000 0 NONE 0 0 NONE 0 0");
    List<CollectiveResult> of = run(trace(text, "usual", 0, 0));
    assertThat(of).singleElement().extracting(each -> each.collective().algorithm()).isEqualTo("pairwise-pxn");
    FlowTable flows = setup(trace(text, "usual", 0, 0)).flows;
    for (int flow = 0; flow < flows.count(); flow++) {
      int from = flows.source(flow);
      int to = flows.destination(flow);
      assertThat(from / 8 == to / 8 || from % 8 == to % 8).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"usual, 0, 0, ring", "double-tree, 0, 0, double-tree", "hierarchical, 0, 0, hierarchical", "nvls, 0, 0, nvls",
      "direct, 2, 0, direct", "ring, 8, 10000, ring"})
  void usesTheRequestedAlgorithmAndChunk(String algorithm, int channels, long chunkBytes, String done) throws IOException {
    String text = aicb(1, 1, "grads -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 400000 0");
    SetupBuilder setup = setup(trace(text, algorithm, channels, chunkBytes));
    Script script = (Script) setup.flows.jobs().getFirst().program();
    assertThat(script.collective(0).algorithm()).isEqualTo(done);
    for (int flow = 0; flow < setup.flows.count() && chunkBytes > 0; flow++) {
      assertThat(setup.flows.sizeBytes(flow)).isLessThanOrEqualTo(chunkBytes);
    }
    assertThat(run(trace(text, algorithm, channels, chunkBytes))).allMatch(CollectiveResult::isComplete);
  }

  private static List<Object> results(Consumer<FlowTable> job, int threads) {
    SetupBuilder setup = setup(job);
    setup.scheme = Hpcc.DEFAULT;
    setup.telemetry = IntFormat.DEFAULT;
    setup.flows.add(3, 12, 3, 100, 500_000, 900_000);
    var results = new ArrayList<Object>();
    var finished = new TreeMap<Integer, FlowResult>();
    var recorder = new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        finished.put(flow.id(), flow);
      }
    };
    var simulation = threads == 1
        ? new Simulation(setup.build(), recorder)
        : new Simulation(setup.build(), recorder, (_, wire) -> wire, Division.of(RAILS, threads));
    simulation.run();
    results.addAll(finished.values());
    results.addAll(simulation.jobs().ranks());
    results.addAll(simulation.jobs().collectives());
    return results;
  }

  private static final String MIXED = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 4 pp: 1 vpp: 1 ga: 1"
      + " all_gpus: 16 checkpoints: 0\n2\n" + "embedding -1 100 ALLREDUCE 40000 1 NONE 0 20 ALLREDUCE 300000 5\n"
      + "experts -1 200 ALLTOALL_EP 80000 300 ALLGATHER 40000 400 REDUCESCATTER_DP_EP 600000 0\n";

  /** The messages, ranks and collectives are those of all operations at once, while another flow is active. */
  @Test
  void runsAsTheWholeGraphDoes() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), MIXED);
    int[] hosts = IntStream.range(0, 16).map(rank -> rank * 5 % 16).toArray();
    CollectiveChoice choice = ServerChoice.of(RAILS, hosts, "usual", 4, 0);
    Script script = AicbFile.read(file, new AicbOptions(16, 1, 2, 0, 0, 0, 0, 0, 0, 0, choice, GraphRoom.OF_HEAP));
    OperationGraph graph = WholeScript.of(script);
    var place = new JobPlace("job", 800_000, 3, 100);
    List<Object> unrolled = results(flows -> flows.addJob(place, script, hosts), 1);
    assertThat(unrolled).isEqualTo(results(flows -> flows.addJob(place, graph, hosts), 1));
    assertThat(unrolled).hasSize(1 + script.messages() + 16 + script.collectives());
  }

  @Test
  void threadsChangeNothing() throws IOException {
    List<Object> one = results(trace(MIXED, "usual", 8, 0), 1);
    assertThat(results(trace(MIXED, "usual", 8, 0), 2)).isEqualTo(one);
    assertThat(results(trace(MIXED, "usual", 8, 0), 3)).isEqualTo(one);
  }

  @Test
  void rejectsOperationsWithoutGroupByTheirLayer() throws IOException {
    String text = aicb(1, 1, "grads -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 400000 0").replace("all_gpus: 16", "all_gpus: 12");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> setup(trace(text, "hierarchical", 0, 0))).withMessageContaining(
        "a.txt:1: grads 1, weight gradient: algorithm 'hierarchical' needs the same number of ranks in each server, found 8");
  }

  @ParameterizedTest
  @CsvSource({"a.goal, usual, 8, 0, channels", "a.goal, ring, 0, 0, algorithm", "a.cm, usual, 0, 1000, chunk"})
  void tracesWithoutCollectivesHaveNone(String name, String algorithm, int channels, long chunkBytes, String key)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name), "num_ranks 1\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace(file, algorithm, channels, chunkBytes).addTo(new FlowTable(), RAILS, 1))
        .withMessage(key + " is for the collectives of Chakra and AICB only; "
            + (name.endsWith("goal") ? "GOAL schedules" : "connection matrices") + " have messages of ranks, and no collectives");
  }
}
