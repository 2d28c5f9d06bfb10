package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.util.Check;

/**
 * TCP (RFC 9293): a stream of bytes with selective acknowledgements (RFC 2018). The sender retransmits by RFC 6675, and on a
 * timeout by RFC 6298; the receiver delays acknowledgements (RFC 5681 §4.2). Flows start on open connections, as RoCE flows do.
 *
 * @param minRtoPs the shortest retransmission timeout (above {@code delayedAckPs}, at most 1000 s; 1 s in RFC 6298); it doubles
 *     with each timeout in a row, up to a factor of 64
 * @param ackEvery segments per acknowledgement, 1 or more; at most 2 in RFC 5681
 * @param delayedAckPs the longest delay of an acknowledgement (0 to 500 ms, RFC 5681 §4.2)
 * @param burstBytes bytes that a NIC sends back to back from one buffer (segmentation offload), 1 to 1048576; a segment or
 *     less: no offload
 */
public record Tcp(long minRtoPs, int ackEvery, long delayedAckPs, long burstBytes) implements Recovery {
  /** Waits of data centers: 1 ms and 500 us; bursts of 64 KB. */
  public static final Tcp DEFAULT = new Tcp(1_000_000_000, 2, 500_000_000, 65_536);

  private static final long LONGEST_DELAY_PS = 500_000_000_000L;
  private static final int LARGEST_BURST_BYTES = 1 << 20;

  /** Checks the ranges. */
  public Tcp {
    Check.count("ackEvery", ackEvery, 1);
    Check.time("delayedAck", delayedAckPs, 0);
    Check.check("burst", burstBytes, 1, LARGEST_BURST_BYTES);
    if (delayedAckPs > LONGEST_DELAY_PS) {
      throw new IllegalArgumentException("delayedAck must be at most 500 ms");
    }
    if (minRtoPs > LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("minRto must be at most 1000 s");
    }
    if (minRtoPs <= delayedAckPs) {
      throw new IllegalArgumentException(
          "minRto " + Check.microseconds(minRtoPs) + " must be above delayedAck " + Check.microseconds(delayedAckPs)
              + ", because a delayed acknowledgement is not lost; raise minRto, or lower delayedAck");
    }
  }

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public RecoverySender sender(long sizeBytes, PathFacts path) {
    return new TcpSender(this, sizeBytes, path.payloadBytes(), path.baseRttPs());
  }

  @Override
  public RecoveryReceiver receiver(int payloadBytes) {
    return new TcpReceiver(payloadBytes);
  }

  @Override
  public long longestWaitPs(long hostTimeoutPs) {
    return minRtoPs;
  }

  @Override
  public String ownWaits() {
    return "minRto=...";
  }

  @Override
  public boolean decidesAcks() {
    return true;
  }

  @Override
  public int ackEveryPackets(int hostsEvery) {
    return ackEvery;
  }

  @Override
  public long ackDelayPs(long hostsDelayPs) {
    return delayedAckPs;
  }

  @Override
  public boolean carriesMessages() {
    return false;
  }

  @Override
  public boolean usesTcpFrames() {
    return true;
  }

  @Override
  public boolean anyAnswerRestartsTimeout() {
    return false;
  }
}
