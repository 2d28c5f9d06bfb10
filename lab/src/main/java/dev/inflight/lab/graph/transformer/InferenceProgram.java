package dev.inflight.lab.graph.transformer;

import dev.inflight.lab.graph.step.RankGroup;
import dev.inflight.lab.graph.step.StepLane;
import dev.inflight.lab.graph.step.StepLayer;
import dev.inflight.lab.graph.step.StepLayer.Step;
import dev.inflight.lab.graph.step.StepSize;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Program of inference in two kinds of instances (DistServe, arXiv 2401.09670; Splitwise, 2311.18677). Batches go to the
 * instances of a kind in turn; an instance processes one batch after the other, and sends keys and values after prefill.
 */
final class InferenceProgram {
  /** Stream, apart from that of computation, for the time to the next batch. */
  private static final int CLOCK = 1;
  private static final int STEPS_OF_LAYER = 4;

  private final InferenceFlows of;
  private final Model model;
  private final Gpu gpu;
  private final ScriptBuilder script;

  InferenceProgram(InferenceFlows of, Model model, GraphRoom room, CollectiveChoice choice) {
    this.of = of;
    this.model = model;
    gpu = Named.gpu(of.gpu());
    int most = room.operations() / StepSize.OPERATIONS_OF_STEP;
    String exceeded = room.exceeded(most, "steps of ranks");
    double steps = (double) of.batches() * (model.layers() * 2 + 1) * STEPS_OF_LAYER * of.output();
    if (steps > most) {
      throw new IllegalArgumentException("the layers of all tokens are " + exceeded);
    }
    script = new ScriptBuilder(of.ranks(), most, exceeded, choice);
  }

  Script script() {
    List<StepLane> readers = lanes(0, of.prefill(), "prefill ");
    List<StepLane> writers = lanes(of.prefill(), of.decode(), "decode ");
    List<StepLayer> prompts = layers((long) of.batch() * of.prompt(), readTimes());
    int clock = ScriptBuilder.NONE;
    for (int batch = 0; batch < of.batches(); batch++) {
      StepLane reader = readers.get(batch % readers.size());
      StepLane writer = writers.get(batch % writers.size());
      if (batch > 0 && of.periodPs() > 0) {
        clock = script.compute(0, of.prefill() * of.tp(), CLOCK, of.periodPs(), clock);
      }
      reader.follow(script.join(reader.firstRank(), of.tp(), reader.last(), clock));
      name(reader, ", prompts", batch);
      prompts.forEach(layer -> reader.forward(layer, 0));
      writer.follow(
          script.transfer(reader.firstRank(), writer.firstRank(), of.tp(), cacheBytes(), reader.last(), writer.last()));
      for (int token = 1; token < of.output(); token++) {
        name(writer, ", token " + (token + 1), batch);
        layers(of.batch(), writeTimes(token)).forEach(layer -> writer.forward(layer, 0));
      }
    }
    return script.build();
  }

  private void name(StepLane lane, String what, int batch) {
    lane.begin(of.batches() == 1 ? "" : ", batch " + (batch + 1));
    lane.nameBatch(what);
  }

  private List<StepLane> lanes(int first, int count, String name) {
    var division = new RankGroup.Division(of.tp(), of.tp(), 1);
    var lanes = new ArrayList<StepLane>();
    for (int instance = 0; instance < count; instance++) {
      lanes.add(new StepLane(script, division, (first + instance) * of.tp(), ", " + name + (instance + 1)));
    }
    return lanes;
  }

  private List<StepLayer> layers(long tokens, ComputeTimes times) {
    long bytes = tokens * model.hidden() * StageBuilder.VALUE_BYTES;
    var layers = new ArrayList<StepLayer>();
    for (int layer = 1; layer <= model.layers(); layer++) {
      layers.add(layer("attention", layer, times.attentionPs() + times.attentionCorePs(), bytes));
      layers.add(layer("feed-forward", layer, times.innerPs(), bytes));
    }
    // only the last token of each sequence goes through the head
    layers.add(layer("head", model.layers() + 1, times.headPs(), (long) of.batch() * model.hidden() * StageBuilder.VALUE_BYTES));
    return layers;
  }

  private static StepLayer layer(String name, int number, double computePs, long sizeBytes) {
    var forward = new Step((long) StrictMath.rint(computePs), CollectiveKind.ALL_REDUCE, RankGroup.TP, sizeBytes);
    return new StepLayer(name, number, forward, Step.NONE, Step.NONE, 0);
  }

  private ComputeTimes readTimes() {
    long tokens = (long) of.batch() * of.prompt();
    ComputeTimes all = ComputeTimes.of(model, gpu, of.tp(), tokens, of.efficiency());
    ComputeTimes last = ComputeTimes.of(model, gpu, of.tp(), of.batch(), of.efficiency());
    return new ComputeTimes(all.attentionPs(), all.attentionCorePs(), model.chosen() * all.innerPs(), last.headPs());
  }

  /**
   * Returns the times of one token of each sequence: the GPU reads all weights once, for experts only those of the tokens, and
   * the keys and values of all previous tokens.
   */
  private ComputeTimes writeTimes(int token) {
    ComputeTimes one = ComputeTimes.of(model, gpu, of.tp(), of.batch(), of.efficiency());
    long experts = Math.min(model.experts(), (long) of.batch() * model.chosen());
    double cacheBytes = (double) of.batch() * (of.prompt() + token) * tokenBytes();
    return new ComputeTimes(one.attentionPs(), gpu.takesPs(0, cacheBytes, 1), experts * one.innerPs(), one.headPs());
  }

  /** Bytes of keys and values of a token in one layer at one rank. */
  private double tokenBytes() {
    return 2.0 * model.hidden() * model.keyHeads() / model.heads() * StageBuilder.VALUE_BYTES
        / Math.min(of.tp(), model.keyHeads());
  }

  /** Bytes of keys and values of a batch of prompts, in all layers, at one rank. */
  long cacheBytes() {
    return (long) StrictMath.ceil(tokenBytes() * model.layers() * of.batch() * of.prompt());
  }
}
