package dev.inflight.lab.graph.step;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Steps of ranks that go through the same layers. Ranks wait for the collectives of activations and of their gradients, but not
 * for those of weight gradients; a layer's next forward pass does.
 */
public final class StepLane {
  /** Number of streams for delays, in addition to the stream of computation. */
  private static final int DELAY_STREAMS = 16;

  private final ScriptBuilder script;
  private final RankGroup.Division division;
  private final int firstRank;
  private final String stageName;
  private String passName = "";
  private String batchName = "";
  /** Step that must end before the ranks continue. */
  private int last = ScriptBuilder.NONE;
  /** Collective, by kind of group, that ranks have not waited for yet: the next one of that group follows it. */
  private final Map<RankGroup, Integer> underWay = new EnumMap<>(RankGroup.class);
  /** Step that makes a layer's weights equal on all ranks, by layer. */
  private final Map<Integer, Integer> weights = new HashMap<>();

  /**
   * Creates steps for ranks at their start.
   *
   * @param script receives the steps
   * @param firstRank first of the ranks
   * @param stageName text after the names of the ranks' collectives; empty for none
   */
  public StepLane(ScriptBuilder script, RankGroup.Division division, int firstRank, String stageName) {
    this.script = script;
    this.division = division;
    this.firstRank = firstRank;
    this.stageName = stageName;
  }

  /** First of the ranks. */
  public int firstRank() {
    return firstRank;
  }

  /** Step that ends when ranks have completed all steps so far. */
  public int last() {
    return last;
  }

  /** Sets the text about the pass in the names of later collectives. */
  public void begin(String pass) {
    passName = pass;
  }

  /** Sets the text about the micro-batch at the end of these names. */
  public void nameBatch(String name) {
    batchName = name;
  }

  /** Makes ranks continue after this step, which becomes their last one. */
  public void follow(int step) {
    last = step;
  }

  /**
   * Adds the forward pass of a layer.
   *
   * @param weightsOf number that distinguishes its weights from those of other layers
   */
  public void forward(StepLayer layer, int weightsOf) {
    Integer before = weights.remove(weightsOf);
    if (before != null) {
      last = script.join(firstRank, division.ranks(), last, before);
    }
    activations(layer, "forward", layer.forward());
  }

  /** Repeats the forward pass of a layer for its backward pass. */
  void recompute(StepLayer layer) {
    activations(layer, "recomputation", layer.forward());
  }

  /**
   * Adds the backward pass of a layer.
   *
   * @param weightsOf number that distinguishes its weights from those of other layers
   * @param exchanges true if the gradients of weights are exchanged now
   */
  void backward(StepLayer layer, int weightsOf, boolean exchanges) {
    activations(layer, "input gradient", layer.inputGradient());
    StepLayer.Step step = layer.weightGradient();
    compute(step.computePs());
    if (exchanges && step.talks(division)) {
      int done = collective(layer, "weight gradient", step);
      underWay.put(step.group(), done);
      weights.put(weightsOf, delayed(done, 1 + (layer.number() - 1) % DELAY_STREAMS, layer.delayPs()));
    }
  }

  private void activations(StepLayer layer, String what, StepLayer.Step step) {
    compute(step.computePs());
    if (step.talks(division)) {
      last = delayed(collective(layer, what, step), 0, layer.delayPs());
      underWay.remove(step.group());
    }
  }

  private void compute(long ps) {
    if (ps > 0) {
      last = script.compute(firstRank, division.ranks(), 0, ps, last);
    }
  }

  private int collective(StepLayer layer, String what, StepLayer.Step step) {
    CollectiveKind kind = Objects.requireNonNull(step.kind());
    RankGroup group = step.group();
    String name = layer.name() + " " + layer.number() + ", " + what + passName + stageName + batchName;
    return script.collective(name, group.name(), kind, group.groups(division, firstRank), step.sizeBytes(), last,
        underWay.getOrDefault(group, ScriptBuilder.NONE));
  }

  private int delayed(int done, int stream, long ps) {
    return ps == 0 ? done : script.compute(firstRank, division.ranks(), stream, ps, done);
  }
}
