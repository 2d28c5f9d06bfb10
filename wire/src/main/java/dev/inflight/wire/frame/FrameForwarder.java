package dev.inflight.wire.frame;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.Tcp;
import java.util.List;

/**
 * What the egress port of a switch does to frames, without their frame check sequence: it writes telemetry, takes one off the hop limit
 * and marks congestion, and corrects the lengths and checksums that depend on it. Checksums are corrected, not computed anew, so that a
 * wrong one stays wrong. The ICRC stays valid, as it does not cover telemetry: see {@code Icrc}.
 *
 * <p>A telemetry header that grows moves what stands behind it, padding too. The lengths of IP and UDP grow with it, and so does a UDP or
 * TCP checksum's cover. Around UDP (IFA) the metadata is foreign to UDP: its length and checksum stay, unless the sender has counted the
 * metadata in. Frames without the port's kind of telemetry, or malformed, get none.
 *
 * <p>One for each port; allocates nothing for a frame. Not thread-safe.
 */
public final class FrameForwarder {
  /** What {@link #forward} returns for a frame whose hop limit has run out. */
  public static final int DISCARD = 0;

  /** More than any header has: 2048 bytes of hop-by-hop options are the longest. */
  private static final int LARGEST_TELEMETRY = 4096;

  private final FrameView view;
  private final HeaderPlacement placement;
  private final int marker;
  private final TelemetryCodec.Stamper stamper;
  private final boolean routes;
  private final byte[] header = new byte[LARGEST_TELEMETRY];

  /**
   * A port that writes one format and recognises it by its marker.
   *
   * @param routes whether the switch takes one off the hop limit, as a router does
   * @throws IllegalArgumentException when the format cannot express the link's rate
   */
  public FrameForwarder(TelemetryCodec codec, EgressLink link, boolean routes) {
    this(new FrameView(List.of(codec.format())), codec, link, routes);
  }

  /**
   * A port that writes one format and recognises what a view does.
   *
   * @param view is parsed into; ports of one thread may share it
   * @throws IllegalArgumentException when the format cannot express the link's rate
   */
  public FrameForwarder(FrameView view, TelemetryCodec codec, EgressLink link, boolean routes) {
    this.view = view;
    placement = codec.format().placement();
    marker = codec.format().marker();
    this.routes = routes;
    stamper = codec.stamper(link);
  }

  /**
   * Lets a frame leave.
   *
   * @param length bytes of the frame from {@code offset} on
   * @param limit end of the room into which it may grow, as an index: that of the array, or of the link's largest frame
   * @param snapshot the instant at which its first bit leaves; its hop limit is taken from the frame
   * @param mark whether to mark congestion, if the frame can be marked
   * @return bytes of the frame now, or {@link #DISCARD} when a router must not forward it
   */
  public int forward(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot, boolean mark) {
    DecodeStatus outcome = view.parse(bytes, offset, length);
    if (outcome != DecodeStatus.READ && outcome != DecodeStatus.UNSUPPORTED) {
      return length;
    }
    if (view.ip != ABSENT && view.kind != FrameView.Kind.ROCE_V1) {
      if (routes && !takeHop(bytes)) {
        return DISCARD;
      }
      if (mark) {
        mark(bytes);
      }
      snapshot.hopLimit = hopLimit(bytes);
    }
    return carriesOurs() ? length + stamp(bytes, limit, snapshot) : length;
  }

  /** The view may know the format with other parameters. */
  private boolean carriesOurs() {
    TelemetryFormat found = view.telemetry;
    return found != null && found.placement() == placement && found.marker() == marker;
  }

  private int hopLimit(byte[] bytes) {
    return view.isIpv6() ? Ipv6.hopLimit(bytes, view.ip) : Ipv4.ttl(bytes, view.ip);
  }

  private boolean takeHop(byte[] bytes) {
    int hopLimit = hopLimit(bytes);
    if (hopLimit <= 1) {
      return false;
    }
    if (view.isIpv6()) {
      Ipv6.hopLimit(bytes, view.ip, hopLimit - 1);
    } else {
      Ipv4.decrementTtl(bytes, view.ip);
    }
    return true;
  }

  private void mark(byte[] bytes) {
    if (view.isIpv6()) {
      if (Ipv6.ecn(bytes, view.ip) != Ipv4.NOT_ECT) {
        Ipv6.ecn(bytes, view.ip, Ipv4.CE);
      }
    } else if (Ipv4.ecn(bytes, view.ip) != Ipv4.NOT_ECT) {
      Ipv4.changeEcn(bytes, view.ip, Ipv4.CE);
    }
  }

  /** Returns the bytes by which the frame grew. */
  private int stamp(byte[] bytes, int limit, PortSnapshot snapshot) {
    int at = view.telemetryAt;
    int size = view.telemetryBytes;
    if (placement == HeaderPlacement.HOP_BY_HOP || placement == HeaderPlacement.LINK_LAYER) {
      stamper.stamp(bytes, at, size, at + size, snapshot); // these cannot grow on the way
      return 0;
    }
    if (size > header.length) {
      return 0;
    }
    view.copyTelemetry(header, 0);
    // The part of the telemetry that moves what is behind it.
    int kept = view.telemetryRest == ABSENT ? 0 : TransportParser.FIRST_PIECE_BYTES;
    int moving = view.telemetryRest == ABSENT ? at : view.telemetryRest;
    int sumBefore = InternetChecksum.sum(header, kept, size - kept);
    int grown = stamper.stamp(header, 0, size, size + Math.min(room(bytes, limit), header.length - size), snapshot);
    int behind = moving + size - kept;
    if (grown > 0) {
      System.arraycopy(bytes, behind, bytes, behind + grown, view.end - behind);
    }
    System.arraycopy(header, 0, bytes, at, kept);
    System.arraycopy(header, kept, bytes, moving, size - kept + grown);
    if (view.telemetryInTransport) {
      growTransport(bytes, grown, sumBefore, InternetChecksum.sum(header, kept, size - kept + grown));
    }
    growIp(bytes, grown);
    return grown;
  }

  /** Bytes by which the frame may grow. */
  private int room(byte[] bytes, int limit) {
    int ipLength = view.isIpv6() ? Ipv6.payloadBytes(bytes, view.ip) : Ipv4.totalBytes(bytes, view.ip);
    return Math.max(0, Math.min(Math.min(limit, bytes.length) - view.end, 0xFFFF - ipLength));
  }

  private void growIp(byte[] bytes, int grown) {
    if (view.isIpv6()) {
      Ipv6.payloadBytes(bytes, view.ip, Ipv6.payloadBytes(bytes, view.ip) + grown);
    } else if (grown > 0) {
      Ipv4.changeTotalBytes(bytes, view.ip, Ipv4.totalBytes(bytes, view.ip) + grown);
    }
  }

  /** The length stands in the pseudo-header, and in UDP's header once more. */
  private void growTransport(byte[] bytes, int grown, int sumBefore, int sumAfter) {
    if (view.udp != ABSENT) {
      int length = Udp.length(bytes, view.udp);
      Udp.length(bytes, view.udp, length + grown);
      Udp.changeChecksum(bytes, view.udp, InternetChecksum.add(sumBefore, InternetChecksum.add(length, length)),
          InternetChecksum.add(sumAfter, InternetChecksum.add(length + grown, length + grown)));
    } else {
      int length = view.transportEnd - view.tcp;
      Tcp.changeChecksum(bytes, view.tcp, InternetChecksum.add(sumBefore, length),
          InternetChecksum.add(sumAfter, length + grown));
    }
  }
}
