package dev.inflight.net.frame;

import dev.inflight.telemetry.TelemetryFormat;

/** The parser of frames against any bytes: what it finds lies within the frame, and can be gathered, described and checked. */
final class FrameFuzz implements FuzzTarget {
  private static final int MARGIN = 3;

  private final FrameView view = TestFormats.viewOfAll();
  private final Icrc icrc = new Icrc();

  @Override
  public void accept(byte[] data) {
    byte[] bytes = new byte[MARGIN + data.length]; // reading behind the end would throw
    System.arraycopy(data, 0, bytes, MARGIN, data.length);
    view.parse(bytes, MARGIN, data.length);
    TelemetryFormat format = view.telemetry();
    if (format != null) {
      byte[] header = new byte[view.telemetryBytes()];
      int copied = view.copyTelemetry(header, 0);
      if (copied != header.length) {
        throw new IllegalStateException(copied + " of " + header.length + " bytes of telemetry gathered");
      }
      format.describe(header, 0, header.length);
    }
    if (view.icrcOffset() != FrameView.ABSENT) {
      view.computeIcrc(icrc);
    }
    if (view.payloadOffset() != FrameView.ABSENT
        && (view.payloadOffset() < MARGIN || view.payloadOffset() + view.payloadBytes() > bytes.length)) {
      throw new IllegalStateException("a payload outside of the frame");
    }
  }
}
