package dev.inflight.net.paths;

import dev.inflight.telemetry.util.Check;

/**
 * A flow has several source ports, which hashes map to several paths. While it is well below its line rate, it probes the load of the
 * others now and then, and moves to a path with more room: when none of its data is in flight, so that no packet overtakes another.
 *
 * @param ports source ports, and so paths at most, 2 to 32
 * @param moves largest number of moves of a flow, 0 or more
 * @param below share of its line rate below which the flow probes, above 0 to 1
 * @param gain multiple of its rate for which a path must have room, 1 to 1000
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
