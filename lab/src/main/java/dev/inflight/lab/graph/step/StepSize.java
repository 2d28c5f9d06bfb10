package dev.inflight.lab.graph.step;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Size of the program of a training step, counted layer by layer, so that the error for too large a program names the line. */
public final class StepSize {
  /** Largest number of operations, which are counted in 32 bits with those of other jobs. */
  private static final double MOST_OPERATIONS = 2e9;
  /** Memory of a step, as a number of operations of a graph. */
  public static final int OPERATIONS_OF_STEP = 2;
  /** Steps of a layer in each of its three passes, or four with recomputation: it waits, computes, communicates and waits. */
  private static final int STEPS_OF_PASS = 4;
  /** Steps of a micro-batch in a stage: a message in each direction, and the forward and the backward pass. */
  private static final int STEPS_OF_BATCH = 4;
  /** Operations of a message: send, receive, wait. */
  private static final int OPERATIONS_OF_MESSAGE = 3;

  private final StepShape shape;
  private final GraphRoom room;
  private final CollectiveChoice choice;
  private final Map<Collective, Size> sizes = new HashMap<>();
  private double operations;
  /** True if a collective is sent in chunks, which may be fewer than estimated. */
  private boolean isCut;
  private double steps;

  private record Collective(CollectiveKind kind, RankGroup group, long sizeBytes) {
  }

  /** Smallest number of messages of a collective of one group, and the number of those that take memory. */
  private record Size(double messages, double kept) {
  }

  /**
   * Creates a size without layers.
   *
   * @param choice algorithms of collectives
   */
  public StepSize(StepShape shape, GraphRoom room, CollectiveChoice choice) {
    this.shape = shape;
    this.room = room;
    this.choice = choice;
  }

  /** Counts a layer that all stages have. Returns the error; null for none. */
  public @Nullable String add(StepLayer layer) {
    return add(layer, shape.stages());
  }

  /**
   * Counts the micro-batches after all layers: messages between stages, and all layers of micro-batches that do not repeat in the
   * file. Returns the error; null for none.
   */
  public @Nullable String addBatches(MicroBatches batches, List<StepLayer> layers) {
    String wrong = addMessages();
    if (!batches.repeated()) {
      for (int layer = batches.before(); layer < batches.before() + batches.ofOne() && wrong == null; layer++) {
        wrong = add(layers.get(layer), (shape.microBatches() - 1.0) * shape.stages());
      }
    }
    return wrong;
  }

  /** Counts the messages between stages. Returns the error; null for none. */
  public @Nullable String addMessages() {
    double batches = (double) shape.passes() * shape.stages() * shape.pieces() * shape.microBatches();
    steps += batches * STEPS_OF_BATCH;
    operations += 2 * batches * OPERATIONS_OF_MESSAGE * shape.stage().ranks();
    return exceeded("micro-batches (ga " + shape.microBatches() + ")");
  }

  /** Counts a layer that ranks of a stage pass through {@code more} times in a pass. Returns the error; null for none. */
  public @Nullable String add(StepLayer layer, double more) {
    double times = more * shape.passes();
    RankGroup.Division of = shape.stage();
    int passes = layer.recomputed() ? 4 : 3;
    steps += times * passes * STEPS_OF_PASS;
    operations += times * passes * of.ranks();
    for (StepLayer.Step step : List.of(layer.forward(), layer.recomputed() ? layer.forward() : StepLayer.Step.NONE,
        layer.inputGradient(), layer.weightGradient())) {
      CollectiveKind kind = step.kind();
      if (kind == null || !step.talks(of)) {
        continue;
      }
      int ranks = step.group().size(of);
      Size size = sizes.computeIfAbsent(new Collective(kind, step.group(), step.sizeBytes()), this::sizeOf);
      operations += times * (3.0 * ranks + 2 * size.messages) * (of.ranks() / ranks);
      if (3.0 * ranks + 2 * size.kept > room.operations()) {
        return "a collective of this layer is " + room.exceeded();
      }
    }
    return exceeded("layers up to this one");
  }

  /** Returns the size of the first group's collective; other groups are mostly distributed alike over servers. */
  private Size sizeOf(Collective collective) {
    int[] ranks = collective.group.groups(shape.stage(), 0).members(0);
    CollectiveChoice.Way way = choice.of(collective.kind, ranks, collective.sizeBytes);
    isCut |= way.plan().servers().most() > 1;
    return new Size(Collectives.leastMessages(collective.kind, way.algorithm(), way.plan(), collective.sizeBytes),
        Collectives.leastKept(collective.kind, way.algorithm(), way.plan(), collective.sizeBytes));
  }

  private @Nullable String exceeded(String what) {
    if (operations > MOST_OPERATIONS) {
      return "the " + what + " are more than " + (long) MOST_OPERATIONS + " operations of ranks, which are not counted"
          + (isCut ? "; larger chunks are fewer of them, as with chunk=64MB in trace()" : "");
    }
    if (steps * OPERATIONS_OF_STEP > room.operations()) {
      return "the " + what + " are " + room.exceeded();
    }
    return null;
  }
}
