package dev.inflight.lab.theory;

import java.util.Arrays;

/**
 * Links with target capacities, and the paths that share them (HPCC A.2: resources i with C_i, paths j, incidence A_ij). Rates
 * and capacities have one unit, any unit; utilization is load over target capacity, so 1 is the target.
 */
public final class SharedLinks {
  private final double[] capacity;
  private final int[][] paths;

  /**
   * Creates links and paths.
   *
   * @param capacity target capacity of each link, above 0
   * @param paths one or more distinct link numbers of each path
   * @throws IllegalArgumentException if a capacity is not above 0, or a path has no link, an unknown link, or a link twice
   */
  public SharedLinks(double[] capacity, int[][] paths) {
    for (int link = 0; link < capacity.length; link++) {
      if (!(capacity[link] > 0 && capacity[link] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("capacity " + capacity[link] + " of link " + link + " is not above 0");
      }
    }
    for (int path = 0; path < paths.length; path++) {
      check(path, paths[path], capacity.length);
    }
    this.capacity = capacity.clone();
    this.paths = Arrays.stream(paths).map(int[]::clone).toArray(int[][]::new);
  }

  private static void check(int path, int[] links, int count) {
    if (links.length == 0) {
      throw new IllegalArgumentException("path " + path + " uses no link");
    }
    for (int link : links) {
      if (link < 0 || link >= count) {
        throw new IllegalArgumentException(
            "link " + link + " of path " + path + " does not exist: links are 0 to " + (count - 1));
      }
    }
    if (Arrays.stream(links).distinct().count() < links.length) {
      throw new IllegalArgumentException("path " + path + " uses a link twice");
    }
  }

  /** Number of links, I. */
  public int links() {
    return capacity.length;
  }

  /** Number of paths, J. */
  public int paths() {
    return paths.length;
  }

  /** Number of links of a path. */
  public int length(int path) {
    return paths[path].length;
  }

  /** Number of the {@code hop}-th link of a path. */
  public int link(int path, int hop) {
    return paths[path][hop];
  }

  /** Utilization Y_i / C_i of each link at these rates (HPCC A.2, equation 5). */
  public double[] utilization(double[] rates) {
    var load = new double[capacity.length];
    for (int path = 0; path < paths.length; path++) {
      for (int link : paths[path]) {
        load[link] += rates[path];
      }
    }
    for (int link = 0; link < load.length; link++) {
      load[link] /= capacity[link];
    }
    return load;
  }

  /** Returns the bottleneck link of a path; of equal ones, the first. */
  public int mostUsed(int path, double[] utilization) {
    int most = paths[path][0];
    for (int link : paths[path]) {
      most = utilization[link] > utilization[most] ? link : most;
    }
    return most;
  }

  /** Reports whether no link exceeds its target capacity by more than this share of the capacity. */
  public boolean isFeasible(double[] rates, double tolerance) {
    return Arrays.stream(utilization(rates)).allMatch(used -> used <= 1 + tolerance);
  }

  /**
   * Reports whether rates are feasible and each path has a link at its target within this share, so that no path can gain alone.
   */
  public boolean isParetoOptimal(double[] rates, double tolerance) {
    double[] utilization = utilization(rates);
    for (int path = 0; path < paths.length; path++) {
      if (utilization[mostUsed(path, utilization)] < 1 - tolerance) {
        return false;
      }
    }
    return isFeasible(rates, tolerance);
  }
}
