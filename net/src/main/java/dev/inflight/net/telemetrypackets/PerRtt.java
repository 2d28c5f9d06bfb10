package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;

/**
 * The first data packet of a flow carries telemetry, and then the first one that leaves after this time.
 *
 * @param periodPs the least time from one to the next; 0: the flow's base RTT T
 */
public record PerRtt(long periodPs) implements TelemetryPackets {
  /** Once in T. */
  public static final PerRtt DEFAULT = new PerRtt(0);

  /** Checks the range. */
  public PerRtt {
    Check.time("period", periodPs, 0);
  }

  @Override
  public String name() {
    return "per-rtt";
  }

  @Override
  public boolean isThin() {
    return true;
  }

  @Override
  public long reportPeriodPs(long baseRttPs) {
    return periodPs == 0 ? baseRttPs : periodPs;
  }

  @Override
  public HeaderChoice choice(long baseRttPs) {
    return new OncePer(reportPeriodPs(baseRttPs), HeaderChoice.NONE);
  }

  /** One packet in a period requests records of all switches; the others carry another request, or none. */
  static final class OncePer extends HeaderChoice {
    private final long eachPs;
    private final byte otherwise;
    private long nextPs = Long.MIN_VALUE;

    OncePer(long eachPs, byte otherwise) {
      this.eachPs = eachPs;
      this.otherwise = otherwise;
    }

    @Override
    public byte next(long startPs) {
      if (startPs < nextPs) {
        return otherwise;
      }
      nextPs = startPs + eachPs;
      return ASKS_ALL;
    }
  }
}
