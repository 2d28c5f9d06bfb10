package dev.inflight.net.telemetrypackets;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Every data packet has a telemetry header, and a switch writes into it only while the port has a queue (draft-pan-tsvwg-hpccplus
 * §6: upon congestion happening).
 *
 * @param aboveBytes minimum queue length
 * @param by which node applies the condition
 */
public record OnQueue(long aboveBytes, ChosenBy by) implements TelemetryPackets {
  /** Ten packets, chosen by the sender. */
  public static final OnQueue DEFAULT = new OnQueue(10_000, ChosenBy.SENDER);

  /** Checks the range. */
  public OnQueue {
    Check.check("above", aboveBytes, 1, Integer.MAX_VALUE);
  }

  /** Parts that choose the packets into which only ports with a queue write. */
  public enum ChosenBy {
    /** The sender, by the packets' DSCP: for all packets except one per T, into which every switch writes. */
    SENDER,
    /** Each switch, for every packet: a sender without a report for T assumes that all queues are empty. */
    SWITCH
  }

  @Override
  public String name() {
    return "on-queue";
  }

  @Override
  public boolean isThin() {
    return by == ChosenBy.SENDER;
  }

  @Override
  public @Nullable HeaderChoice choice(long baseRttPs) {
    return by == ChosenBy.SWITCH ? null : new PerRtt.OncePer(baseRttPs, HeaderChoice.ASKS_QUEUES);
  }

  @Override
  public StampRule stampRule() {
    return new StampRule((int) aboveBytes, by == ChosenBy.SWITCH, StampRule.NO_PERIOD);
  }
}
