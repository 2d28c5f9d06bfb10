package dev.inflight.lab.theory;

import java.util.Arrays;

/**
 * Fluid model of HPCC in the paper: all paths update their rates together, once per round trip, each by its bottleneck link,
 * {@code R(n+1) = R(n) / max_i (Y_i(n) / C_i) + a}. Without the step {@code a}, it is the lemma's recursion (HPCC A.2, equations
 * 5 and 6). With the step, it has the equilibrium of A.3: a path with bottleneck utilization U (1 is the target) sends
 * {@code a / (1 - 1 / U)}.
 *
 * <p>Without a step, rates are feasible after one round trip, never decrease from then on, and approach a Pareto optimal
 * allocation. Contrary to part (iii) of the lemma, they need not reach it in as many steps as there are links, nor in any number
 * of steps.
 */
public final class RateRecursion {
  private final SharedLinks links;
  private final double[] steps;
  private final double[] most;
  private final double[] rates;
  private int roundTrips;

  /**
   * Creates the recursion at its start.
   *
   * @param rates R(0) of each path, above 0
   * @param steps additive step of each path, in the unit of rates; 0 or more
   * @param most maximum rate of each path, its NIC's, above 0 to infinity
   */
  public RateRecursion(SharedLinks links, double[] rates, double[] steps, double[] most) {
    int paths = links.paths();
    if (rates.length != paths || steps.length != paths || most.length != paths) {
      throw new IllegalArgumentException(
          rates.length + " rates, " + steps.length + " steps and " + most.length + " limits for " + paths + " paths");
    }
    for (int path = 0; path < paths; path++) {
      if (!(rates[path] > 0) || !(steps[path] >= 0) || !(most[path] > 0)) {
        throw new IllegalArgumentException("path " + path + ": rate " + rates[path] + " or limit " + most[path]
            + " is not above 0, or step " + steps[path] + " below 0");
      }
    }
    this.links = links;
    this.rates = rates.clone();
    this.steps = steps.clone();
    this.most = most.clone();
  }

  /** Creates the recursion without limits. */
  public RateRecursion(SharedLinks links, double[] rates, double[] steps) {
    this(links, rates, steps, unlimited(links.paths()));
  }

  /** Creates the lemma's recursion, without steps and limits. */
  public RateRecursion(SharedLinks links, double[] rates) {
    this(links, rates, new double[rates.length]);
  }

  private static double[] unlimited(int paths) {
    var most = new double[paths];
    Arrays.fill(most, Double.POSITIVE_INFINITY);
    return most;
  }

  /** Performs one round trip. Returns the largest change of a rate, as a share of the rate. */
  public double next() {
    double[] utilization = utilization();
    double change = 0;
    for (int path = 0; path < rates.length; path++) {
      double before = rates[path];
      rates[path] = Math.min(most[path], before / utilization[links.mostUsed(path, utilization)] + steps[path]);
      change = Math.max(change, Math.abs(rates[path] / before - 1));
    }
    roundTrips++;
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

  /**
   * Continues until rates are Pareto optimal within this share. Reports whether that happened within {@code most} round trips.
   */
  public boolean settleOptimally(double tolerance, int most) {
    for (int round = 0; round < most && !isParetoOptimal(tolerance); round++) {
      next();
    }
    return isParetoOptimal(tolerance);
  }

  /** Reports whether the current rates are Pareto optimal within this share. */
  public boolean isParetoOptimal(double tolerance) {
    return links.isParetoOptimal(rates, tolerance);
  }

  /** Number n of round trips so far. */
  public int roundTrips() {
    return roundTrips;
  }

  /** Rate R_j(n) of a path. */
  public double rate(int path) {
    return rates[path];
  }

  /** Rates R(n) of all paths. */
  public double[] rates() {
    return rates.clone();
  }

  /** Utilization Y_i(n) / C_i of each link. */
  public double[] utilization() {
    return links.utilization(rates);
  }
}
