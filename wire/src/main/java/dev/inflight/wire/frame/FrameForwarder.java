package dev.inflight.wire.frame;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;

/**
 * Egress port of a switch. It writes telemetry, decrements the hop limit, marks congestion, and corrects the affected lengths and
 * checksums. Frames exclude their frame check sequence. Malformed frames and frames without the port's telemetry format get no
 * record.
 *
 * <p>Each port needs its own object. Frames cause no allocation. Not thread-safe.
 */
public final class FrameForwarder {
  /** Result of {@link #forward} for a frame with no hops left. */
  public static final int DISCARD = 0;

  /** Larger than any header: hop-by-hop options are the longest, with 2048 bytes. */
  private static final int LARGEST_TELEMETRY = 4096;

  private final FrameView view;
  private final FrameRewriter rewriter;
  private final HeaderPlacement placement;
  private final int marker;
  private final TelemetryCodec.Stamper stamper;
  private final boolean routes;
  private final byte[] header = new byte[LARGEST_TELEMETRY];

  /**
   * Creates a port that writes one format and recognizes it by its marker.
   *
   * @param routes true if the switch decrements the hop limit, as a router does
   * @throws IllegalArgumentException if the format cannot express the link's rate
   */
  public FrameForwarder(TelemetryCodec codec, EgressLink link, boolean routes) {
    this(new FrameView(List.of(codec.format())), codec, link, routes);
  }

  /**
   * Creates a port that writes one format and recognizes the formats of a view.
   *
   * @param view view that the port parses frames into; ports of one thread may share it
   * @throws IllegalArgumentException if the format cannot express the link's rate
   */
  public FrameForwarder(FrameView view, TelemetryCodec codec, EgressLink link, boolean routes) {
    this.view = view;
    rewriter = new FrameRewriter(view);
    placement = codec.format().placement();
    marker = codec.format().marker();
    this.routes = routes;
    stamper = codec.stamper(link);
  }

  /**
   * Processes a departing frame.
   *
   * @param length bytes of the frame from {@code offset}
   * @param limit index up to which the frame may grow: the end of the array, or of the link's largest frame
   * @param snapshot state of the port at the instant at which the frame's first bit leaves; the hop limit is read from the frame
   * @param mark true to mark congestion, if the frame can be marked
   * @return new size of the frame in bytes, or {@link #DISCARD} if a router must not forward it
   */
  public int forward(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot, boolean mark) {
    DecodeStatus outcome = view.parse(bytes, offset, length);
    if (outcome != DecodeStatus.READ && outcome != DecodeStatus.UNSUPPORTED) {
      return length;
    }
    if (rewriter.isIp()) {
      if (routes && !rewriter.takeHop()) {
        return DISCARD;
      }
      if (mark) {
        rewriter.mark();
      }
      snapshot.hopLimit = rewriter.hopLimit();
    }
    return carriesOurs() ? length + stamp(bytes, limit, snapshot) : length;
  }

  /** True if the frame carries the port's format; the view may hold the same format with other parameters. */
  private boolean carriesOurs() {
    TelemetryFormat found = view.telemetry;
    return found != null && found.placement() == placement && found.marker() == marker;
  }

  /** Writes the record and returns the bytes by which the frame grew. */
  private int stamp(byte[] bytes, int limit, PortSnapshot snapshot) {
    int at = view.telemetryAt;
    int size = view.telemetryBytes;
    if (placement == HeaderPlacement.HOP_BY_HOP || placement == HeaderPlacement.LINK_LAYER) {
      stamper.stamp(bytes, at, size, at + size, snapshot); // headers of these placements cannot grow on the path
      return 0;
    }
    if (size > header.length) {
      return 0;
    }
    view.copyTelemetry(header, 0);
    int room = Math.min(rewriter.room(limit), header.length - size);
    return rewriter.replaceTelemetry(header, size + stamper.stamp(header, 0, size, size + room, snapshot));
  }
}
