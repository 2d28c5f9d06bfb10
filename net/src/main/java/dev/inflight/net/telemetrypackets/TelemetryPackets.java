package dev.inflight.net.telemetrypackets;

import org.jspecify.annotations.Nullable;

/**
 * Packets that carry telemetry from the sender to the receiver: a record of parameters. They are data packets, all or some of
 * them, or packets for telemetry only (draft-miao-rtgwg-hpccplus §6.2.1, draft-pan-tsvwg-hpccplus §6).
 */
public sealed interface TelemetryPackets permits EveryDataPacket, OneIn, PerRtt, OnQueue, Subscribed, Probes {
  /** Name in scenarios, such as {@code probes}. */
  String name();

  /** True if data packets carry telemetry headers, all or some. */
  default boolean ridesOnData() {
    return true;
  }

  /** True if few data packets collect the records of all switches, so that each of them deserves a separate acknowledgement. */
  default boolean isThin() {
    return false;
  }

  /** True if a sender without a report of any link assumes that all queues are empty. */
  default boolean silenceIsQuiet() {
    return stampRule().ofAll();
  }

  /** True if answers of switches are the only telemetry. */
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
   * Time before a flow's first probe, in picoseconds.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  default long firstProbePs(long baseRttPs) {
    return 0;
  }

  /** True if the period is at least the last round-trip time that the flow measured. */
  default boolean probesByMeasuredRtt() {
    return false;
  }

  /** Number of data packets for each that collects a report, where a number determines it; else 1. */
  default int packetsPerReport() {
    return 1;
  }

  /**
   * Time with data in flight between two packets that fetch a report, in picoseconds; 0 where it is a matter of the number of
   * packets.
   *
   * @param baseRttPs the flow's T, in picoseconds
   */
  default long reportPeriodPs(long baseRttPs) {
    return probePeriodPs(baseRttPs);
  }

  /** Headers into which switches write: all, except in {@link OnQueue} and {@link PerRtt}. */
  default StampRule stampRule() {
    return StampRule.ALWAYS;
  }

  /**
   * These packets in a fabric, with the times that its switches need.
   *
   * @param largestRttPs largest base RTT of its paths, in picoseconds
   */
  default TelemetryPackets in(long largestRttPs) {
    return this;
  }
}
