package dev.inflight.live;

import dev.inflight.net.rdma.QueuePair;
import java.time.Duration;

/**
 * State of a {@link Connection} at one moment, for data sent from here; all values were read between the same two events.
 *
 * @param state state of the queue pair
 * @param scheme name of the current scheme: the configured one, or its {@linkplain ConnectionHandler#schemeReplaced replacement}
 * @param windowBytes payload that may be in flight; {@code Long.MAX_VALUE} if the scheme has no window, 0 before the first data
 * @param paceBitsPerSec rate at which packets leave, in bit/s of wire bytes; 0 before the first data
 * @param inflightBytes payload sent, but neither acknowledged nor counted as lost
 * @param baseRttPs base RTT that the scheme uses, in picoseconds: the configured one, or the handshake's
 * @param lastRttPs round-trip time of the last acknowledgement, in picoseconds; 0 before the first
 * @param leastRttPs smallest round-trip time, in picoseconds; 0 before the first
 * @param sentBytes payload sent so far, each byte once
 * @param ackedBytes payload acknowledged so far, up to the first missing byte
 * @param retransmittedBytes retransmitted payload
 * @param timeoutsInARow retransmission timeouts since the last acknowledgement that made progress
 * @param operations pending operations posted here
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
