package dev.inflight.sim.workload;

import java.util.HashMap;
import java.util.Map;

/** The UDP source ports of a run's flows: those of the same two hosts are told apart by theirs, which count up in the order in which they start. */
public final class SourcePorts {
  private static final int FIRST = 10_000;

  private final Map<Long, Integer> used = new HashMap<>();

  /** The port of the next flow of two hosts. */
  public int next(int source, int destination) {
    return FIRST + used.merge((long) source << 32 | destination, 1, Integer::sum) - 1;
  }
}
