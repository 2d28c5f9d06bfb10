package dev.inflight.net.nic;

import dev.inflight.telemetry.util.Check;

/**
 * A NIC with a flow scheduler in hardware: parallel engines, each of which cycles through a fixed array of flows, one slot per
 * clock tick. HPCC §4.2, §4.3.
 *
 * @param engines number of engines, 1 to 1024
 * @param flowsPerEngine slots of each engine; 1 to 65536 for all engines together
 * @param tickPs time from one slot to the next, above 0 to 1000000000
 */
public record EngineNic(int engines, int flowsPerEngine, long tickPs) implements NicModel {
  /** The paper's FPGA: 300 concurrent flows on a port of 25 Gb/s. */
  public static final EngineNic DEFAULT = new EngineNic(6, 50, 5_000);

  private static final int MOST_ENGINES = 1024;
  private static final int MOST_FLOWS = 1 << 16;
  private static final long LONGEST_TICK_PS = 1_000_000_000;

  /** Checks the ranges. */
  public EngineNic {
    Check.check("engines", engines, 1, MOST_ENGINES);
    Check.check("flowsPerEngine", flowsPerEngine, 1, MOST_FLOWS);
    if ((long) engines * flowsPerEngine > MOST_FLOWS) {
      throw new IllegalArgumentException(
          engines + " engines of " + flowsPerEngine + " flows are " + (long) engines * flowsPerEngine + " slots; at most "
              + MOST_FLOWS);
    }
    if (tickPs < 1 || tickPs > LONGEST_TICK_PS) {
      throw new IllegalArgumentException("tick of " + tickPs + " ps is outside 1 ps to 1 ms");
    }
  }

  @Override
  public String name() {
    return "engines";
  }

  /** Time for one walk round an engine's slots, in picoseconds. */
  public long scanPs() {
    return flowsPerEngine * tickPs;
  }
}
