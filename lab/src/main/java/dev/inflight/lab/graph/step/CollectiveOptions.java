package dev.inflight.lab.graph.step;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.sim.collective.CollectiveAlgorithm;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.telemetry.util.Check;

/** Checks of a workload's options for collectives. */
public final class CollectiveOptions {
  private CollectiveOptions() {
  }

  /**
   * Checks the ranges.
   *
   * @param algorithm name of an algorithm, or {@link ServerChoice#USUAL}
   * @param channels 0 to 64; 0: the algorithm's default
   * @param chunkBytes 0 or more; 0: the algorithm's default
   * @throws IllegalArgumentException when an option is out of range; the message is a sentence that names the key
   */
  public static void check(String algorithm, int channels, long chunkBytes) {
    if (!algorithm.equals(ServerChoice.USUAL) && Collectives.named(algorithm).isEmpty()) {
      throw new IllegalArgumentException("unknown algorithm " + Quoted.of(algorithm)
          + Suggestion.hint(algorithm, Collectives.ALL.stream().map(CollectiveAlgorithm::name).toList()));
    }
    Check.check("channels", channels, 0, OperationGraph.MOST_CHANNELS);
    Check.size("chunk", chunkBytes, 0);
  }
}
