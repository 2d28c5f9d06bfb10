package dev.inflight.lab.graph;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.MessageOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large the program of an AICB workload becomes, layer by layer, so that one that is too large is refused by its line. */
final class AicbSize {
  /** Operations are counted in 32 bits, with those of other jobs. */
  private static final double MOST_OPERATIONS = 2e9;
  /** A step takes about as much memory as two operations of a graph. */
  static final int OPERATIONS_OF_STEP = 2;
  /** Of a layer: in each of three passes it waits, computes, talks and waits. */
  private static final int STEPS_OF_LAYER = 3 * 4;
  /** Of a micro-batch in a stage: a message each way, and what is to do forward and backward. */
  private static final int STEPS_OF_BATCH = 4;
  /** A message of a rank is sent, received, and waited for. */
  private static final int OPERATIONS_OF_MESSAGE = 3;

  private final AicbHeader.Read header;
  private final AicbOptions options;
  private double operations;
  private double steps;

  AicbSize(AicbHeader.Read header, AicbOptions options) {
    this.header = header;
    this.options = options;
  }

  /** Counts a layer. Returns what is wrong; null for nothing. */
  @Nullable
  String add(AicbLayer layer) {
    return add(layer, 1);
  }

  /**
   * Counts the micro-batches, once all layers are counted: messages between stages, and all their layers where those do not repeat in the
   * file. Returns what is wrong; null for nothing.
   */
  @Nullable
  String addBatches(AicbStages stages, List<AicbLayer> layers) {
    double batches = (double) options.passes() * header.stages() * header.microBatches();
    steps += batches * STEPS_OF_BATCH;
    operations += 2 * batches * OPERATIONS_OF_MESSAGE * header.stage().ranks();
    String wrong = exceeded("micro-batches (ga " + header.microBatches() + ")");
    if (!stages.repeated()) {
      for (int layer = stages.before(); layer < stages.before() + stages.ofOne() && wrong == null; layer++) {
        wrong = add(layers.get(layer), header.microBatches() - 1.0);
      }
    }
    return wrong;
  }

  private @Nullable String add(AicbLayer layer, double more) {
    double times = more * options.passes() * header.stages();
    AicbGroup.Division of = header.stage();
    steps += times * STEPS_OF_LAYER;
    operations += times * 3 * of.ranks();
    for (AicbLayer.Step step : List.of(layer.forward(), layer.inputGradient(), layer.weightGradient())) {
      CollectiveKind kind = step.kind();
      if (kind == null || !step.talks(of)) {
        continue;
      }
      int ranks = step.group().size(of);
      double ofOne = 3.0 * ranks + 2.0 * MessageOrder.count(kind, ranks, step.sizeBytes());
      operations += times * ofOne * (of.ranks() / ranks);
      if (ofOne > options.room().operations()) {
        return "a collective of this layer is " + options.room().exceeded();
      }
    }
    return exceeded("layers up to this one");
  }

  private @Nullable String exceeded(String what) {
    if (operations > MOST_OPERATIONS) {
      return "the " + what + " are more than " + (long) MOST_OPERATIONS + " operations of ranks, which are not counted";
    }
    if (steps * OPERATIONS_OF_STEP > options.room().operations()) {
      return "the " + what + " are " + options.room().exceeded();
    }
    return null;
  }
}
