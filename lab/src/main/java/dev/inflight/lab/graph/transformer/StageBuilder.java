package dev.inflight.lab.graph.transformer;

import dev.inflight.lab.graph.step.MicroBatches;
import dev.inflight.lab.graph.step.RankGroup;
import dev.inflight.lab.graph.step.StepLayer;
import dev.inflight.lab.graph.step.StepLayer.Step;
import dev.inflight.lab.graph.step.StepProgram.StageLayers;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Layers of one stage of the pipeline, as Megatron-LM divides a transformer (arXiv 1909.08053, 2104.04473; sequences:
 * 2205.05198): a rank's computation in each layer for a micro-batch, and the collective that follows.
 */
final class StageBuilder {
  /** Bytes of a weight or an activation: 16-bit floating point. */
  static final int VALUE_BYTES = 2;

  private final Model model;
  private final Parallelism split;
  private final ComputeTimes times;
  private final long activationBytes;
  private final List<StepLayer> layers = new ArrayList<>();
  private double denseWeights;
  private double expertWeights;

  /**
   * Creates a stage without layers.
   *
   * @param tokens tokens of a micro-batch
   */
  StageBuilder(Model model, Parallelism split, ComputeTimes times, long tokens) {
    this.model = model;
    this.split = split;
    this.times = times;
    activationBytes = tokens * model.hidden() * VALUE_BYTES;
  }

  /**
   * Returns one of the model's consecutive pieces; each stage has equally many.
   *
   * @param number number of the piece, from 0
   * @param pieces number of pieces of all stages
   */
  StageLayers piece(int number, int pieces) {
    int ofStage = model.layers() / pieces;
    if (number == 0) {
      denseWeights += tableWeights();
      layers.add(
          new StepLayer("embedding", 1, tensor(0, split.sequence() ? CollectiveKind.REDUCE_SCATTER : CollectiveKind.ALL_REDUCE),
              split.sequence() ? tensor(0, CollectiveKind.ALL_GATHER) : Step.NONE, gradients(0, tableWeights()), 0));
    }
    for (int layer = number * ofStage + 1; layer <= (number + 1) * ofStage; layer++) {
      int first = layers.size();
      addLayer(layer);
      for (int part = first; part < layers.size() && split.recomputes(); part++) {
        layers.set(part, layers.get(part).withRecomputation());
      }
    }
    if (number == pieces - 1) {
      addHead();
    }
    int ofMicroBatch = layers.size();
    layers.addAll(0, before(1 + number / split.stages()));
    return new StageLayers(layers, new MicroBatches(layers.size() - ofMicroBatch, ofMicroBatch, false));
  }

  private void addLayer(int number) {
    double attention = model.attentionWeights() / split.tensor();
    denseWeights += attention;
    add("attention", number, activationBytes, times.attentionPs(), times.attentionCorePs(), gradients(0, attention));
    double inner = model.innerWeights() / split.tensor();
    if (model.experts() == 1) {
      denseWeights += inner;
      add("feed-forward", number, activationBytes, times.innerPs(), 0, gradients(0, inner));
      return;
    }
    inner *= (double) model.experts() / split.expert();
    expertWeights += inner;
    StepLayer exchange = new StepLayer("dispatch", number, experts(), experts(), Step.NONE, 0);
    layers.add(exchange);
    addExperts(number, inner);
    layers.add(new StepLayer("combine", number, exchange.forward(), exchange.inputGradient(), Step.NONE, 0));
  }

  private void addExperts(int number, double weights) {
    double ps = times.innerPs() * model.chosen();
    Step gradients = new Step(0, kindOfGradients(), RankGroup.DP_EP,
        split.overlaps() ? bytes(weights, split.gradientBytes()) : 0);
    add("experts", number, activationBytes * model.chosen(), ps, 0, gradients);
  }

  /**
   * Adds matrices that ranks share: with whole sequences each rank sums the others' parts; with divided sequences it first
   * gathers tokens, and then scatters sums.
   */
  private void add(String name, int number, long sizeBytes, double matricesPs, double corePs, Step gradients) {
    if (split.sequence()) {
      layers.add(new StepLayer("gather", number, collective(0, CollectiveKind.ALL_GATHER, sizeBytes),
          collective(0, CollectiveKind.REDUCE_SCATTER, sizeBytes), Step.NONE, 0));
      layers.add(new StepLayer(name, number, collective(matricesPs + corePs, CollectiveKind.REDUCE_SCATTER, sizeBytes),
          collective(0, CollectiveKind.ALL_GATHER, sizeBytes), after(2 * (matricesPs + corePs), gradients), 0));
    } else {
      layers.add(new StepLayer(name, number, collective(matricesPs + corePs, CollectiveKind.ALL_REDUCE, sizeBytes),
          collective(matricesPs + 2 * corePs, CollectiveKind.ALL_REDUCE, sizeBytes), after(matricesPs, gradients), 0));
    }
  }

  private void addHead() {
    denseWeights += tableWeights();
    double ps = times.headPs();
    Step gradients = gradients(0, tableWeights());
    if (split.sequence()) {
      layers.add(new StepLayer("gather", model.layers() + 1, tensor(0, CollectiveKind.ALL_GATHER),
          tensor(0, CollectiveKind.REDUCE_SCATTER), Step.NONE, 0));
      layers.add(new StepLayer("head", model.layers() + 1, tensor(ps, null), Step.NONE, after(2 * ps, gradients), 0));
    } else {
      layers.add(new StepLayer("head", model.layers() + 1, tensor(ps, null), tensor(ps, CollectiveKind.ALL_REDUCE),
          after(ps, gradients), 0));
    }
  }

  /** Returns the steps of ranks with the same weights after all micro-batches, the last layer's first. */
  private List<StepLayer> before(int piece) {
    var found = new ArrayList<StepLayer>();
    if (split.sharded()) {
      found.add(exchange("weights", piece, RankGroup.DP, CollectiveKind.ALL_GATHER, bytes(denseWeights, VALUE_BYTES)));
      found.add(
          exchange("weights of experts", piece, RankGroup.DP_EP, CollectiveKind.ALL_GATHER, bytes(expertWeights, VALUE_BYTES)));
    }
    if (!split.overlaps()) {
      found.add(exchange("gradients", piece, RankGroup.DP, kindOfGradients(), bytes(denseWeights, split.gradientBytes())));
      found.add(exchange("gradients of experts", piece, RankGroup.DP_EP, kindOfGradients(),
          bytes(expertWeights, split.gradientBytes())));
    }
    return found;
  }

  private static StepLayer exchange(String name, int piece, RankGroup group, CollectiveKind kind, long sizeBytes) {
    return new StepLayer(name, piece, Step.NONE, Step.NONE, new Step(0, kind, group, sizeBytes), 0);
  }

  private CollectiveKind kindOfGradients() {
    return split.sharded() ? CollectiveKind.REDUCE_SCATTER : CollectiveKind.ALL_REDUCE;
  }

  private double tableWeights() {
    return model.tableWeights() / split.tensor();
  }

  private Step gradients(double computePs, double weights) {
    return new Step(round(computePs), kindOfGradients(), RankGroup.DP,
        split.overlaps() ? bytes(weights, split.gradientBytes()) : 0);
  }

  private static Step after(double computePs, Step collective) {
    return new Step(round(computePs), collective.kind(), collective.group(), collective.sizeBytes());
  }

  private Step tensor(double computePs, @Nullable CollectiveKind kind) {
    return collective(computePs, kind, activationBytes);
  }

  private static Step collective(double computePs, @Nullable CollectiveKind kind, long sizeBytes) {
    return new Step(round(computePs), kind, RankGroup.TP, kind == null ? 0 : sizeBytes);
  }

  /** Returns the step in which tokens go to experts of other ranks, or come back. */
  private Step experts() {
    long tokensBytes = activationBytes * model.chosen() / (split.sequence() ? split.tensor() : 1);
    return new Step(0, CollectiveKind.ALL_TO_ALL, RankGroup.EP, tokensBytes);
  }

  private static long bytes(double weights, long each) {
    return (long) StrictMath.ceil(weights * each);
  }

  private static long round(double ps) {
    return (long) StrictMath.rint(ps);
  }
}
