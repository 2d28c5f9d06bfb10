package dev.inflight.sim.setup;

import java.util.List;

/**
 * Values of flows, ports and ranks that are recorded at equal times during a run, from the first flow's start on.
 *
 * @param everyPs time between rows, in picoseconds; 0: nothing is recorded
 * @param untilPs time of the last row, in picoseconds
 * @param flows flows in the series
 * @param ports ports in the series
 * @param ranks true if the series has the ranks of jobs
 */
public record Series(long everyPs, long untilPs, Flows flows, Ports ports, boolean ranks) {
  /** No series. */
  public static final Series NONE = new Series(0, Long.MAX_VALUE, Flows.ALL, Ports.TO_HOSTS, true);

  /** Makes a series with all ranks of jobs. */
  public Series(long everyPs, long untilPs, Flows flows, Ports ports) {
    this(everyPs, untilPs, flows, ports, true);
  }

  /** Checks the ranges. */
  public Series {
    if (everyPs < 0 || untilPs < 0) {
      throw new IllegalArgumentException("series every " + everyPs + " ps until " + untilPs + " ps: below 0");
    }
  }

  /** True if there is any series. */
  public boolean isOn() {
    return everyPs > 0;
  }

  /**
   * Some flows.
   *
   * @param all true for all flows
   * @param numbers otherwise these, in order of start
   */
  public record Flows(boolean all, List<Integer> numbers) {
    /** All flows. */
    public static final Flows ALL = new Flows(true, List.of());
    /** No flow. */
    public static final Flows NONE = new Flows(false, List.of());

    /** Keeps a copy. */
    public Flows {
      numbers = List.copyOf(numbers);
    }
  }

  /**
   * Some ports.
   *
   * @param kind way to choose the ports
   * @param listed the ports, where they are listed
   */
  public record Ports(Kind kind, List<Port> listed) {
    /** The switch ports that lead to hosts. */
    public static final Ports TO_HOSTS = new Ports(Kind.TO_HOSTS, List.of());
    /** All switch ports. */
    public static final Ports ALL = new Ports(Kind.ALL, List.of());
    /** No port. */
    public static final Ports NONE = new Ports(Kind.LISTED, List.of());

    /** Ways to choose ports. */
    public enum Kind {
      /** Switch ports that lead to hosts. */
      TO_HOSTS,
      /** All switch ports. */
      ALL,
      /** Listed ports, of switches or hosts. */
      LISTED
    }

    /** Keeps a copy. */
    public Ports {
      listed = List.copyOf(listed);
    }
  }

  /**
   * One port.
   *
   * @param node its node
   * @param number its number there, from 1
   */
  public record Port(int node, int number) {
  }
}
