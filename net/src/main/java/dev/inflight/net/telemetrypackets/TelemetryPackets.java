package dev.inflight.net.telemetrypackets;

import org.jspecify.annotations.Nullable;

/**
 * What carries telemetry from the sender to the receiver: a record of parameters. Data packets do, all or some of them, or packets that are
 * made for it (draft-miao-rtgwg-hpccplus §6.2.1, draft-pan-tsvwg-hpccplus §6).
 */
public sealed interface TelemetryPackets permits EveryDataPacket, OneIn, PerRtt, OnQueue, Subscribed, Probes {
  /** Its name in scenarios, such as {@code probes}. */
  String name();

  /** Whether data packets carry telemetry headers, all or some. */
  default boolean ridesOnData() {
    return true;
  }

  /** Whether few data packets fetch what all switches write, so that each of them is worth an acknowledgement of its own. */
  default boolean isThin() {
    return false;
  }

  /** Whether a sender without a report of any link assumes that all queues are empty. */
  default boolean silenceIsQuiet() {
    return stampRule().ofAll();
  }

  /** Whether nothing is fetched but by answers of switches. */
  default boolean needsAnswers() {
    return false;
  }

  /**
   * The choice of a new flow's sender which of its data packets get a header; null: all, and every switch writes into them.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  @Nullable
  HeaderChoice choice(long baseRttPs);

  /**
   * Time with data in flight between two probes of a flow, in picoseconds; 0: there are none.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  default long probePeriodPs(long baseRttPs) {
    return 0;
  }

  /**
   * The same time before a flow's first probe.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  default long firstProbePs(long baseRttPs) {
    return 0;
  }

  /** Whether the last round-trip time that a flow measured takes the place of that period where it is longer. */
  default boolean probesByMeasuredRtt() {
    return false;
  }

  /** How many data packets are sent for each that fetches a report, where that is a matter of their number; else 1. */
  default int packetsPerReport() {
    return 1;
  }

  /**
   * Time with data in flight between two packets that fetch a report, in picoseconds; 0 where it is a matter of the number of packets.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  default long reportPeriodPs(long baseRttPs) {
    return probePeriodPs(baseRttPs);
  }

  /** What switches write into: everything but by {@link OnQueue}. */
  default StampRule stampRule() {
    return StampRule.ALWAYS;
  }
}
