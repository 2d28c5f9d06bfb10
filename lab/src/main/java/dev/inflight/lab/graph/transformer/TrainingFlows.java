package dev.inflight.lab.graph.transformer;

import dev.inflight.lab.graph.step.CollectiveOptions;
import dev.inflight.lab.graph.step.RankGroup;
import dev.inflight.lab.graph.step.StepProgram;
import dev.inflight.lab.graph.step.StepShape;
import dev.inflight.lab.graph.step.StepSize;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.telemetry.util.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Training steps of a transformer: ranks compute layers, exchange activations, tokens of experts and gradients, and send
 * micro-batches from stage to stage.
 *
 * @param model the model that gives the defaults of the parameters below
 * @param layers number of layers, 0 to 100000; 0: as in the model
 * @param hidden hidden size: width of the activations between layers, 0 to 1000000; 0: as in the model
 * @param inner width of the feed-forward part, of one expert, 0 to 10000000; 0: the model's ratio to hidden
 * @param vocabulary size of the vocabulary in tokens, 0 to 10000000; 0: as in the model
 * @param sequence tokens of a sequence, 0 to 10000000; 0: as in the model
 * @param experts experts of a layer, 0 to 100000; 0: as in the model
 * @param chosen experts of each token, 0 to 1000; 0: as in the model
 * @param tp ranks that share each matrix (tensor parallel), 1 to 100000
 * @param pp stages of the pipeline, 1 to 100000
 * @param dp ranks with the same weights (data parallel), 0 to 1000000; 0: as many as the hosts allow
 * @param ep data-parallel ranks with different experts (expert parallel), 1 to 100000
 * @param microbatches micro-batches that go through the pipeline in a step, 1 to 1000000
 * @param microbatch sequences of a micro-batch, 1 to 100000
 * @param sp whether ranks that share matrices also share the tokens between them (sequence parallel)
 * @param zero 1: each data-parallel rank keeps a part of the optimizer state (reduce-scatter of gradients, all-gather of
 *   weights); 0: all-reduce of gradients
 * @param overlap whether gradients are exchanged layer by layer while others are computed; otherwise after the last layer
 * @param recompute whether layers repeat their forward pass before the backward pass, because they keep only their inputs
 * @param interleave pieces of the model on each stage, which micro-batches go through in turn, 1 to 1000; 1: one piece of
 *   consecutive layers
 * @param gradientBytes bytes of a gradient, 1 to 8
 * @param gpu the GPU; its roofline gives computation times
 * @param efficiency share of the GPU's peak operations per second that matrix products reach, above 0 to 1
 * @param layerPs time of a rank for a layer's forward pass of a micro-batch; 0: from the roofline
 * @param steps training steps, one after the other, 1 to 1000000
 * @param algorithm algorithm of the collectives that support it; usual: the usual one of each
 * @param channels equal parts of a collective's buffer, each on connections of its own, 0 to 64; 0: the default of the algorithm
 * @param chunkBytes size of the chunks in which data of a collective goes from rank to rank, 0 or more; 0: the default of the
 *   algorithm
 * @param first position of rank 0's host among the hosts, 0 or more
 * @param job name of the job in results; empty: the name of the model
 * @param startPs start of the job; with after, the delay after that job's end
 * @param after name of an earlier workload's job that has to end first; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record TrainingFlows(String model, int layers, int hidden, int inner, int vocabulary, int sequence, int experts,
    int chosen, int tp, int pp, int dp, int ep, int microbatches, int microbatch, boolean sp, int zero, boolean overlap,
    boolean recompute, int interleave, long gradientBytes, String gpu, double efficiency, long layerPs, int steps,
    String algorithm, int channels, long chunkBytes, int first, String job, long startPs, String after, int priority,
    int port) implements Workload {
  public static final TrainingFlows DEFAULT = new TrainingFlows("gpt-13b", 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1, false, 1, true,
      false, 1, 4, "h100", 0.6, 0, 1, ServerChoice.USUAL, 0, 0, 0, "", 0, "", 3, 500);

  /** Checks the ranges. */
  public TrainingFlows {
    Named.model(model);
    Named.gpu(gpu);
    Check.check("layers", layers, 0, 100_000);
    Check.check("hidden", hidden, 0, 1_000_000);
    Check.check("inner", inner, 0, 10_000_000);
    Check.check("vocabulary", vocabulary, 0, 10_000_000);
    Check.check("sequence", sequence, 0, 10_000_000);
    Check.check("experts", experts, 0, 100_000);
    Check.check("chosen", chosen, 0, 1000);
    Check.check("tp", tp, 1, 100_000);
    Check.check("pp", pp, 1, 100_000);
    Check.check("dp", dp, 0, 1_000_000);
    Check.check("ep", ep, 1, 100_000);
    Check.check("microbatches", microbatches, 1, 1_000_000);
    Check.check("microbatch", microbatch, 1, 100_000);
    Check.check("zero", zero, 0, 1);
    Check.check("interleave", interleave, 1, 1000);
    Check.check("gradient", gradientBytes, 1, 8);
    Check.positive("efficiency", efficiency, 1);
    Check.time("layer", layerPs, 0);
    Check.check("steps", steps, 1, 1_000_000);
    CollectiveOptions.check(algorithm, channels, chunkBytes);
    JobPlace.check(first, startPs, priority, port);
  }

  @Override
  public String name() {
    return "training";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    var place = new JobPlace(job.isEmpty() ? model : job, first, startPs, after, priority, port);
    int[] hosts = place.hostsFrom(topology.hosts());
    Script script = script(hosts.length, GraphRoom.OF_HEAP, ServerChoice.of(topology, hosts, algorithm, channels, chunkBytes));
    flows.addJob(place, script, Arrays.copyOf(hosts, script.ranks()));
  }

  /**
   * Returns the program of the ranks.
   *
   * @param hosts largest number of ranks
   * @param room limit of the program's size
   * @param choice algorithms of collectives
   */
  Script script(int hosts, GraphRoom room, CollectiveChoice choice) {
    Model numbers = ofNumbers();
    int data = dataRanks(hosts, numbers);
    var split = new Parallelism(tp, pp, data, ep, sp && tp > 1, zero == 1, overlap, recompute, gradientBytes);
    long tokens = (long) microbatch * numbers.sequence();
    long activationBytes = tokens * numbers.hidden() * StageBuilder.VALUE_BYTES;
    var shape = new StepShape(new RankGroup.Division(tp * data, tp, ep), pp, interleave, microbatches,
        Math.ceilDiv(activationBytes, split.sequence() ? tp : 1), true, steps);
    ComputeTimes times = ComputeTimes.of(numbers, Named.gpu(gpu), tp, tokens, efficiency);
    if (layerPs > 0) {
      times = times.withLayer(layerPs, numbers.chosen());
    }
    var stages = new ArrayList<List<StepProgram.StageLayers>>();
    var size = new StepSize(shape, room, choice);
    refuse(size.addMessages());
    for (int stage = 0; stage < pp; stage++) {
      var pieces = new ArrayList<StepProgram.StageLayers>();
      for (int piece = 0; piece < interleave; piece++) {
        StepProgram.StageLayers of = new StageBuilder(numbers, split, times, tokens).piece(stage + piece * pp, pp * interleave);
        pieces.add(of);
        for (int layer = 0; layer < of.layers().size(); layer++) {
          refuse(size.add(of.layers().get(layer), layer < of.lines().before() ? 1 : microbatches));
        }
      }
      stages.add(pieces);
    }
    return new StepProgram(shape, room, choice).inMicroBatches(stages);
  }

  private static void refuse(@Nullable String wrong) {
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private Model ofNumbers() {
    Model known = Named.model(model);
    var of = new Model(known.name(), or(layers, known.layers()), or(hidden, known.hidden()), known.heads(), known.keyHeads(),
        or(inner, (int) ((long) known.inner() * or(hidden, known.hidden()) / known.hidden())), known.gated(),
        or(vocabulary, known.vocabulary()), or(sequence, known.sequence()), or(experts, known.experts()),
        or(chosen, known.chosen()));
    if (of.chosen() > of.experts()) {
      throw new IllegalArgumentException("a token goes to " + of.chosen() + " experts (chosen), and there are " + of.experts());
    }
    return of;
  }

  private static int or(int given, int known) {
    return given > 0 ? given : known;
  }

  /**
   * Rejects pieces that Megatron-LM rejects too: unequal ones, or those with which a stage would wait for micro-batches that pass
   * an earlier piece later.
   */
  private void refusePieces(Model of) {
    if (pp == 1) {
      throw new IllegalArgumentException(
          "interleave " + interleave + " divides the layers of stages of a pipeline, and pp is 1; remove interleave");
    }
    if (of.layers() % ((long) pp * interleave) != 0) {
      throw new IllegalArgumentException(
          "the " + of.layers() + " layers are not a multiple of pp " + pp + " times interleave " + interleave);
    }
    if (microbatches % pp != 0) {
      throw new IllegalArgumentException("microbatches " + microbatches + " is not a multiple of pp " + pp + ", as interleave"
          + " needs; write microbatches=" + Math.ceilDiv(microbatches, pp) * pp + ", or remove interleave");
    }
  }

  private int dataRanks(int hosts, Model of) {
    if (of.layers() % pp != 0) {
      throw new IllegalArgumentException("the " + of.layers() + " layers are not a multiple of pp " + pp);
    }
    if (interleave > 1) {
      refusePieces(of);
    }
    if (of.experts() % ep != 0) {
      throw new IllegalArgumentException("the " + of.experts() + " experts of a layer are not a multiple of ep " + ep
          + (of.experts() == 1 ? "; mixtral-8x7b has experts, and experts=8 gives them to any model" : ""));
    }
    long ofCopy = (long) tp * pp;
    if (dp == 0 && hosts % ofCopy != 0) {
      throw new IllegalArgumentException("the " + hosts + " hosts are not a multiple of tp " + tp + " times pp " + pp
          + (hosts < ofCopy ? "" : "; dp=" + hosts / ofCopy + " leaves " + hosts % ofCopy + " of them without a rank"));
    }
    int data = dp == 0 ? (int) (hosts / ofCopy) : dp;
    if (ofCopy * data > hosts) {
      throw new IllegalArgumentException("tp " + tp + " times pp " + pp + " times dp " + data + " are " + ofCopy * data
          + " ranks, and there are " + hosts + " hosts");
    }
    if (data % ep != 0) {
      throw new IllegalArgumentException("ep " + ep + " does not divide the " + data + " ranks that are data parallel");
    }
    return data;
  }
}
