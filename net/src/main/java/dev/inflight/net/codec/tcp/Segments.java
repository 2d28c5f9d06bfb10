package dev.inflight.net.codec.tcp;

/** Parameters that both directions share but no segment carries. */
final class Segments {
  /**
   * The port of each receiver: that of {@code iperf}, so that captures are easy to read. The senders' ports distinguish 65,536
   * flows between two hosts.
   */
  static final int RECEIVER_PORT = 5001;
  /** Value of each window field; connections have a scale of 2^14, the largest (RFC 7323 §2.3): buffers do not limit flows. */
  static final int WINDOW = 0xFFFF;
  /** Picoseconds of one tick of the timestamps' clock: 1 us. */
  static final long TICK_PS = 1_000_000;

  private Segments() {
  }

  /**
   * The stream offset with these low 32 bits that is nearest to another offset. The first byte of each stream has number 0: the
   * initial sequence number, which the SYN took, was 2^32 - 1.
   */
  static long nearest(int low, long to) {
    return to + (low - (int) to);
  }
}
