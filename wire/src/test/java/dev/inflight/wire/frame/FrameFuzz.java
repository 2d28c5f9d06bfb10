package dev.inflight.wire.frame;

import dev.inflight.wire.FuzzTarget;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.pcap.LinkType;

/** Fuzz target of the frame parser: all headers that it finds are within the frame, and can be read, described and checked. */
public final class FrameFuzz implements FuzzTarget {
  private static final int MARGIN = 3;

  private final FrameView strict = TestFormats.viewOfAll();
  private final FrameView captures = TestFormats.captureViewOfAll();
  private final Icrc icrc = new Icrc();

  @Override
  public void accept(byte[] data) {
    byte[] bytes = new byte[MARGIN + data.length]; // reading behind the end would throw
    System.arraycopy(data, 0, bytes, MARGIN, data.length);
    for (LinkType linkType : LinkType.values()) {
      for (FrameView view : new FrameView[] {strict, captures}) {
        view.parse(bytes, MARGIN, data.length, linkType);
        check(view, bytes);
      }
    }
  }

  private void check(FrameView view, byte[] bytes) {
    for (int index = 0; index < view.headers.count(); index++) {
      byte[] header = new byte[view.headers.bytes(index)];
      int copied = view.headers.copy(index, header, 0);
      if (copied != header.length) {
        throw new IllegalStateException(copied + " of " + header.length + " bytes of telemetry gathered");
      }
      view.headers.format(index).describe(header, 0, header.length);
    }
    if (view.telemetry != (view.headers.count() == 0 ? null : view.headers.format(0))) {
      throw new IllegalStateException("the outermost telemetry is not the first one");
    }
    for (int index = 0; index < view.optionsCount; index++) {
      int at = view.optionsOffset(index);
      if (at < MARGIN || at + Ipv6.hopByHopBytes(bytes, at) > bytes.length) {
        throw new IllegalStateException("options outside of the frame");
      }
    }
    if (view.unread != null) {
      view.unread.describe(bytes, view.unreadAt, view.unreadBytes);
    }
    if (view.icrc != FrameView.ABSENT) {
      view.computeIcrc(icrc);
    }
    if (view.payload != FrameView.ABSENT && (view.payload < MARGIN || view.payload + view.payloadBytes > bytes.length)) {
      throw new IllegalStateException("a payload outside of the frame");
    }
  }
}
