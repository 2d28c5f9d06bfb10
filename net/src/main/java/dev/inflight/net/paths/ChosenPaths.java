package dev.inflight.net.paths;

import dev.inflight.telemetry.util.Check;

/**
 * A flow has several source ports, which hashes map to several paths. While it is well below its line rate, it occasionally
 * probes the load of other paths, and moves to a path with more room. It moves when none of its packets are in flight, so that no
 * packet overtakes another.
 *
 * @param ports source ports, the maximum number of paths, 2 to 32
 * @param moves maximum number of moves of a flow, 0 or more
 * @param below a flow probes while its rate is below this share of its line rate, above 0 to 1
 * @param gain a flow moves to a path with room for this multiple of its rate, 1 to 1000
 */
public record ChosenPaths(int ports, int moves, double below, double gain) implements PathChoice {
  /** Parameters of the figures in docs/decisions/hpccpp.md. */
  public static final ChosenPaths DEFAULT = new ChosenPaths(32, 3, 0.8, 1.25);

  private static final int MOST_PORTS = 32;

  /** Checks the ranges. */
  public ChosenPaths {
    Check.check("ports", ports, 2, MOST_PORTS);
    Check.count("moves", moves, 0);
    Check.positive("below", below, 1);
    Check.within("gain", gain, 1, 1000);
  }

  @Override
  public String name() {
    return "chosen";
  }
}
