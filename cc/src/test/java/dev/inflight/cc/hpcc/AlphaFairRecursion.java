package dev.inflight.cc.hpcc;

import java.util.Arrays;

/**
 * The recursion of HPCC's Appendix A.3 over any network: each path has a register for each of its links, all are updated at once from the
 * links' utilisation, and equation 7 makes a rate of them. Rates and capacities are in the same unit.
 */
final class AlphaFairRecursion {
  private final double[] capacity;
  private final boolean[][] uses;
  private final double alpha;
  private final double target;
  private final double step;
  private final double[][] register;

  /**
   * All registers start at {@code start}.
   *
   * @param uses whether a path uses a link
   * @param target U_target
   * @param step the additive increase
   */
  AlphaFairRecursion(double[] capacity, boolean[][] uses, double alpha, double target, double step, double start) {
    this.capacity = capacity;
    this.uses = uses;
    this.alpha = alpha;
    this.target = target;
    this.step = step;
    register = new double[uses.length][capacity.length];
    for (double[] registers : register) {
      Arrays.fill(registers, start);
    }
  }

  /** One flow over all {@code links}, and one more over each. */
  static boolean[][] parkingLot(int links) {
    var uses = new boolean[links + 1][links];
    Arrays.fill(uses[0], true);
    for (int link = 0; link < links; link++) {
      uses[link + 1][link] = true;
    }
    return uses;
  }

  /** The share of a link that the alpha-fair optimum gives the parking lot's long flow: its marginal utility is that of all others. */
  static double longShare(int links, double alpha) {
    return 1 / (1 + StrictMath.pow(links, 1 / alpha));
  }

  double rate(int path) {
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int link = 0; link < capacity.length; link++) {
      if (uses[path][link]) {
        sum += StrictMath.pow(register[path][link], -alpha);
        least = Math.min(least, register[path][link]);
      }
    }
    return alpha == Double.POSITIVE_INFINITY ? least : StrictMath.pow(sum, -1 / alpha);
  }

  double utilisation(int link) {
    double load = 0;
    for (int path = 0; path < uses.length; path++) {
      load += uses[path][link] ? rate(path) : 0;
    }
    return load / capacity[link];
  }

  void run(int roundTrips) {
    double[] observed = new double[capacity.length];
    for (int round = 0; round < roundTrips; round++) {
      Arrays.setAll(observed, this::utilisation);
      for (double[] registers : register) {
        for (int link = 0; link < observed.length; link++) {
          registers[link] = registers[link] * target / observed[link] + step;
        }
      }
    }
  }
}
