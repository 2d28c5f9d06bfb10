package dev.inflight.live.steer;

import dev.inflight.cc.CongestionControl;
import dev.inflight.live.os.OsException;
import dev.inflight.live.os.TcpSocket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Has the kernel send a TCP connection as fast as a congestion control decides (draft-miao-rtgwg-hpccplus-00 §7.2): the control gets reports of the path by
 * probes beside the stream, which have no part in the kernel's segmentation and coalescing.
 *
 * <p>The rate becomes the upper bound of the kernel's own pacing ({@code SO_MAX_PACING_RATE}), which needs no queueing discipline. The kernel counts
 * payload and the control bytes on the wire, so a full segment's share of payload is taken. The kernel's own congestion control stays, and may go slower.
 * The bound is two full segments a second at least: the kernel does not take a wait back that has started, so a connection that is released, or may go
 * faster, stands still for at most a second more.
 *
 * <p>There is no option for what a sender may have in flight. Where the receiving end is in this process too, the window becomes the bound of what that
 * grants ({@code TCP_WINDOW_CLAMP}); otherwise the rate alone is steered.
 *
 * <p>Belongs to one thread at a time.
 */
public final class Steering {
  /** Bytes of headers of a full segment in Ethernet with IPv4 and time stamps, frame check sequence and gap counted. */
  public static final int IPV4_HEADER_BYTES = 14 + 20 + 20 + 12 + 24;
  /** The same with IPv6. */
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
   * Steers a connection.
   *
   * @param sender its sending end, connected
   * @param receiver its receiving end, where that is in this process
   * @param headerBytes of a full segment, that the rate counts and the kernel does not, 0 or more
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
   * Has the kernel obey what a control has decided, if that is anything new. When a socket was closed it is over, and nothing is changed any more: also
   * not at another socket that has the descriptor's number by then.
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
   * Lets the kernel's own congestion control decide alone, until a control is applied again. For when the connection of the probes is
   * gone: what was decided last, when none was answered, may be next to nothing.
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
   * The kernel hands two segments over at a time, and then waits for as long as they take at the bound in force, whatever is decided meanwhile. So they
   * take a second at most.
   */
  long leastBytesPerSec() {
    return (long) SEGMENTS_AT_ONCE * payloadBytes;
  }

  /** Bytes of payload in a second at a rate on the wire. */
  long payloadBytesPerSec(long wireBitsPerSec) {
    return (long) ((double) wireBitsPerSec / BITS * payloadBytes / (payloadBytes + headerBytes));
  }

  /** The rate that was applied last, in bit/s on the wire; 0 before the first, and when released. */
  public long bitsPerSec() {
    return bitsPerSec;
  }

  /** Whether a socket was gone when the kernel was to be notified. */
  public boolean isOver() {
    return over;
  }

  /** How often the rate was applied. */
  public long changes() {
    return changes;
  }
}
