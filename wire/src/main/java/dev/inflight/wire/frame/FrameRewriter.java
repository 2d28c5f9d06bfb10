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
 * Changes the frame that a view has parsed last, as switches and routers do. Lengths and checksums are corrected, not computed anew, so that a wrong
 * one stays wrong. The ICRC stays valid, as it covers nothing that is changed here: see {@code Icrc}.
 *
 * <p>What it changes the view does not know: parse again before the telemetry is asked for, or what follows a header that has grown to the back,
 * or in front of one that has grown to the front. Allocates nothing; not thread-safe.
 */
public final class FrameRewriter {
  private final FrameView view;

  /** Changes what this view has parsed. */
  public FrameRewriter(FrameView view) {
    this.view = view;
  }

  /** Whether the frame has an IP header that routers change; that of RoCE v1 is none. */
  public boolean isIp() {
    return view.ip != ABSENT && view.kind != FrameView.Kind.ROCE_V1;
  }

  /** How many more routers the frame may pass; of frames that are {@linkplain #isIp IP}. */
  public int hopLimit() {
    return view.isIpv6() ? Ipv6.hopLimit(view.bytes, view.ip) : Ipv4.ttl(view.bytes, view.ip);
  }

  /** Takes one off the hop limit, as a router does; false when it has run out, and the frame must not be forwarded. */
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

  /** The ECN field, 0 to 3 (RFC 3168); of frames that are {@linkplain #isIp IP}. */
  public int ecn() {
    return view.isIpv6() ? Ipv6.ecn(view.bytes, view.ip) : Ipv4.ecn(view.bytes, view.ip);
  }

  /** Marks congestion, if the frame's sender understands marks; returns whether the frame is marked now. */
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
   * Bytes by which the telemetry may grow; none where it is in a header of fixed length.
   *
   * @param limit end of the room into which the frame may grow, as an index: that of the array, or of the link's largest frame; where it is to grow to
   *     the front, its end and the room in front of it
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
   * Puts another telemetry header in the place of the frame's. One that is longer moves what follows it, padding too. The lengths of IP and UDP
   * grow with it, and so does a UDP or TCP checksum's cover. Around UDP (IFA) the metadata is foreign to UDP: its length and checksum stay, unless the
   * sender has counted the metadata in.
   *
   * @param header in one piece, from index 0 on
   * @param size its bytes: as many as the frame's has, or up to {@link #room} more
   * @return the bytes by which the frame grew
   */
  public int replaceTelemetry(byte[] header, int size) {
    return replace(header, size, false);
  }

  /**
   * The same, but a longer one moves what is in front of it, and the frame starts earlier by as much: at {@link FrameView#frame}. Nothing behind it
   * is looked at. There must be room in the array.
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
    // The part of the telemetry that moves what is behind it.
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

  /** The length is in the pseudo-header, and in UDP's header once more. */
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
