package dev.inflight.lab.graph.step;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The steps of ranks that go through the same layers. They wait for their collectives of activations and of their gradients, but not for those of
 * weight gradients; a layer's next forward pass does.
 */
public final class StepLane {
  /** Streams besides the stream of computation, in which delays pass. */
  private static final int DELAY_STREAMS = 16;

  private final ScriptBuilder script;
  private final RankGroup.Division division;
  private final int firstRank;
  private final String stageName;
  private String passName = "";
  private String batchName = "";
  /** Step that must end before ranks continue. */
  private int last = ScriptBuilder.NONE;
  /** The collective of a kind of group that ranks did not wait for yet: the next one of that group comes after it. */
  private final Map<RankGroup, Integer> underWay = new EnumMap<>(RankGroup.class);
  /** Step that makes a layer's weights the same on all ranks, by layer. */
  private final Map<Integer, Integer> weights = new HashMap<>();

  /**
   * Ranks that are at their start.
   *
   * @param script takes their steps
   * @param firstRank the first of them
   * @param stageName text after the names of their collectives; empty for nothing
   */
  public StepLane(ScriptBuilder script, RankGroup.Division division, int firstRank, String stageName) {
    this.script = script;
    this.division = division;
    this.firstRank = firstRank;
    this.stageName = stageName;
  }

  /** The first of the ranks. */
  public int firstRank() {
    return firstRank;
  }

  /** The step that has ended when ranks have done all so far. */
  public int last() {
    return last;
  }

  /** Sets the prefix of the names of collectives that follow. */
  public void begin(String pass) {
    passName = pass;
  }

  /** Sets the text after that, for a micro-batch. */
  public void nameBatch(String name) {
    batchName = name;
  }

  /** Makes ranks continue after this step, which is the last one of theirs. */
  public void follow(int step) {
    last = step;
  }

  /**
   * The forward pass of a layer.
   *
   * @param weightsOf distinguishes its weights from those of other layers
   */
  public void forward(StepLayer layer, int weightsOf) {
    Integer before = weights.remove(weightsOf);
    if (before != null) {
      last = script.join(firstRank, division.ranks(), last, before);
    }
    activations(layer, "forward", layer.forward());
  }

  /** The forward pass of a layer once more, for its backward pass. */
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
