package dev.inflight.wire.tunnel;

import dev.inflight.wire.pcap.LinkType;

/** Part of {@link TunnelView} that finds the mirrored frame behind a GRE header: see {@link Erspan}. */
final class ErspanFinder {
  private ErspanFinder() {
  }

  /** Finds frames of types I and II. Type I has no ERSPAN header; a GRE sequence number indicates type II. */
  static void find(TunnelView view, byte[] bytes, int at, boolean sequence) {
    view.kind = TunnelView.Kind.ERSPAN;
    view.innerMayBeCut = true;
    if (!sequence) {
      view.erspan = at;
      view.erspanType = 1;
      view.packet(at, LinkType.ETHERNET);
    } else if (view.header(at, Erspan.BYTES_2) && view.isRead("ERSPAN II", Erspan.version(bytes, at), Erspan.VERSION_2)) {
      view.erspan = at;
      view.erspanType = 2;
      view.packet(at + Erspan.BYTES_2, LinkType.ETHERNET);
    }
  }

  /** Finds frames of type III. */
  static void find3(TunnelView view, byte[] bytes, int at) {
    view.kind = TunnelView.Kind.ERSPAN;
    view.innerMayBeCut = true;
    if (!view.header(at, Erspan.BYTES_3) || !view.isRead("ERSPAN III", Erspan.version(bytes, at), Erspan.VERSION_3)) {
      return;
    }
    int size = Erspan.BYTES_3 + (Erspan.hasPlatform(bytes, at) ? Erspan.PLATFORM_BYTES : 0);
    if (!view.header(at, size)) {
      return;
    }
    view.erspan = at;
    view.erspanType = 3;
    switch (Erspan.frameType(bytes, at)) {
      case Erspan.FRAME_ETHERNET -> view.packet(at + size, LinkType.ETHERNET);
      case Erspan.FRAME_IP -> view.packet(at + size, LinkType.RAW_IP);
      default -> view.unread = "ERSPAN with a frame of type " + Erspan.frameType(bytes, at);
    }
  }
}
