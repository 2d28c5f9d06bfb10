package dev.inflight.net.fabric;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A lower bound of the time in which frames get from one host to another over several paths at once, however they are spread.
 *
 * <p>A port has no frame before the smallest one can arrive, and its last frame must still travel from there to the end. So of a
 * time T, a port can use T less both times. The bound is the least T for which the maximum flow, with the bits that ports send in
 * these times as capacities, carries all bits. It is approached from below: each minimum cut that is too small determines the
 * time that it needs, so every step is a bound.
 */
final class ParallelPaths {
  private static final int MOST_STEPS = 50;
  /** Factor that covers errors of sums of doubles. */
  private static final double EXACT = 1 - 1e-9;

  private final Fabric fabric;
  private final List<int[]> paths;
  private final long afterwardsPs;

  /**
   * Paths between two hosts.
   *
   * @param paths the numbers of the ports of each, none twice
   * @param afterwardsPs time from the last frame's arrival to the end, in picoseconds
   */
  ParallelPaths(Fabric fabric, List<int[]> paths, long afterwardsPs) {
    this.fabric = fabric;
    this.paths = paths;
    this.afterwardsPs = afterwardsPs;
  }

  /** Time of one frame over a path, in picoseconds. */
  static long oneFramePs(Fabric fabric, int[] path, int frameBytes) {
    long timePs = 0;
    for (int port : path) {
      timePs += fabric.transmitPs(port, frameBytes) + fabric.cabling().link(port).delayPs();
    }
    return timePs;
  }

  /** The bound, in picoseconds. */
  long leastPs(Frames frames) {
    Map<Integer, Integer> places = places();
    int count = places.size();
    double[] speed = new double[count]; // bits in a picosecond
    double[] beforePs = new double[count];
    double[] behindPs = new double[count];
    Arrays.fill(beforePs, Double.MAX_VALUE);
    Arrays.fill(behindPs, Double.MAX_VALUE);
    places.forEach((port, at) -> speed[at] = frames.bitsPerPs(fabric, port));
    for (int[] path : paths) {
      long timePs = 0;
      long wholePs = oneFramePs(fabric, path, frames.smallestBytes());
      for (int port : path) {
        int at = places.getOrDefault(port, 0);
        long sendingPs = fabric.transmitPs(port, frames.smallestBytes());
        beforePs[at] = Math.min(beforePs[at], timePs);
        behindPs[at] = Math.min(behindPs[at], wholePs - timePs - sendingPs);
        timePs += sendingPs + fabric.cabling().link(port).delayPs();
      }
    }
    double[] lostPs = new double[count];
    Arrays.setAll(lostPs, at -> beforePs[at] + behindPs[at] + afterwardsPs);
    return approach(new MinimumCut(paths, places), speed, lostPs, frames.bits());
  }

  private Map<Integer, Integer> places() {
    var places = new LinkedHashMap<Integer, Integer>();
    for (int[] path : paths) {
      for (int port : path) {
        places.putIfAbsent(port, places.size());
      }
    }
    return places;
  }

  private static long approach(MinimumCut cuts, double[] speed, double[] lostPs, double bits) {
    double timePs = 0;
    double[] capacity = new double[speed.length];
    for (int step = 0; step < MOST_STEPS; step++) {
      for (int at = 0; at < capacity.length; at++) {
        capacity[at] = speed[at] * Math.max(0, timePs - lostPs[at]);
      }
      int[] cut = cuts.of(capacity);
      double carries = Arrays.stream(cut).mapToDouble(at -> capacity[at]).sum();
      if (carries >= bits * EXACT) {
        break;
      }
      timePs = Math.max(timePs, timePs(cut, speed, lostPs, bits));
    }
    return (long) (timePs * EXACT);
  }

  /** The time in which the ports of a cut carry all bits, added in order of their lost times. */
  private static double timePs(int[] cut, double[] speed, double[] lostPs, double bits) {
    Integer[] order = Arrays.stream(cut).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (one, other) -> Double.compare(lostPs[one], lostPs[other]));
    double speeds = 0;
    double lost = 0; // bits
    double timePs = Double.MAX_VALUE;
    for (int each : order) {
      if (lostPs[each] >= timePs) {
        break;
      }
      speeds += speed[each];
      lost += speed[each] * lostPs[each];
      timePs = (bits + lost) / speeds;
    }
    return timePs;
  }
}
