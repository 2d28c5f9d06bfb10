package dev.inflight.live;

import dev.inflight.net.rdma.QueuePair;
import java.time.Duration;

/**
 * What follows the speed of a {@link Connection} at one moment, of the direction that leaves here: all of it was read between two events of the loop.
 *
 * @param state its place
 * @param scheme the name of the scheme that decides: the configured one, or the one that has {@linkplain ConnectionHandler#schemeReplaced replaced} it
 * @param windowBytes payload that may be in flight; {@code Long.MAX_VALUE} where the scheme has no window, 0 before there was something to send
 * @param paceBitsPerSec the rate at which packets leave, in bit/s of wire bytes; 0 before there was something to send
 * @param inflightBytes payload that is sent, and neither acknowledged nor taken for lost
 * @param baseRttPs the round-trip time without queues that the scheme goes by, in picoseconds: the configured one, or the handshake's
 * @param lastRttPs the round-trip time of the last acknowledgement, in picoseconds; 0 before the first
 * @param leastRttPs the least of them, in picoseconds; 0 before the first
 * @param sentBytes payload sent so far, each byte once
 * @param ackedBytes payload acknowledged so far, up to the first byte that is missing
 * @param retransmittedBytes payload that was sent again
 * @param timeoutsInARow retransmission timeouts since the last acknowledgement that made progress
 * @param operations posted here that are not over
 */
public record ConnectionSnapshot(QueuePair.State state, String scheme, long windowBytes, long paceBitsPerSec, long inflightBytes,
    long baseRttPs, long lastRttPs, long leastRttPs, long sentBytes, long ackedBytes, long retransmittedBytes, int timeoutsInARow,
    int operations) {
  private static final long PS_PER_NANO = 1000;

  /** {@link #baseRttPs}, rounded down to nanoseconds. */
  public Duration baseRtt() {
    return Duration.ofNanos(baseRttPs / PS_PER_NANO);
  }

  /** {@link #lastRttPs}, rounded down to nanoseconds. */
  public Duration lastRtt() {
    return Duration.ofNanos(lastRttPs / PS_PER_NANO);
  }

  /** {@link #leastRttPs}, rounded down to nanoseconds. */
  public Duration leastRtt() {
    return Duration.ofNanos(leastRttPs / PS_PER_NANO);
  }
}
