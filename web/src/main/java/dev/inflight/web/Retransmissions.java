package dev.inflight.web;

import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;

/**
 * Estimated number of transmissions of a packet if cables lose packets at random; the estimate is high. Losses by events and by
 * full queues are not included.
 *
 * @param lossRate the largest share of packets that a cable loses, 0 to 1
 * @param delayPs the longest delay of a cable, in picoseconds
 * @param payloadBytes the payload of a full packet
 * @param repeats packets that are retransmitted after a loss
 */
record Retransmissions(double lossRate, long delayPs, int payloadBytes, Repeats repeats) {
  /** Round trips at line rate that are in flight when a loss is reported: one of the cables, and three of queues. */
  private static final double ROUND_TRIPS = 4;
  /** Time after which a receiver reports a gap again, as in {@link GoBackN}. */
  private static final double REPORT_AGAIN_PS = 500e6;
  private static final double BITS_PER_BYTE = 8;
  private static final double PS_PER_SECOND = 1e12;
  /** Upper bound, above the number that a page runs for any flow. */
  private static final double MOST = 1e9;

  /** Packets that senders retransmit after a loss. */
  enum Repeats {
    NOTHING, WHAT_IS_LOST, ALL_BEHIND_IT
  }

  /** Returns the retransmissions of the flows of a class. */
  static Retransmissions of(Setup setup, FlowClass flows) {
    Recovery recovery = flows.recoveryIn(setup);
    double lossRate = setup.lossRate();
    long delayPs = 0;
    for (Link link : setup.topology().links()) {
      lossRate = Math.max(lossRate, link.lossRate());
      delayPs = Math.max(delayPs, link.delayPs());
    }
    Repeats repeats = !recovery.isReliable()
        ? Repeats.NOTHING
        : recovery.equals(GoBackN.DEFAULT) ? Repeats.ALL_BEHIND_IT : Repeats.WHAT_IS_LOST;
    return new Retransmissions(lossRate, delayPs, setup.payloadBytes(), repeats);
  }

  /**
   * Number of transmissions of each packet of a flow, 1 to 1e9.
   *
   * @param hops number of cables of its path
   * @param packets number of packets of the flow
   * @param bitsPerSec rate of the sending host
   */
  double sentPerPacket(double hops, double packets, double bitsPerSec) {
    if (lossRate == 0 || repeats == Repeats.NOTHING) {
      return 1;
    }
    double arrive = StrictMath.pow(1 - lossRate, hops);
    double answered = arrive * arrive;
    if (repeats == Repeats.WHAT_IS_LOST) {
      return Math.min(MOST, 1 / answered);
    }
    double packetPs = payloadBytes * BITS_PER_BYTE / bitsPerSec * PS_PER_SECOND;
    double underWay = Math.min(packets, ROUND_TRIPS * 2 * hops * (delayPs + packetPs) / packetPs);
    double untilReportedAgain = Math.min(packets, REPORT_AGAIN_PS / packetPs) / 2; // half of it remains on average
    return Math.min(MOST, 1 + (1 - arrive) / arrive * (underWay + (1 - answered) * untilReportedAgain));
  }
}
