package dev.inflight.wire.frame;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.TcpHeader;

/**
 * Editor of the frame that a view parsed last, for changes by switches and routers. It corrects lengths and checksums instead of
 * recomputing them, so a wrong one stays wrong. The ICRC stays valid, because it covers no changed field.
 *
 * <p>The view does not follow the changes. Parse again before reading telemetry, or headers that a growing one has moved.
 * Allocates nothing; not thread-safe.
 */
public final class FrameRewriter {
  private final FrameView view;

  /** Creates an editor of the frame that this view has parsed. */
  public FrameRewriter(FrameView view) {
    this.view = view;
  }

  /** True if the frame has an IP header that routers change; RoCE v1's GRH is not one. */
  public boolean isIp() {
    return view.ip != ABSENT && view.kind != FrameView.Kind.ROCE_V1;
  }

  /** Remaining hop limit of a frame that is {@linkplain #isIp IP}. */
  public int hopLimit() {
    return view.isIpv6() ? Ipv6.hopLimit(view.bytes, view.ip) : Ipv4.ttl(view.bytes, view.ip);
  }

  /** Decrements the hop limit, as a router does; returns false if it has run out and the frame must not be forwarded. */
  public boolean takeHop() {
    int hopLimit = hopLimit();
    if (hopLimit <= 1) {
      return false;
    }
    if (view.isIpv6()) {
      Ipv6.hopLimit(view.bytes, view.ip, hopLimit - 1);
    } else {
      Ipv4.decrementTtl(view.bytes, view.ip);
    }
    return true;
  }

  /** ECN field of a frame that is {@linkplain #isIp IP}, 0 to 3 (RFC 3168). */
  public int ecn() {
    return view.isIpv6() ? Ipv6.ecn(view.bytes, view.ip) : Ipv4.ecn(view.bytes, view.ip);
  }

  /** Marks congestion if the frame's sender supports marks; returns true if the frame is marked now. */
  public boolean mark() {
    if (ecn() == Ipv4.NOT_ECT) {
      return false;
    }
    if (view.isIpv6()) {
      Ipv6.ecn(view.bytes, view.ip, Ipv4.CE);
    } else {
      Ipv4.changeEcn(view.bytes, view.ip, Ipv4.CE);
    }
    return true;
  }

  /**
   * Bytes by which the telemetry may grow; 0 in a header of fixed length.
   *
   * @param limit index up to which the frame may grow: the end of the array, or of the link's largest frame; for growth to the
   *     front, the frame's end plus the room in front of it
   */
  public int room(int limit) {
    TelemetryFormat found = view.telemetry;
    if (found == null || isFixed(found)) {
      return 0;
    }
    int ipLength = view.isIpv6() ? Ipv6.payloadBytes(view.bytes, view.ip) : Ipv4.totalBytes(view.bytes, view.ip);
    return Math.max(0, Math.min(Math.min(limit, view.bytes.length) - view.end, 0xFFFF - ipLength));
  }

  private static boolean isFixed(TelemetryFormat format) {
    return format.placement() == HeaderPlacement.HOP_BY_HOP || format.placement() == HeaderPlacement.LINK_LAYER;
  }

  /**
   * Replaces the frame's telemetry header. A longer header moves all bytes behind it, including padding. The lengths of IP and
   * UDP grow with it, and so does the range of a UDP or TCP checksum. Metadata around UDP (IFA) does not belong to UDP: its
   * length and checksum stay, unless the sender has included the metadata in them.
   *
   * @param header new header in one piece, from index 0
   * @param size size of the new header in bytes: that of the frame's header, or up to {@link #room} more
   * @return number of bytes by which the frame grew
   */
  public int replaceTelemetry(byte[] header, int size) {
    return replace(header, size, false);
  }

  /**
   * Same as {@link #replaceTelemetry}, but a longer header moves the bytes in front of it, and {@link FrameView#frame} decreases.
   * Bytes behind the header are not read. The array must have room.
   */
  public int replaceTelemetryToFront(byte[] header, int size) {
    return replace(header, size, true);
  }

  private int replace(byte[] header, int size, boolean toFront) {
    TelemetryFormat found = view.telemetry;
    int grown = size - view.telemetryBytes;
    if (found == null || grown < 0) {
      throw new IllegalArgumentException("telemetry of " + size + " bytes in the place of " + view.telemetryBytes);
    }
    byte[] bytes = view.bytes;
    int at = view.telemetryAt;
    if (isFixed(found)) {
      System.arraycopy(header, 0, bytes, at, view.telemetryBytes);
      return 0;
    }
    // Bytes of the telemetry that stay in place; all bytes behind them move.
    int kept = view.telemetryRest == ABSENT ? 0 : TransportParser.FIRST_PIECE_BYTES;
    int moving = view.telemetryRest == ABSENT ? at : view.telemetryRest;
    int movingBytes = view.telemetryBytes - kept;
    int sumBefore = view.telemetryInTransport ? InternetChecksum.sum(bytes, moving, movingBytes) : 0;
    int tcpBytes = view.transportEnd - view.tcp;
    int behind = moving + movingBytes;
    if (grown > 0 && toFront) {
      System.arraycopy(bytes, view.frame, bytes, view.frame - grown, behind - view.frame);
      view.beginEarlier(grown);
      at -= grown;
      moving -= grown;
    } else if (grown > 0) {
      System.arraycopy(bytes, behind, bytes, behind + grown, view.end - behind);
    }
    System.arraycopy(header, 0, bytes, at, kept);
    System.arraycopy(header, kept, bytes, moving, movingBytes + grown);
    if (view.telemetryInTransport) {
      growTransport(grown, tcpBytes, sumBefore, InternetChecksum.sum(bytes, moving, movingBytes + grown));
    }
    growIp(grown);
    return grown;
  }

  private void growIp(int grown) {
    byte[] bytes = view.bytes;
    if (grown == 0) {
      return;
    }
    if (view.isIpv6()) {
      Ipv6.payloadBytes(bytes, view.ip, Ipv6.payloadBytes(bytes, view.ip) + grown);
    } else {
      Ipv4.changeTotalBytes(bytes, view.ip, Ipv4.totalBytes(bytes, view.ip) + grown);
    }
  }

  /** Updates the transport header for the growth. The pseudo-header contains the length, and UDP's header repeats it. */
  private void growTransport(int grown, int tcpBytes, int sumBefore, int sumAfter) {
    byte[] bytes = view.bytes;
    if (view.udp != ABSENT) {
      int length = Udp.length(bytes, view.udp);
      Udp.length(bytes, view.udp, length + grown);
      Udp.changeChecksum(bytes, view.udp, InternetChecksum.add(sumBefore, InternetChecksum.add(length, length)),
          InternetChecksum.add(sumAfter, InternetChecksum.add(length + grown, length + grown)));
    } else {
      TcpHeader.changeChecksum(bytes, view.tcp, InternetChecksum.add(sumBefore, tcpBytes),
          InternetChecksum.add(sumAfter, tcpBytes + grown));
    }
  }
}
