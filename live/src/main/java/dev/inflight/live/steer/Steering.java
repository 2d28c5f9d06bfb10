package dev.inflight.live.steer;

import dev.inflight.cc.CongestionControl;
import dev.inflight.live.os.OsException;
import dev.inflight.live.os.TcpSocket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Steering of a TCP connection of the kernel by a congestion control (draft-miao-rtgwg-hpccplus-00 §7.2): the control gets
 * reports of the path from probes outside the stream, independent of the kernel's segmentation and coalescing.
 *
 * <p>The rate becomes the upper bound of the kernel's own pacing ({@code SO_MAX_PACING_RATE}), which needs no queueing
 * discipline. The kernel counts payload, but the control counts bytes on the wire, so the rate is scaled by a full segment's
 * share of payload. The kernel's own congestion control stays active, and may send more slowly. The bound is at least two full
 * segments a second: the kernel does not shorten a started wait, so a released or faster connection pauses for at most one more
 * second.
 *
 * <p>No option bounds a sender's bytes in flight. If the receiving end is in this process too, the scheme's window bounds the
 * window that it grants ({@code TCP_WINDOW_CLAMP}); otherwise only the rate is steered.
 *
 * <p>Belongs to one thread at a time.
 */
public final class Steering {
  /** Bytes of headers of a full segment in Ethernet with IPv4 and time stamps, including frame check sequence and gap. */
  public static final int IPV4_HEADER_BYTES = 14 + 20 + 20 + 12 + 24;
  /** Bytes of headers of a full segment with IPv6. */
  public static final int IPV6_HEADER_BYTES = IPV4_HEADER_BYTES + 20;

  private static final int BITS = 8;
  private static final int SEGMENTS_AT_ONCE = 2;

  private final TcpSocket sender;
  private final @Nullable TcpSocket receiver;
  private final int payloadBytes;
  private final int headerBytes;
  private long bitsPerSec;
  private long windowBytes;
  private long changes;
  private boolean over;

  /**
   * Starts to steer a connection.
   *
   * @param sender sending end, connected
   * @param receiver receiving end, if it is in this process
   * @param headerBytes header bytes of a full segment that the rate counts and the kernel does not, 0 or more
   */
  public Steering(TcpSocket sender, @Nullable TcpSocket receiver, int headerBytes) {
    if (headerBytes < 0) {
      throw new IllegalArgumentException("headers of " + headerBytes + " bytes");
    }
    this.sender = Objects.requireNonNull(sender, "sender");
    this.receiver = receiver;
    this.headerBytes = headerBytes;
    payloadBytes = sender.payloadBytes();
  }

  /**
   * Applies a new decision of a control to the kernel's socket. After a socket was closed, the steering is over and changes
   * nothing more, not even another socket that has the descriptor's number by then.
   */
  public void apply(CongestionControl control) {
    Objects.requireNonNull(control, "control");
    over |= sender.isClosed() || receiver != null && receiver.isClosed();
    if (!over) {
      try {
        limit(control);
      } catch (OsException gone) {
        over = true;
      }
    }
  }

  private void limit(CongestionControl control) {
    long rate = control.paceBitsPerSec();
    if (rate != bitsPerSec) {
      bitsPerSec = rate;
      changes++;
      sender.mostPacingBytesPerSec(Math.max(leastBytesPerSec(), payloadBytesPerSec(rate)));
    }
    long window = control.windowBytes();
    if (window != windowBytes && receiver != null) {
      windowBytes = window;
      receiver.mostReceiveWindowBytes((int) Math.clamp(window, 1, Integer.MAX_VALUE));
    }
  }

  /**
   * Leaves the decision to the kernel's own congestion control until a control is applied again. Use it when the connection of
   * the probes is gone: the last decision without answers may be nearly zero.
   */
  public void release() {
    over |= sender.isClosed() || receiver != null && receiver.isClosed();
    if (!over) {
      try {
        bitsPerSec = 0;
        sender.mostPacingBytesPerSec(TcpSocket.UNBOUNDED);
        if (receiver != null) {
          windowBytes = 0;
          receiver.mostReceiveWindowBytes(Integer.MAX_VALUE);
        }
      } catch (OsException gone) {
        over = true;
      }
    }
  }

  /**
   * Smallest rate. The kernel hands two segments over at a time, and then waits for their time at the current bound, even if the
   * bound changes. So this time is limited to a second.
   */
  long leastBytesPerSec() {
    return (long) SEGMENTS_AT_ONCE * payloadBytes;
  }

  /** Payload bytes a second at a rate on the wire. */
  long payloadBytesPerSec(long wireBitsPerSec) {
    return (long) ((double) wireBitsPerSec / BITS * payloadBytes / (payloadBytes + headerBytes));
  }

  /** Last applied rate, in bit/s on the wire; 0 before the first, and after release. */
  public long bitsPerSec() {
    return bitsPerSec;
  }

  /** True if a socket was gone when a rate was to be applied. */
  public boolean isOver() {
    return over;
  }

  /** Number of applied rates. */
  public long changes() {
    return changes;
  }
}
