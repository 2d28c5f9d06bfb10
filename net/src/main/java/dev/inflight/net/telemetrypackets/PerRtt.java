package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * The first data packet of a flow carries telemetry, and then the first packet after each period. If switches choose, more
 * packets may carry telemetry: where flows share a table entry, and where a flow has two first switches.
 *
 * @param periodPs the time from one such packet to the next; 0: the flow's base RTT T, or for switches the largest T of the
 * fabric
 * @param by the endpoint or switch that chooses the packets
 */
public record PerRtt(long periodPs, ChosenBy by) implements TelemetryPackets {
  /** Once in T, chosen by the sender. */
  public static final PerRtt DEFAULT = new PerRtt(0, ChosenBy.SENDER);

  /** Checks the range. */
  public PerRtt {
    Check.time("period", periodPs, 0);
  }

  /** Chosen by the sender. */
  public PerRtt(long periodPs) {
    this(periodPs, ChosenBy.SENDER);
  }

  /** Parts that choose the packets that carry telemetry. */
  public enum ChosenBy {
    /** The sender: all other packets have no header. */
    SENDER,
    /** The first switch: every packet has a header, which later switches write into only where the first one did. */
    SWITCH
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
  public @Nullable HeaderChoice choice(long baseRttPs) {
    return by == ChosenBy.SWITCH ? null : new OncePer(reportPeriodPs(baseRttPs), HeaderChoice.NONE);
  }

  @Override
  public StampRule stampRule() {
    return by == ChosenBy.SWITCH ? StampRule.oncePer(periodPs) : StampRule.ALWAYS;
  }

  @Override
  public TelemetryPackets in(long largestRttPs) {
    return by == ChosenBy.SWITCH && periodPs == 0 ? new PerRtt(largestRttPs, by) : this;
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
