package dev.inflight.net.feedback;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/**
 * ACK coalescing that stops while the path is congested: a receiver examines the telemetry of data packets to delay
 * acknowledgements (draft-miao-rtgwg-hpccplus §6.3.2, which has no rule for it). Here each packet that shows at least one load is
 * acknowledged at once, with the waiting packets.
 *
 * @param from the load from which a path is congested, {@value #LEAST} to {@value #MOST}
 * @param paths returns T of a flow
 */
public record PromptAcks(double from, ReceiverControls paths) {
  /** Smallest load to choose: a full link without a queue. */
  public static final int LEAST = 1;
  /** The largest load to choose: a queue of 99 bandwidth-delay products. */
  public static final int MOST = 100;
  /** Acknowledgements wait at most for this fraction of T: a flow with a small window waits for them each round trip. */
  private static final int WAITS_PER_RTT = 4;

  /** Checks the load. */
  public PromptAcks {
    checked(from);
  }

  /** Returns this load if it is within bounds. */
  public static double checked(double from) {
    if (!(from >= LEAST && from <= MOST)) {
      throw new IllegalArgumentException("promptFrom " + from + " is outside " + LEAST + " to " + MOST);
    }
    return from;
  }

  /** The rule for one flow, without state: a packet shows a queue without an earlier packet. */
  public static final class OfFlow {
    private final double from;
    private final long baseRttPs;
    private final long delayPs;
    private final TelemetryCodec format;

    private OfFlow(double from, long baseRttPs, long delayPs, TelemetryCodec format) {
      this.from = from;
      this.baseRttPs = baseRttPs;
      this.delayPs = Math.min(delayPs, baseRttPs / WAITS_PER_RTT);
      this.format = format;
    }

    /** Longest wait of an acknowledgement, in picoseconds: the rules' delay, and at most T / {@value #WAITS_PER_RTT}. */
    public long delayPs() {
      return delayPs;
    }

    /**
     * Returns true if a data packet has telemetry of a congested path. Unreadable telemetry shows no congestion.
     *
     * @param hops filled in anew if the packet has telemetry
     */
    public boolean isCongested(Packet data, Hops hops) {
      return data.telemetryBytes > 0 && format.read(data.telemetry, 0, data.telemetryBytes, hops) == DecodeStatus.READ
          && load(hops, baseRttPs) >= from;
    }
  }

  /**
   * Makes the rule for a new flow; null without one, and for flows without telemetry.
   *
   * @param delayPs the longest wait of an acknowledgement by the other rules, in picoseconds
   */
  public static @Nullable OfFlow of(Flow flow, @Nullable PromptAcks rule, long delayPs, @Nullable TelemetryCodec format) {
    return rule == null || format == null ? null : new OfFlow(rule.from, rule.paths.path(flow).baseRttPs(), delayPs, format);
  }

  /**
   * The load in one report: 1 + q / (B * T) of the longest queue, because a link with a queue is full
   * (draft-miao-ccwg-hpcc-info-04 §3.1). Without a queue it is the report's largest utilization, or 0 without any.
   */
  static double load(Hops report, long baseRttPs) {
    PathQuery question = report.answered();
    if (question != null) {
      return switch (question) {
        case UTILIZATION, INFLIGHT, LOAD -> report.answer();
        case QUEUEING, WAIT -> withQueue(report.answer(), 0, baseRttPs);
      };
    }
    double longestPs = 0;
    double utilization = 0;
    for (int hop = 0; hop < report.count(); hop++) {
      utilization = Math.max(utilization, report.utilization(hop));
      if (report.isKnown(hop)) {
        longestPs = Math.max(longestPs, 8e12 * report.queueBytes(hop) / report.rateBitsPerSec(hop));
      }
    }
    return withQueue(longestPs, utilization, baseRttPs);
  }

  private static double withQueue(double queueingPs, double utilization, long baseRttPs) {
    return queueingPs > 0 ? 1 + queueingPs / baseRttPs : utilization;
  }
}
