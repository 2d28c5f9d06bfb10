package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import java.util.Set;

/**
 * HPCC that divides as the paper's FPGA does (§4.3): by multiplication with an entry of {@link Reciprocals}. The load U / eta is taken in
 * units of 2^-16, so that the table's range is a load of up to 64.
 *
 * @param eta target utilisation, above 0 to 1
 * @param maxStage additive steps before a multiplicative one, 0 or more
 * @param wAiBytes additive step in bytes; 0: initial window * (1 - eta) / maxFlows
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code wAiBytes} is 0
 * @param tPs base RTT T; 0: the fabric's own
 */
public record HpccTable(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs) implements Scheme {
  /** The parameters of {@link Hpcc}. */
  public static final HpccTable DEFAULT = new HpccTable(0.95, 5, 0, 100, 0);

  /** The table's error bound: with it, the table takes 9.2 KB. */
  static final double EPSILON = 0.0045;

  private static final int UNITS_PER_LOAD = 1 << 16;

  /** The paper's table of about 10 KB, made when the first flow needs it. */
  private static final class Table {
    static final Reciprocals RECIPROCALS = new Reciprocals(EPSILON);
  }

  /** Checks the ranges. */
  public HpccTable {
    hpcc(eta, maxStage, wAiBytes, maxFlows, tPs);
  }

  private static Hpcc hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs) {
    return new Hpcc(eta, maxStage, wAiBytes, maxFlows, tPs, ReactionMode.BOTH, 0);
  }

  @Override
  public String name() {
    return "hpcc-table";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return hpcc(eta, maxStage, wAiBytes, maxFlows, tPs).start(path, HpccTable::quotient, false);
  }

  static double quotient(double dividend, double load) {
    int units = (int) Math.clamp(Math.round(load * UNITS_PER_LOAD), 1, Reciprocals.LARGEST);
    return dividend * UNITS_PER_LOAD * Table.RECIPROCALS.of(units);
  }
}
