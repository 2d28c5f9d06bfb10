package dev.inflight.lab.graph.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.script.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Training steps from a few numbers: messages, and computation times. */
class TrainingFlowsTest {
  private static final String FOUR = "star(hosts=4, rate=400Gbps)";
  private static final String SMALL = "layers=4, hidden=256, vocabulary=1024, sequence=128";

  @TempDir
  private Path folder;

  private static TrainingFlows training(String arguments) {
    SourceLocation place = SourceLocation.of("test");
    return (TrainingFlows) Catalog.WORKLOADS.bind(Spec.parse("training(" + arguments + ")", place), place);
  }

  private static Script script(String arguments, int hosts) {
    return training(arguments).script(hosts, GraphRoom.OF_HEAP, CollectiveChoice.plain());
  }

  private static List<String> names(Script script) {
    return IntStream.range(0, script.collectives()).mapToObj(number -> script.collective(number).name()).toList();
  }

  /** Bytes that a rank hands over in collectives of a group, messages between stages left out: sizes of collectives as NCCL counts them. */
  private static long bytes(Script script, String group) {
    return IntStream.range(0, script.collectives()).mapToObj(script::collective)
        .filter(each -> each.name().endsWith(", " + group + " 1")).mapToLong(each -> each.sizeBytes()).sum();
  }

  /** Published counts of weights: GPT-3 paper table 2.1, Llama papers, Mixtral's. */
  @ParameterizedTest
  @CsvSource({"gpt-7b, 6.7e9", "gpt-13b, 13.0e9", "gpt-22b, 22e9", "gpt-175b, 175e9", "llama-7b, 6.7e9", "llama-13b, 13.0e9",
      "llama-65b, 65.2e9", "llama2-70b, 69e9", "llama3-8b, 8.03e9", "llama3-70b, 70.6e9", "llama3-405b, 405e9",
      "mixtral-8x7b, 46.7e9", "mixtral-8x22b, 141e9"})
  void modelsHaveTheWeightsThatArePublished(String name, double weights) {
    Model model = Model.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    assertThat(model.weights() / weights).isCloseTo(1, within(0.03));
    assertThat(model.hidden() % model.heads()).isZero();
  }

  /** MegaScale (arXiv 2402.15627, table 2): 175B, batch 768, 256 A100: 40.0 s at an MFU of 53.0 %; its operations are 6 a weight and token, and attention. */
  @Test
  void operationsOfAStepEqualPublishedOnes() {
    Model model = new Model("megascale", 96, 12288, 128, 128, 49152, false, 64_000, 2048, 1, 1);
    Gpu a100 = Gpu.ALL.getFirst();
    ComputeTimes times = ComputeTimes.of(model, a100, 8, 2048, 1);
    double layerPs = times.attentionPs() + 2 * times.attentionCorePs() + times.innerPs(); // theirs counts all pairs of tokens
    double stepSeconds = 3 * (96 * layerPs + times.headPs()) * 768 * 8 / 256 / 1e12;
    assertThat(stepSeconds / (40.0 * 0.53)).isCloseTo(1, within(0.03));
  }

  @Test
  void tensorParallelRanksSumActivationsTwiceInALayerAndDirection() {
    Script script = script(SMALL + ", tp=4, dp=1", 4);
    assertThat(names(script)).contains("attention 1, forward, micro-batch 1, TP 1",
        "feed-forward 4, input gradient, micro-batch 1, TP 1");
    long activations = 128L * 256 * 2;
    assertThat(bytes(script, "TP")).isEqualTo(activations * (4 * 4 + 1 + 1)); // embedding and head once
    assertThat(bytes(script, "DP")).isZero();
  }

  /** With divided sequences each sum is a scatter and a gather of as many bytes (Korthikanti et al., arXiv 2205.05198, section 4.2.2). */
  @Test
  void dividedSequencesGatherAndScatterTheSameBytes() {
    Script script = script(SMALL + ", tp=4, dp=1, sp=true", 4);
    long activations = 128L * 256 * 2;
    assertThat(bytes(script, "TP")).isEqualTo(activations * (4 * 4 * 2 + 2 + 2));
    assertThat(names(script)).noneMatch(name -> name.contains("ALL_REDUCE"));
  }

  @ParameterizedTest
  @CsvSource({"0, true, 4", "0, false, 4", "1, true, 6", "1, false, 6"})
  void gradientsOfAllWeightsAreExchangedOnceAStep(int zero, boolean overlap, int bytesOfAWeight) {
    Script script = script(SMALL + ", dp=4, microbatches=3, zero=" + zero + ", overlap=" + overlap, 4);
    double weights = 4 * 12.0 * 256 * 256 + 2 * 1024.0 * 256;
    assertThat((double) bytes(script, "DP")).isCloseTo(bytesOfAWeight * weights, within(20.0));
    assertThat(names(script).stream().filter(name -> name.contains("gradients"))).hasSize(overlap ? 0 : 1);
  }

  @Test
  void tokensGoToExpertsAndBackInBothDirections() {
    Script script = script(SMALL + ", experts=8, chosen=2, dp=4, ep=4", 4);
    long tokens = 128L * 256 * 2 * 2;
    assertThat(bytes(script, "EP")).isEqualTo(4 * 4 * tokens);
    assertThat(bytes(script, "DP_EP")).isZero(); // each has its own
    Script twice = script(SMALL + ", experts=8, chosen=2, dp=8, ep=4, overlap=false, zero=0", 8);
    assertThat(bytes(twice, "DP_EP")).isEqualTo(4L * 4 * 2 * 2 * 256 * 1024); // two of eight experts of four layers
  }

  @Test
  void computationTakesTheTimeOfItsLayers() throws IOException {
    double seconds = run(FOUR, "layers=4, layer=1ms, vocabulary=1, hidden=512, microbatches=2").ranks().getFirst().computePs()
        / 1e12;
    // twice the forward pass for gradients of inputs and weights
    assertThat(seconds).isCloseTo(2 * 4 * 3 * 1e-3, within(3e-4));
  }

  /** A pipeline of p stages that is filled and drained takes (m + p - 1) / m of the time of m micro-batches (arXiv 2104.04473, section 2.2). */
  @Test
  void pipelineHasTheBubbleOf1F1B() throws IOException {
    double alone = endSeconds(FOUR, "layers=4, layer=10ms, vocabulary=1, hidden=1024, microbatches=8");
    double staged = endSeconds(FOUR, "layers=4, pp=4, layer=10ms, vocabulary=1, hidden=1024, microbatches=8");
    assertThat(staged / (alone / 4)).isCloseTo(11.0 / 8, within(0.02));
  }

  /** With v pieces in each stage the bubble is one v-th of that (the same, section 2.2), and stages exchange v times as many bytes. */
  @ParameterizedTest
  @CsvSource({"8, 2", "8, 4", "4, 2", "12, 3"})
  void interleavedPiecesDivideTheBubble(int micro, int pieces) throws IOException {
    String step = "layers=24, layer=4ms, vocabulary=1, hidden=512, microbatches=" + micro;
    if (24 % (4 * pieces) > 0) {
      step = step.replace("layers=24", "layers=16");
    }
    double alone = endSeconds(FOUR, step);
    double staged = endSeconds(FOUR, step + ", pp=4, interleave=" + pieces);
    assertThat(staged / (alone / 4)).isCloseTo(1 + 3.0 / pieces / micro, within(0.02));
    int whole = script(step + ", pp=4", 4).messages();
    assertThat(script(step + ", pp=4, interleave=" + pieces, 4).messages()).isEqualTo(whole + 2 * micro * 4 * (pieces - 1));
  }

  /** All weights' gradients and all layers' sums are there once, whichever stage has them. */
  @Test
  void interleavedPiecesExchangeTheSame() {
    String step = "layers=8, hidden=256, vocabulary=1024, sequence=128, tp=2, pp=2, dp=2, microbatches=4";
    Script whole = script(step, 8);
    Script pieces = script(step + ", interleave=2", 8);
    for (String group : List.of("TP", "DP")) {
      assertThat((double) bytes(pieces, group)).isCloseTo(bytes(whole, group), within(10.0));
    }
    assertThat(names(pieces)).doesNotHaveDuplicates();
  }

  /** A layer that is computed again takes four thirds of its time, and sums activations once more a part. */
  @Test
  void recomputationRepeatsTheForwardPassOfLayers() throws IOException {
    String step = "layers=4, layer=1ms, vocabulary=1, hidden=512, microbatches=2";
    double once = run(FOUR, step).ranks().getFirst().computePs() / 1e12;
    double again = run(FOUR, step + ", recompute=true").ranks().getFirst().computePs() / 1e12;
    assertThat(again - once).isCloseTo(2 * 4 * 1e-3, within(1e-4));
    Script script = script(SMALL + ", tp=4, dp=1, recompute=true", 4);
    assertThat(bytes(script, "TP")).isEqualTo(128L * 256 * 2 * (4 * 6 + 1 + 1));
    assertThat(names(script)).containsSubsequence("attention 4, recomputation, micro-batch 1, TP 1",
        "feed-forward 4, recomputation, micro-batch 1, TP 1", "feed-forward 4, input gradient, micro-batch 1, TP 1",
        "attention 4, input gradient, micro-batch 1, TP 1", "attention 3, recomputation, micro-batch 1, TP 1");
  }

  @Test
  void gradientsThatOverlapHideBehindComputation() throws IOException {
    String step = "layers=8, hidden=512, vocabulary=64, sequence=256, layer=400us, microbatches=2, zero=0, overlap=";
    assertThat(endSeconds(FOUR, step + "false") / endSeconds(FOUR, step + "true")).isGreaterThan(1.1);
  }

  /** Two servers of four GPUs, one NIC each: gradients of eight ranks go between servers by one NIC, or by all. */
  @Test
  void gradientsLeaveAServerByAllItsNics() throws IOException {
    String rails = "rail-optimized(groups=1, serversPerGroup=2, gpusPerServer=4, spines=2)";
    String step = "layers=2, hidden=1024, vocabulary=1024, sequence=128, layer=10us, dp=8, zero=0, overlap=false";
    double one = endSeconds(rails, step + ", channels=1");
    assertThat(one / endSeconds(rails, step)).isGreaterThan(1.8);
    assertThat(endSeconds(rails, step + ", channels=4")).isEqualTo(endSeconds(rails, step));
    assertThat(endSeconds(rails, step + ", channels=1, algorithm=double-tree")).isNotEqualTo(one);
  }

  private double endSeconds(String topology, String arguments) throws IOException {
    return run(topology, arguments).ranks().stream().mapToLong(rank -> rank.endPs()).max().orElseThrow() / 1e12;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tp=2, pp=2, dp=2, sp=true, microbatches=3",
      "tp=2, dp=4, ep=2, experts=4, chosen=2, microbatches=2, sp=true",
      "pp=4, dp=2, microbatches=5, zero=0, overlap=false, steps=2",
      "pp=2, tp=2, dp=2, interleave=2, microbatches=4, recompute=true, steps=2, sp=true", "tp=8, dp=1, steps=3",
      "dp=8, ep=8, experts=8, overlap=false"})
  void stepsRunToTheirEnd(String arguments) throws IOException {
    Jobs jobs = run("rail-optimized(groups=1, serversPerGroup=2, gpusPerServer=4, spines=2)",
        SMALL + ", layer=10us, " + arguments);
    assertThat(jobs.ranks()).hasSize(8).allSatisfy(rank -> {
      assertThat(rank.endPs()).isPositive();
      assertThat(rank.operationsDone()).isEqualTo(rank.operations());
      assertThat(rank.exposedPs()).isBetween(0L, rank.endPs());
    });
    assertThat(jobs.collectives()).allSatisfy(each -> assertThat(each.isComplete()).as(each.toString()).isTrue());
  }

  private Jobs run(String topology, String arguments) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"),
        "topology: " + topology + "\nflows: training(" + arguments + ")\nscheme: hpcc\n");
    var simulation = new Simulation(ScenarioReader.read(file).setup(), Recorder.NONE);
    simulation.run();
    return simulation.jobs();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      model=gpt-3b           | 8 | unknown model 'gpt-3b'; did you mean 'gpt-7b'?
      gpu=h101               | 8 | unknown gpu 'h101'; did you mean 'h100'?
      pp=3, dp=1             | 8 | the 40 layers are not a multiple of pp 3
      tp=3                   | 8 | the 8 hosts are not a multiple of tp 3 times pp 1; dp=2 leaves 2 of them without a rank
      tp=16                  | 8 | the 8 hosts are not a multiple of tp 16 times pp 1
      tp=4, dp=4             | 8 | tp 4 times pp 1 times dp 4 are 16 ranks, and there are 8 hosts
      ep=2                   | 8 | the 1 experts of a layer are not a multiple of ep 2; mixtral-8x7b has experts, and experts=8 gives them to any model
      experts=8, ep=8, dp=4  | 8 | ep 8 does not divide the 4 ranks that are data parallel
      pp=1, interleave=2     | 8 | interleave 2 divides the layers of stages of a pipeline, and pp is 1; remove interleave
      pp=4, interleave=3     | 8 | the 40 layers are not a multiple of pp 4 times interleave 3
      pp=4, interleave=2, microbatches=6 | 8 | microbatches 6 is not a multiple of pp 4, as interleave needs; write microbatches=8, or remove interleave
      algorithm=rings        | 8 | unknown algorithm 'rings'; did you mean 'ring'?
      channels=65            | 8 | channels 65 is outside 0 to 64
      chosen=2               | 8 | a token goes to 2 experts (chosen), and there are 1
      """)
  void rejectsIncompatibleParameters(String arguments, int hosts, String why) {
    assertThatException().isThrownBy(() -> script(arguments, hosts)).withMessageContaining(why)
        .matches(refused -> refused instanceof IllegalArgumentException || refused instanceof InputError);
  }

  @Test
  void rejectsTooLargeProgram() {
    assertThatIllegalArgumentException().isThrownBy(
        () -> training("layers=100000, microbatches=1000000").script(1, GraphRoom.of(1 << 20), CollectiveChoice.plain()))
        .withMessageContaining("operations of ranks");
  }

  @Test
  void sameNumbersGiveTheSameScript() {
    assertThat(LongStream.range(0, 2).mapToObj(_ -> names(script(SMALL + ", tp=2", 8))).distinct()).hasSize(1);
  }
}
