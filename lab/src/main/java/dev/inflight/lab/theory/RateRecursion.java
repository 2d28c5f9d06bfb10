package dev.inflight.lab.theory;

import java.util.Arrays;

/**
 * The paper's fluid model of HPCC: all paths update their rates at once, once per round trip, by the most used link of each,
 * {@code R(n+1) = R(n) / max_i (Y_i(n) / C_i) + a}. Without the step {@code a} it is the lemma's recursion (HPCC A.2, equations 5 and 6);
 * with it, it has the equilibrium of A.3, in which a path with utilization U of its most used link (1 being the target) sends
 * {@code a / (1 - 1 / U)}.
 *
 * <p>Without a step, rates are feasible after one round trip, do not shrink from then on, and tend to a Pareto optimal allocation. They
 * need not reach it in as many steps as there are links, which part (iii) of the lemma states, nor in any number of steps.
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
   * @param steps the additive step of each path, in the unit of rates; 0 or more
   * @param most largest rate of each path, above 0 to infinity: that of its NIC
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

  /** The lemma's recursion, without steps and limits. */
  public RateRecursion(SharedLinks links, double[] rates) {
    this(links, rates, new double[rates.length]);
  }

  private static double[] unlimited(int paths) {
    var most = new double[paths];
    Arrays.fill(most, Double.POSITIVE_INFINITY);
    return most;
  }

  /** One round trip. Returns the largest change of a rate, as a share of it. */
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
   * Continues until no rate changes by more than this share in a round trip. Reports whether it reached that within {@code most} round
   * trips.
   */
  public boolean settle(double tolerance, int most) {
    for (int round = 0; round < most; round++) {
      if (next() <= tolerance) {
        return true;
      }
    }
    return false;
  }

  /** Continues until rates are Pareto optimal within this share. Reports whether it reached that within {@code most} round trips. */
  public boolean settleOptimally(double tolerance, int most) {
    for (int round = 0; round < most && !isParetoOptimal(tolerance); round++) {
      next();
    }
    return isParetoOptimal(tolerance);
  }

  /** Reports whether the present rates are Pareto optimal within this share. */
  public boolean isParetoOptimal(double tolerance) {
    return links.isParetoOptimal(rates, tolerance);
  }

  /** n. */
  public int roundTrips() {
    return roundTrips;
  }

  /** R_j(n). */
  public double rate(int path) {
    return rates[path];
  }

  /** R(n). */
  public double[] rates() {
    return rates.clone();
  }

  /** Y_i(n) / C_i. */
  public double[] utilization() {
    return links.utilization(rates);
  }
}
