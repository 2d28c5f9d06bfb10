package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.util.Check;

/**
 * IRN's loss recovery (Mittal et al., SIGCOMM'18 §3): the receiver keeps packets that arrive out of order and reports each; the
 * sender retransmits only missing packets, and has at most one bandwidth-delay product in flight.
 *
 * @param rtoLowPs timeout while few packets are in flight (above 0, at most {@code rtoHighPs})
 * @param rtoHighPs timeout otherwise (at least {@code rtoLowPs}, at most 1000 s)
 * @param fewPackets largest number of packets in flight that counts as few, 0 to 1000000
 * @param reach how far a flow sends beyond the first missing byte, in bandwidth-delay products, 1 to 1000: limits the state of
 *     both ends, and the bytes that a flow sends while a retransmission is in flight
 */
public record Irn(long rtoLowPs, long rtoHighPs, int fewPackets, int reach) implements Recovery {
  /**
   * The paper's waits (§4.1), from memory; the three packets are those of the authors' hardware. The reach of two is this
   * project's.
   */
  public static final Irn DEFAULT = new Irn(100_000_000, 320_000_000, 3, 2);

  private static final int MOST_PACKETS = 1_000_000;
  private static final int LONGEST_REACH = 1000;

  /** Checks the ranges. */
  public Irn {
    if (rtoLowPs <= 0 || rtoHighPs > LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("rtoLow and rtoHigh must be above 0 and at most 1000 s");
    }
    if (rtoLowPs > rtoHighPs) {
      throw new IllegalArgumentException(
          "rtoLow " + Check.microseconds(rtoLowPs) + " is above rtoHigh " + Check.microseconds(rtoHighPs)
              + ": raise rtoHigh too, or lower rtoLow");
    }
    Check.check("fewPackets", fewPackets, 0, MOST_PACKETS);
    Check.check("reach", reach, 1, LONGEST_REACH);
  }

  @Override
  public String name() {
    return "irn";
  }

  @Override
  public RecoverySender sender(long sizeBytes, PathFacts path) {
    return new SelectiveRepeatSender(this, sizeBytes, path.bdpBytes());
  }

  @Override
  public RecoveryReceiver receiver(int payloadBytes) {
    return new SelectiveRepeatReceiver();
  }

  @Override
  public long longestWaitPs(long hostTimeoutPs) {
    return rtoHighPs;
  }

  @Override
  public String ownWaits() {
    return "rtoLow=..., rtoHigh=...";
  }

  @Override
  public Irn waitingAtLeast(long leastPs) {
    return new Irn(Math.max(rtoLowPs, leastPs), Math.max(rtoHighPs, leastPs), fewPackets, reach);
  }
}
