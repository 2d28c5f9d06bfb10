package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads of AICB, sound and damaged. */
class AicbFileTest {
  private static final String HEADER = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 4 ga: 1"
      + " all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0\n";
  private static final String SOUND = HEADER + """
      2
      embedding	-1	100	ALLREDUCE	4000	1	NONE	0	20	NONE	0	5
      experts	-1	200	ALLTOALL_EP	8000	300	ALLGATHER	4000	400	REDUCESCATTER_DP_EP	6000	0
      """;

  @TempDir
  Path folder;

  private final List<String> warnings = new ArrayList<>();

  private OperationGraph read(String text, int passes) throws IOException {
    return WholeScript.of(script(text, 64, passes, 0, 0));
  }

  private Script script(String text, int hosts, int passes, int ranks, int gpusPerServer) throws IOException {
    return script(text,
        new AicbOptions(hosts, 1, passes, ranks, gpusPerServer, 0, 0, 0, 0, 0, CollectiveChoice.plain(), GraphRoom.OF_HEAP));
  }

  private Script script(String text, AicbOptions options) throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), text);
    warnings.clear();
    Script script = Notices.collect(warnings, () -> AicbFile.read(file, options));
    warnings.replaceAll(warning -> warning.replace(folder + "/", ""));
    return script;
  }

  /** End of a graph whose messages take 1 ns a byte each, whatever else is under way; a send ends when its receive does. */
  private static long endNs(OperationGraph graph) {
    int[] left = graph.requirements().values();
    long[] beginPs = new long[left.length];
    int[] order = new int[left.length];
    int found = 0;
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0;
    }
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        order[found++] = operation;
      }
    }
    long latestPs = 0;
    for (int done = 0; done < found; done++) {
      int operation = order[done];
      boolean sends = graph.kind(operation) == OperationGraph.Kind.SEND;
      boolean computes = graph.kind(operation) == OperationGraph.Kind.COMPUTE;
      long endPs = beginPs[operation] + (sends ? 1000 * graph.sizeBytes(operation) : computes ? graph.durationPs(operation) : 0);
      latestPs = Math.max(latestPs, endPs);
      for (int number = 0; number < graph.dependents(operation); number++) {
        int after = graph.dependent(operation, number);
        beginPs[after] = Math.max(beginPs[after], endPs);
        if (--left[after] == 0) {
          order[found++] = after;
        }
      }
      if (sends) {
        int partner = graph.partner(operation);
        beginPs[partner] = Math.max(beginPs[partner], endPs);
        if (--left[partner] == 0) {
          order[found++] = partner;
        }
      }
    }
    assertThat(found).isEqualTo(left.length);
    return latestPs / 1000;
  }

  @Test
  void collectivesHaveTheGroupsOfTheirPass() throws IOException {
    OperationGraph graph = read(SOUND, 1);
    assertThat(graph.ranks()).isEqualTo(8);
    assertThat(graph.collectives()).extracting(Collective::name)
        .startsWith("embedding 1, forward, TP 1", "embedding 1, forward, TP 2")
        .endsWith("experts 2, weight gradient, DP_EP 3", "experts 2, weight gradient, DP_EP 4").hasSize(4 + 4 + 4 + 4);
    assertThat(graph.collectives()).extracting(each -> each.kind() + " " + each.ranks() + " " + each.sizeBytes()).containsOnly(
        "ALL_REDUCE 2 4000", "ALL_TO_ALL 2 8000", "ALL_GATHER 2 4000", "REDUCE_SCATTER 2 6000");
  }

  /** Forward, then back: 100 + 2 halves of 4000 + 5; 200 + 4000; 300 + 2000; 400, and right after it 3000 in parallel with 1 + 20. */
  @Test
  void ranksWaitForActivationsAndNotForWeights() throws IOException {
    assertThat(endNs(read(SOUND, 1))).isEqualTo(100 + 4000 + 5 + 200 + 4000 + 300 + 2000 + 400 + 3000);
  }

  /** astra-sim's older name of the policy. */
  @Test
  void hybridTransformerIsTheSameWithoutCheckpoints() throws IOException {
    assertThat(endNs(read(SOUND.replace("HYBRID_TRANSFORMER_FWD_IN_BCKWD", "HYBRID_TRANSFORMER"), 1)))
        .isEqualTo(endNs(read(SOUND, 1)));
  }

  /** The second pass starts while weights of the last layer are under way: only that layer waits for them. */
  @Test
  void nextPassOfALayerWaitsForItsWeights() throws IOException {
    String text = HEADER.replace("ep: 2", "ep: 1").replace("group: 2", "group: 1").replace("all_gpus: 8", "all_gpus: 2") + """
        2
        first	-1	1000	NONE	0	100	NONE	0	100	NONE	0	7
        second	-1	1000	NONE	0	100	NONE	0	100	ALLREDUCE	8000	7
        """;
    long weights = 8000 + 7; // two halves, one after the other
    assertThat(endNs(read(text, 1))).isEqualTo(2000 + 200 + weights);
    assertThat(endNs(read(text, 2))).isEqualTo(2000 + 200 + weights + 1000 + 200 + weights);
    String soon = text.replace("first\t-1\t1000", "first\t-1\t9000");
    assertThat(endNs(read(soon, 2))).isEqualTo(10_000 + 400 + 10_000 + 200 + weights);
  }

  /** Two of one group follow each other, two of several do not. */
  @Test
  void collectivesOfAGroupFollowEachOther() throws IOException {
    String text = HEADER + """
        2
        first	-1	0	NONE	0	0	NONE	0	0	ALLREDUCE_EP	4000	0
        second	-1	0	NONE	0	0	NONE	0	0	ALLREDUCE_EP	4000	0
        """;
    assertThat(endNs(read(text, 1))).isEqualTo(8000);
    assertThat(endNs(read(text.replaceFirst("ALLREDUCE_EP", "ALLREDUCE_DP_EP"), 1))).isEqualTo(4000);
  }

  @Test
  void omitsCollectivesOfOneRank() throws IOException {
    String alone = HEADER.replace("group: 2", "group: 1").replace("ep: 2", "ep: 1")
        + "1\nonly -1 10 ALLREDUCE 4000 10 ALLTOALL_EP 4000 10 ALLREDUCE 0 100\n";
    OperationGraph graph = read(alone, 1);
    assertThat(graph.collectives()).isEmpty();
    assertThat(endNs(graph)).isEqualTo(30);
  }

  /** Without collectives of experts, a header without experts means the same as one with groups of one. */
  @Test
  void headerWithoutExpertsAndStagesIsOneOfGroupsOfOne() throws IOException {
    String text = HEADER + "1\nonly -1 10 ALLREDUCE 4000 10 ALLREDUCE 4000 10 REDUCESCATTER 4000 100\n";
    OperationGraph without = read(text.replace(" ep: 2 pp: 1 vpp: 4 ga: 1", ""), 1);
    OperationGraph with = read(text.replace("ep: 2", "ep: 1"), 1);
    assertThat(without.collectives()).isEqualTo(with.collectives());
    assertThat(endNs(without)).isEqualTo(endNs(with));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read(text.replace(" ep: 2", "").replace("REDUCESCATTER", "REDUCESCATTER_DP_EP"), 1))
        .withMessageContaining("a.txt:3: 'REDUCESCATTER_DP_EP' of the weight gradient is done by ");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => DATA | 1: found 'DATA' where HYBRID_TRANSFORMER_FWD_IN_BCKWD or MICRO is expected; groups of astra-sim's policy DATA are dimensions of its topology, which the file does not state; write HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1, with which all ranks are data parallel",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => HYBRID_DLRM | 1: found 'HYBRID_DLRM' where HYBRID_TRANSFORMER_FWD_IN_BCKWD or MICRO is expected; groups of astra-sim's policy HYBRID_DLRM are dimensions of its topology, which the file does not state; write HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: and the size of its groups",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => num_ranks | 1: found 'num_ranks' where HYBRID_TRANSFORMER_FWD_IN_BCKWD or MICRO is expected; workloads of no other policy are read; a trace in GOAL needs format=goal",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => MICRO | 4: 'ALLTOALL_EP' of the forward: in a file of the policy MICRO all ranks do each",
      "all_gpus: 8 => all_gpus: 1000000000 | 1: the trace has 1000000000 ranks, and there are hosts for 64",
      "all_gpus: 8 => all_gpus: 99999999999999999999 | 1: all_gpus '99999999999999999999' is too large",
      "all_gpus: 8 => all_gpu: 8 | 1: unknown key 'all_gpu' of the header; did you mean 'all_gpus'?",
      "all_gpus: 8 => ga: 8 | 1: 'ga' occurs twice",
      "model_parallel_NPU_group: 2 => | 1: the header lacks model_parallel_NPU_group; write how many ranks are tensor parallel"
          + " as",
      "group: 2 => group: 3 | 1: all_gpus 8 is not a multiple of model_parallel_NPU_group 3",
      "group: 2 => group: 0 | 1: model_parallel_NPU_group 0 is below 1",
      "ep: 2 => ep: 3 | 1: ep 3 does not divide the 4 ranks that are data parallel",
      "ep: 2 => | 4: 'ALLTOALL_EP' of the forward is done by groups that ep makes, and the header of line 1 lacks ep",
      "pp: 1 => pp: 3 | 1: all_gpus 8 is not a multiple of model_parallel_NPU_group 2 times pp 3",
      "pp: 1 vpp: 4 ga: 1 all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0 => pp: 2 ga: 1 all_gpus: 8 | 1: the"
          + " header has pp 2 and no pp_comm; write the bytes that stages of the pipeline send each other",
      "checkpoints: 0 => checkpoints: 1 4 | 1: checkpoints 1: layers that are computed again are not available; write 0",
      "pp_comm: 0 => pp_comm | 1: the header ends behind 'pp_comm'",
      "ALLTOALL_EP => ALLTOALL_XP | 4: unknown collective 'ALLTOALL_XP' of the forward; known: NONE, ALLGATHER, ALLREDUCE,",
      "100 => 1.5 | 3: computation of the forward '1.5' is not a whole number",
      "4000 => 99999999999999999999 | 3: bytes of the forward '99999999999999999999' is too large",
      "400 => 9223372036854775807 | 4: computation of the weight gradient '9223372036854775807' is too large",
      "-1 => | 3: a layer has 12 words (name, -1, then computation, collective and bytes of three passes, delay); found 11",})
  void reportsErrorsWithTheirLine(String change, String error) {
    String[] sides = change.split(" =>", 2);
    String place = sides[0].equals("400") ? "\t400\t" : sides[0];
    String text = SOUND.replaceFirst(place, place.equals(sides[0]) ? sides[1].strip() : "\t" + sides[1].strip() + "\t");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text, 1)).withMessageContaining("a.txt:" + error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "1000000000", "0", "-1", "9999999999999999999999"})
  void rejectsAnotherNumberOfLayers(String count) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(SOUND.replaceFirst("\n2\n", "\n" + count + "\n"), 1))
        .withMessageContaining("a.txt:").withMessageContaining("layers");
  }

  @Test
  void rejectsGraphLargerThanMemoryBeforeBuildingIt() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(SOUND.replace("all_gpus: 8", "all_gpus: 64"), 1_000_000))
        .withMessageContaining(": the layers up to this one are more than ").withMessageContaining(" of ranks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "HYBRID_TRANSFORMER_FWD_IN_BCKWD", HEADER, HEADER + "1"})
  void rejectsCutAndEmptyFiles(String text) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text, 1)).withMessageContaining("a.txt:");
  }

  private static final String MICRO = """
      MICRO
      2
      probe	-1	1	NONE	0	1	NONE	0	1	ALLGATHER	6000	1
      probe	-1	1	NONE	0	1	NONE	0	1	BROADCAST	3000	1
      """;

  /** Two rings, one after the other: two steps of 2000 bytes, 1 ns, two hops of 3000 bytes, 1 ns. */
  @Test
  void runsOneCollectiveOfAllRanksALine() throws IOException {
    Script script = script(MICRO, 3, 1, 0, 0);
    assertThat(script.ranks()).isEqualTo(3);
    OperationGraph graph = WholeScript.of(script);
    assertThat(graph.collectives()).extracting(Collective::name).containsExactly("probe 1, forward, ALL 1",
        "probe 2, forward, ALL 1");
    assertThat(endNs(graph)).isEqualTo(2 * 2000 + 1 + 2 * 3000 + 1);
    assertThat(warnings).singleElement().asString()
        .startsWith("a.txt:1: the header has no all_gpus, so each of the 3 hosts is a");
    script(MICRO, 64, 1, 4, 0);
    assertThat(warnings).isEmpty();
  }

  @Test
  void warnsOfUnsupportedPartsOfMicro() throws IOException {
    script(MICRO.replace("-1	1	NONE	0", "-1	900	ALLREDUCE	8"), 64, 1, 4, 0);
    assertThat(warnings).containsExactly(
        "a.txt:3: a file of the policy MICRO has its collectives in the columns of weight gradients; those of other columns are"
            + " not done (and 1 more like this)",
        "a.txt:3: nothing is computed in a file of the policy MICRO; its times have no effect (and 1 more like this)");
  }

  private static final String OLD = "HYBRID_TRANSFORMER_FWD_IN_BCKWD	checkpoints: 0 checkpoint_initiates: 0\n1\n"
      + "mlp	-1	1	ALLREDUCE	800	1	NONE	0	1	NONE	0	1\n";

  @Test
  void takesMissingHeaderValuesFromTheScenario() throws IOException {
    Script script = script(OLD, 64, 1, 12, 4);
    assertThat(script.ranks()).isEqualTo(12);
    assertThat(script.collectives()).isEqualTo(3);
    assertThat(script.collective(0).ranks()).isEqualTo(4);
    assertThat(warnings).isEmpty();
  }

  @Test
  void rejectsParametersThatContradictTheHeader() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> script(SOUND, 64, 1, 16, 0)).withMessageEndingWith(
        "a.txt:1: ranks 16 contradicts the header, which has all_gpus 8; remove ranks");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> script(SOUND, 64, 1, 0, 3)).withMessageEndingWith(
        "a.txt:1: gpusPerServer 3 contradicts the header: groups of model_parallel_NPU_group 2 neither fill servers nor divide them");
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> script(STAGES, new AicbOptions(64, 1, 1, 0, 0, 0, 0, 0, 2, 0, CollectiveChoice.plain(), GraphRoom.OF_HEAP)))
        .withMessageEndingWith("a.txt:1: ppComm 2 B contradicts the header, which has pp_comm 1000; remove ppComm");
  }

  @Test
  void passesOverKeysOfOtherProgramsAndLinesBehindTheLayers() throws IOException {
    script(SOUND.replace("pp: 1", "pp: 1 mode: 1 seq_length: 2048").replace("\n2\n", "\n1\n"), 64, 1, 0, 0);
    assertThat(warnings).containsExactly("a.txt:1: key 'mode' of the header has no effect",
        "a.txt:1: key 'seq_length' of the header has no effect", "a.txt:4: the rest after the 1 layers is ignored: 1 line");
  }

  /** Any lines may follow the layers; they are counted. */
  @Test
  void countsLinesOfAnyBytesBehindTheLayers() throws IOException {
    String behind = "note caf\u00e9 \u0000\n\n \t\n" + "x".repeat(900) + "\n" + "word ".repeat(120) + "\nlast \u2014";
    script(SOUND + behind, 64, 1, 0, 0);
    assertThat(warnings).containsExactly("a.txt:5: the rest after the 2 layers is ignored: 4 lines");
    warnings.clear();
    script(SOUND + "\r\n \n", 64, 1, 0, 0);
    assertThat(warnings).isEmpty();
  }

  @Test
  void readsFewerLayersThanAnnounced() throws IOException {
    String text = SOUND.replace("\n2\n", "\n800\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> script(text, 64, 1, 0, 0)).withMessageEndingWith(
        "line 2 announces 800 layers, and the file ends behind 2; to run those, write layers=2 in trace()");
    assertThat(
        WholeScript.of(script(text, new AicbOptions(64, 1, 1, 0, 0, 0, 0, 0, 0, 2, CollectiveChoice.plain(), GraphRoom.OF_HEAP)))
            .operations())
        .isEqualTo(read(SOUND, 1).operations());
  }

  /** Two micro-batches through two stages of one rank. */
  private static final String STAGES = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 ep: 1 pp: 2 vpp: 1 ga: 2"
      + " all_gpus: 2 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 1000.0\n" + """
          6
          grads	-1	7	NONE	0	11	NONE	0	0	NONE	0	1
          embedding_layer	-1	100	NONE	0	200	NONE	0	0	NONE	0	1
          mlp	-1	50	NONE	0	30	NONE	0	0	NONE	0	1
          embedding_layer	-1	100	NONE	0	200	NONE	0	0	NONE	0	1
          mlp	-1	50	NONE	0	30	NONE	0	0	NONE	0	1
          optimizer1	-1	3	NONE	0	0	NONE	0	0	NONE	0	1
          """;

  /**
   * Stage 1 goes forward at 7, 157; stage 2 at 1157 to 1307, back to 1537, sends until 2537; forward to 1687, 3 more, back to 1920, sends
   * until 2920. Stage 1 goes back at 2537 to 2767 and at 2920 to 3150, and then 11.
   */
  @Test
  void microBatchesGoThroughStagesForwardAndBackInTurn() throws IOException {
    Script script = script(STAGES, 64, 1, 0, 0);
    assertThat(warnings).isEmpty();
    assertThat(script.messages()).isEqualTo(4);
    assertThat(
        IntStream.range(0, 4).mapToObj(message -> script.sender(message) + ">" + script.receiver(message)).sorted().toList())
        .containsExactly("0>1", "0>1", "1>0", "1>0");
    assertThat(endNs(WholeScript.of(script))).isEqualTo(3150 + 11);
  }

  @Test
  void eachMicroBatchGoesThroughAllLayersWhereTheyDoNotRepeat() throws IOException {
    String text = STAGES.replaceAll("(?s)(mlp[^\n]*\n)embedding_layer.*?mlp[^\n]*\n", "$1").replace("\n6\n", "\n4\n");
    Script script = script(text, 64, 1, 0, 0);
    assertThat(warnings).singleElement().asString().contains("the layers do not repeat for each of the 2 micro-batches (ga)");
    assertThat(endNs(WholeScript.of(script))).isEqualTo(3150 + 11);
  }

  /** The limit covers tasks and messages of micro-batches, and layers that do not repeat for each of them. */
  @ParameterizedTest
  @CsvSource({"'', 5000000", "a, 1000"})
  void refusesMoreMicroBatchesThanFit(String more, int ga) {
    String text = HEADER.replace("pp: 1", "pp: 4").replace("ga: 1", "ga: " + ga).replace("all_gpus: 8", "all_gpus: 32")
        .replace("pp_comm: 0", "pp_comm: 500") + (more.isEmpty() ? "1\n" : "500\n");
    String layers = IntStream.range(0, more.isEmpty() ? 1 : 500)
        .mapToObj(layer -> "layer" + layer + " -1 10 NONE 0 10 NONE 0 10 NONE 0 0\n").collect(Collectors.joining());
    var options = new AicbOptions(64, 1, 1, 0, 0, 0, 0, 0, 0, 0, CollectiveChoice.plain(), new GraphRoom(10_000_000, false));
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> script(text + layers, options))
        .withMessageContaining("a.txt:1: the ").withMessageContaining("are more than 10000000 operations of ranks");
  }

  /** Five stages and three micro-batches have all computation, and as many messages in each direction as expected. */
  @Test
  void stagesHaveSeparateGroups() throws IOException {
    String text = HEADER.replace("pp: 1", "pp: 5").replace("ga: 1", "ga: 3").replace("all_gpus: 8", "all_gpus: 40")
        .replace("pp_comm: 0", "pp_comm: 500") + "1\nmlp -1 10 ALLREDUCE 600 10 NONE 0 10 REDUCESCATTER 600 0\n";
    Script script = script(text, 64, 2, 0, 0);
    int collectives = 2 * 3 * 5 * (4 + 2); // four groups of two that are tensor parallel, two of four that are data parallel
    assertThat(script.collectives()).isEqualTo(collectives);
    assertThat(script.collective(0).name()).isEqualTo("mlp 1, forward, pass 1, stage 1, micro-batch 1, TP 1");
    int transfers = 2 * 3 * 4 * 2 * 8;
    assertThat(script.messages()).isEqualTo(2 * 3 * 5 * (4 * 4 + 2 * 12) + transfers);
    OperationGraph graph = WholeScript.of(script);
    for (int message = 0; message < script.messages(); message++) {
      int send = script.send(message);
      assertThat(graph.rank(send)).isEqualTo(script.sender(message));
      assertThat(graph.rank(graph.partner(send))).isEqualTo(script.receiver(message));
      assertThat(graph.sizeBytes(send)).isEqualTo(script.sizeBytes(message));
    }
    for (int rank = 0; rank < 40; rank++) {
      int of = rank;
      assertThat(script.operationsByRank()[rank])
          .isEqualTo(IntStream.range(0, graph.operations()).filter(operation -> graph.rank(operation) == of).count());
      assertThat(script.messagesByRank()[rank]).isEqualTo(IntStream.range(0, graph.operations())
          .filter(operation -> graph.rank(operation) == of && graph.kind(operation) == OperationGraph.Kind.SEND).count());
    }
  }

  private static List<Object> results(Consumer<FlowTable> job, int first) {
    var setup = new SetupBuilder();
    setup.topology = LeafSpine.DEFAULT.build();
    setup.scheme = Hpcc.DEFAULT;
    setup.flows.add(28, 29, 3, 100, 5000, first);
    job.accept(setup.flows);
    setup.flows.add(30, 31, 3, 100, 5000, 1_000_000L);
    var results = new ArrayList<Object>();
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    });
    simulation.run();
    results.addAll(simulation.jobs().ranks());
    results.addAll(simulation.jobs().collectives());
    return results;
  }

  /** Rows, times, ranks and collectives are those of the whole graph, also with other flows that start before and after it. */
  @ParameterizedTest
  @CsvSource({"false, 0", "true, 0", "false, 900000", "true, 900000"})
  void runsAsTheWholeGraphDoes(boolean inStages, int first) throws IOException {
    Script script = script(inStages ? STAGES : SOUND, 64, 3, 0, 0);
    OperationGraph graph = WholeScript.of(script);
    int[] hosts = IntStream.range(0, script.ranks()).map(rank -> rank * 3).toArray();
    List<Object> unrolled = results(flows -> flows.addJob(new JobPlace("job", 800_000, 3, 100), script, hosts), first);
    assertThat(unrolled).isEqualTo(results(flows -> flows.addJob(new JobPlace("job", 800_000, 3, 100), graph, hosts), first));
    assertThat(unrolled).hasSize(2 + script.messages() + script.ranks() + script.collectives());
  }

  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(44);
    byte[] sound = SOUND.getBytes(StandardCharsets.US_ASCII);
    int refused = 0;
    for (int run = 0; run < 2000; run++) {
      Path file = Files.write(folder.resolve("damaged.txt"), Damage.of(sound, random));
      try {
        var options = new AicbOptions(64, 1, 2, 0, 0, 0, 0, 0, 0, 0, CollectiveChoice.plain(), GraphRoom.OF_HEAP);
        Notices.collect(new ArrayList<>(), () -> AicbFile.read(file, options));
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("damaged.txt");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }
}
