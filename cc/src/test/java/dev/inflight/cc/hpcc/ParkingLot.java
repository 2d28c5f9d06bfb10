package dev.inflight.cc.hpcc;

import java.util.Arrays;

/** Links in a row: one flow over all of them, and one more over each. */
final class ParkingLot {
  private ParkingLot() {
  }

  /** True if a flow uses a link, by flow and link; the first flow uses all. */
  static boolean[][] uses(int links) {
    var uses = new boolean[links + 1][links];
    Arrays.fill(uses[0], true);
    for (int link = 0; link < links; link++) {
      uses[link + 1][link] = true;
    }
    return uses;
  }

  /** Share of a link that the alpha-fair optimum gives the long flow: its marginal utility equals that of all others. */
  static double longShare(int links, double alpha) {
    return 1 / (1 + StrictMath.pow(links, 1 / alpha));
  }
}
