package dev.inflight.wire.frame;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;

/**
 * What the egress port of a switch does to frames, without their frame check sequence: it writes telemetry, takes one off the hop limit
 * and marks congestion, and has a {@link FrameRewriter} correct the lengths and checksums that depend on it. Frames without the port's kind of
 * telemetry, or malformed, get none.
 *
 * <p>One for each port; allocates nothing for a frame. Not thread-safe.
 */
public final class FrameForwarder {
  /** What {@link #forward} returns for a frame without hops left. */
  public static final int DISCARD = 0;

  /** More than any header has: 2048 bytes of hop-by-hop options are the longest. */
  private static final int LARGEST_TELEMETRY = 4096;

  private final FrameView view;
  private final FrameRewriter rewriter;
  private final HeaderPlacement placement;
  private final int marker;
  private final TelemetryCodec.Stamper stamper;
  private final boolean routes;
  private final byte[] header = new byte[LARGEST_TELEMETRY];

  /**
   * A port that writes one format and recognizes it by its marker.
   *
   * @param routes whether the switch takes one off the hop limit, as a router does
   * @throws IllegalArgumentException when the format cannot express the link's rate
   */
  public FrameForwarder(TelemetryCodec codec, EgressLink link, boolean routes) {
    this(new FrameView(List.of(codec.format())), codec, link, routes);
  }

  /**
   * A port that writes one format and recognizes what a view does.
   *
   * @param view is parsed into; ports of one thread may share it
   * @throws IllegalArgumentException when the format cannot express the link's rate
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

  /** The view may know the format with other parameters. */
  private boolean carriesOurs() {
    TelemetryFormat found = view.telemetry;
    return found != null && found.placement() == placement && found.marker() == marker;
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
    int room = Math.min(rewriter.room(limit), header.length - size);
    return rewriter.replaceTelemetry(header, size + stamper.stamp(header, 0, size, size + room, snapshot));
  }
}
