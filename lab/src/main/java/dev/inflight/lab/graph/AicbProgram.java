package dev.inflight.lab.graph;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.Collectives;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What ranks do that train by an AICB workload: forward through all layers, then back. A rank waits for its collectives of activations and of their
 * gradients, but not for those of weight gradients; a layer's next forward pass does.
 */
final class AicbProgram {
  /** Streams beside that of computation, in which delays pass. */
  private static final int DELAY_STREAMS = 16;

  private final AicbGroup.Division division;
  private final List<AicbLayer> layers;
  private final GraphBuilder graph;
  /** What each rank has to have done before it goes on. */
  private final int[] last;
  /** The collective of a kind of group that nobody waited for yet, by rank: the next one of that group comes behind it. */
  private final Map<AicbGroup, int[]> underWay = new EnumMap<>(AicbGroup.class);
  /** For each layer what ends when its weights are the same everywhere, by rank. */
  private final int[] @Nullable [] weights;

  AicbProgram(AicbGroup.Division division, List<AicbLayer> layers, GraphRoom room) {
    this.division = division;
    this.layers = layers;
    graph = new GraphBuilder(division.ranks(), room.operations(), room.exceeded());
    last = new int[division.ranks()];
    Arrays.fill(last, Collectives.NONE);
    weights = new int[layers.size()][];
  }

  /** How many operations a pass through a layer is, about. */
  static double operations(AicbLayer layer, AicbGroup.Division division) {
    double sum = 3.0 * division.ranks();
    for (AicbLayer.Step step : List.of(layer.forward(), layer.inputGradient(), layer.weightGradient())) {
      CollectiveKind kind = step.kind();
      if (kind != null && step.talks(division)) {
        sum += 3.0 * division.ranks()
            + 2.0 * step.group().count(division) * Collectives.usualMessages(kind, step.group().size(division));
      }
    }
    return sum;
  }

  OperationGraph passes(int count) {
    for (int pass = 1; pass <= count; pass++) {
      String behind = count == 1 ? "" : ", pass " + pass;
      for (int layer = 0; layer < layers.size(); layer++) {
        waitForWeights(layer);
        activations(layer, "forward" + behind, layers.get(layer).forward());
      }
      for (int layer = layers.size() - 1; layer >= 0; layer--) {
        activations(layer, "input gradient" + behind, layers.get(layer).inputGradient());
        AicbLayer.Step step = layers.get(layer).weightGradient();
        compute(step.computePs());
        weights[layer] = collective(layer, "weight gradient" + behind, step, 1 + layer % DELAY_STREAMS);
      }
    }
    return graph.build(operation -> "operation " + operation);
  }

  private void activations(int layer, String what, AicbLayer.Step step) {
    compute(step.computePs());
    int[] done = collective(layer, what, step, 0);
    if (done != null) {
      System.arraycopy(done, 0, last, 0, last.length);
      underWay.remove(step.group());
    }
  }

  private void waitForWeights(int layer) {
    int[] done = weights[layer];
    for (int rank = 0; done != null && rank < last.length; rank++) {
      last[rank] = join(rank, done[rank]);
    }
    weights[layer] = null;
  }

  private void compute(long ps) {
    for (int rank = 0; ps > 0 && rank < last.length; rank++) {
      last[rank] = after(last[rank], graph.compute(rank, 0, ps));
    }
  }

  private int after(int before, int operation) {
    if (before != Collectives.NONE) {
      graph.requires(operation, before);
    }
    return operation;
  }

  /** What ends when a rank is ready and another of its operations has ended. */
  private int join(int rank, int other) {
    if (other == Collectives.NONE || last[rank] == Collectives.NONE) {
      return Math.max(other, last[rank]);
    }
    return after(other, after(last[rank], graph.compute(rank, 0, 0)));
  }

  /** For each rank what ends when it has completed; null where nobody talks. */
  private int @Nullable [] collective(int layer, String what, AicbLayer.Step step, int stream) {
    if (!step.talks(division)) {
      return null;
    }
    CollectiveKind kind = Objects.requireNonNull(step.kind());
    AicbGroup group = step.group();
    int[] before = underWay.get(group);
    int[] done = new int[last.length];
    for (int number = 0; number < group.count(division); number++) {
      int[] members = group.members(division, number);
      int[] ready = new int[members.length];
      for (int member = 0; member < members.length; member++) {
        ready[member] = before == null ? last[members[member]] : join(members[member], before[members[member]]);
      }
      String name = layers.get(layer).name() + " " + (layer + 1) + ", " + what + ", " + group + " " + (number + 1);
      var collective = new Collective(name, kind, Collectives.usual(kind).name(), members.length, step.sizeBytes());
      int[] ends = Collectives.add(graph, collective, members, 0, ready);
      for (int member = 0; member < members.length; member++) {
        done[members[member]] = ends[member];
      }
    }
    underWay.put(group, done);
    return layers.get(layer).delayPs() == 0 ? done : delayed(done, stream, layers.get(layer).delayPs());
  }

  private int[] delayed(int[] done, int stream, long ps) {
    int[] later = new int[done.length];
    for (int rank = 0; rank < done.length; rank++) {
      later[rank] = after(done[rank], graph.compute(rank, stream, ps));
    }
    return later;
  }
}
