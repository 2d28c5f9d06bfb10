package dev.inflight.cc.hpcc;

/** Rule of division in equation 4 of HPCC. */
public enum WindowDivision {
  /** Floating-point division (IEEE 754). */
  PLAIN,
  /**
   * Multiplication by an entry of a table of reciprocals, as in the paper's FPGA (§4.3). The load U / eta is in units of 2^-16,
   * so that the table covers loads of up to 64.
   */
  TABLE;

  /** Error bound of the table, which then takes 9.2 KB. */
  static final double EPSILON = 0.0045;

  private static final int UNITS_PER_LOAD = 1 << 16;

  /** The paper's table of about 10 KB, created for the first flow that needs it. */
  private static final class Table {
    static final Reciprocals RECIPROCALS = new Reciprocals(EPSILON);
  }

  /** About {@code dividend / load}, for a dividend and a load of 0 or more. */
  double quotient(double dividend, double load) {
    if (this == PLAIN) {
      return dividend / load;
    }
    int units = (int) Math.clamp(Math.round(load * UNITS_PER_LOAD), 1, Reciprocals.LARGEST);
    return dividend * UNITS_PER_LOAD * Table.RECIPROCALS.of(units);
  }
}
