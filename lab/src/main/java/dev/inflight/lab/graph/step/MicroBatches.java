package dev.inflight.lab.graph.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Layers of micro-batches. The layers before them follow the last backward pass, and those after them the last forward pass.
 *
 * @param before number of layers before the first micro-batch
 * @param ofOne number of layers of a micro-batch
 * @param repeated true if the file lists the layers of each micro-batch
 */
public record MicroBatches(int before, int ofOne, boolean repeated) {
  private static final String FIRST_LAYER = "embedding_layer";
  /** Layers that AICB writes after the last micro-batch. */
  private static final List<String> LAST = List.of("cross_entropy", "optimizer");

  /**
   * Finds the micro-batches in the lines of an AICB workload.
   *
   * @param notice receives notes on unusual properties
   * @throws IllegalArgumentException when the lines do not form this number of micro-batches; the message is a sentence
   */
  public static MicroBatches of(List<StepLayer> layers, int microBatches, Consumer<String> notice) {
    var firsts = new ArrayList<Integer>();
    for (int layer = 0; layer < layers.size(); layer++) {
      if (layers.get(layer).name().equals(FIRST_LAYER)) {
        firsts.add(layer);
      }
    }
    if (firsts.size() > 1 && firsts.size() != microBatches) {
      throw new IllegalArgumentException(
          "ga " + microBatches + ", and " + firsts.size() + " layers are called " + FIRST_LAYER + ", one for each micro-batch");
    }
    if (firsts.size() > 1) {
      int before = firsts.getFirst();
      int ofOne = firsts.get(1) - before;
      if (!repeats(layers, before, ofOne, microBatches)) {
        throw new IllegalArgumentException(
            "ga " + microBatches + ", and the layers from " + (before + 1) + " on do not repeat as often with the same names");
      }
      return new MicroBatches(before, ofOne, true);
    }
    int ofOne = layers.size() / microBatches;
    if (firsts.isEmpty() && ofOne * microBatches == layers.size() && repeats(layers, 0, ofOne, microBatches)) {
      return new MicroBatches(0, ofOne, true);
    }
    int before = firsts.isEmpty() ? 0 : firsts.getFirst();
    int end = before;
    while (end < layers.size() && !isLast(layers.get(end).name())) {
      end++;
    }
    if (microBatches > 1) {
      notice.accept("the layers do not repeat for each of the " + microBatches + " micro-batches (ga), so each one goes through"
          + " all of them");
    }
    return new MicroBatches(before, end - before, false);
  }

  private static boolean isLast(String name) {
    return LAST.stream().anyMatch(name::startsWith);
  }

  private static boolean repeats(List<StepLayer> layers, int before, int ofOne, int times) {
    if (before + (long) ofOne * times > layers.size()) {
      return false;
    }
    for (int layer = before + ofOne; layer < before + ofOne * times; layer++) {
      if (!layers.get(layer).name().equals(layers.get(layer - ofOne).name())) {
        return false;
      }
    }
    return true;
  }

  /** Index of the first line of a micro-batch. */
  int first(int microBatch) {
    return repeated ? before + microBatch * ofOne : before;
  }

  /** Index of the line after those of all micro-batches. */
  int behind(int microBatches) {
    return before + (repeated ? microBatches : 1) * ofOne;
  }
}
