package dev.inflight.lab.theory;

import java.util.Arrays;

/**
 * Recursion of HPCC's A.3 with a register for each link of a path. Each register is updated by its own link's utilization,
 * {@code R_i(n+1) = R_i(n) / (Y_i(n) / C_i) + a}; equation 7 combines a path's registers to its rate,
 * {@code (sum R_i^-alpha)^(-1/alpha)}. At equilibrium, rates are alpha-fair if {@code a} is small.
 *
 * <p>A link below its target has no equilibrium: its registers grow without limit, and cease to matter.
 */
public final class AlphaFairRecursion {
  private final SharedLinks links;
  private final double alpha;
  private final double[] steps;
  private final double[][] register;

  /**
   * Creates the recursion at its start.
   *
   * @param alpha above 0 to infinity: 1 for proportional fairness, infinity for max-min fairness
   * @param start initial value of all registers of a path, above 0
   * @param steps additive step of each path's registers, in the unit of rates; above 0
   */
  public AlphaFairRecursion(SharedLinks links, double alpha, double[] start, double[] steps) {
    if (!(alpha > 0)) {
      throw new IllegalArgumentException("alpha " + alpha + " is not above 0");
    }
    if (start.length != links.paths() || steps.length != links.paths()) {
      throw new IllegalArgumentException(start.length + " rates and " + steps.length + " steps for " + links.paths() + " paths");
    }
    this.links = links;
    this.alpha = alpha;
    this.steps = steps.clone();
    register = new double[links.paths()][];
    for (int path = 0; path < register.length; path++) {
      if (!(start[path] > 0) || !(steps[path] > 0)) {
        throw new IllegalArgumentException(
            "path " + path + ": start " + start[path] + " or step " + steps[path] + " is not above 0");
      }
      register[path] = new double[links.length(path)];
      Arrays.fill(register[path], start[path]);
    }
  }

  /** Equation 7. */
  public static double combined(double[] registers, double alpha) {
    double least = Arrays.stream(registers).min().orElseThrow();
    if (alpha == Double.POSITIVE_INFINITY) {
      return least;
    }
    // relative to the least, so that no term overflows
    double sum = Arrays.stream(registers).map(each -> StrictMath.pow(least / each, alpha)).sum();
    return least * StrictMath.pow(sum, -1 / alpha);
  }

  /** Performs one round trip. Returns the largest change of a path's rate, as a share of the rate. */
  public double next() {
    double[] before = rates();
    double[] utilization = links.utilization(before);
    for (int path = 0; path < register.length; path++) {
      for (int hop = 0; hop < register[path].length; hop++) {
        register[path][hop] = register[path][hop] / utilization[links.link(path, hop)] + steps[path];
      }
    }
    double change = 0;
    for (int path = 0; path < before.length; path++) {
      change = Math.max(change, Math.abs(rate(path) / before[path] - 1));
    }
    return change;
  }

  /**
   * Continues until no rate changes by more than this share per round trip; reports whether that took at most {@code most} trips.
   */
  public boolean settle(double tolerance, int most) {
    for (int round = 0; round < most; round++) {
      if (next() <= tolerance) {
        return true;
      }
    }
    return false;
  }

  /** Register R_i of a path for its {@code hop}-th link. */
  public double register(int path, int hop) {
    return register[path][hop];
  }

  /** Rate R of a path. */
  public double rate(int path) {
    return combined(register[path], alpha);
  }

  /** Rates R of all paths. */
  public double[] rates() {
    return Arrays.stream(register).mapToDouble(each -> combined(each, alpha)).toArray();
  }

  /** Utilization Y_i / C_i of each link. */
  public double[] utilization() {
    return links.utilization(rates());
  }
}
