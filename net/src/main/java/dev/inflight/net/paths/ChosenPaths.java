package dev.inflight.net.paths;

import dev.inflight.telemetry.util.Check;

/**
 * A flow has several source ports, which hashes map to several paths. While it is well below its line rate, it asks now and then by probes how busy
 * the others are, and moves to one where there is room for more: when nothing of it is in flight, so that no packet overtakes another.
 *
 * @param ports source ports, and so paths at most, 2 to 32
 * @param moves how often a flow may move, 0 or more
 * @param below it asks while its rate is below this part of its line rate, above 0 to 1
 * @param gain it moves where there is room for this many times its rate, 1 to 1000
 */
public record ChosenPaths(int ports, int moves, double below, double gain) implements PathChoice {
  /** As the figures of docs/decisions/hpccpp.md have it. */
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
