package dev.inflight.wire.frame;

import dev.inflight.telemetry.TelemetryFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Telemetry headers of one frame, at most four, from the outermost to the innermost; others are omitted. */
public final class TelemetryHeaders {
  /** Largest number of listed headers. */
  private static final int MOST = FrameView.MOST_HEADERS;

  private final FrameView view;
  private final @Nullable TelemetryFormat[] formats = new TelemetryFormat[MOST];
  private final int[] offsets = new int[MOST];
  private final int[] sizes = new int[MOST];
  private final int[] rests = new int[MOST];
  private int count;

  TelemetryHeaders(FrameView view) {
    this.view = view;
  }

  void clear() {
    count = 0;
  }

  void add(TelemetryFormat format, int offset, int bytes, int rest) {
    if (count < MOST) {
      formats[count] = format;
      offsets[count] = offset;
      sizes[count] = bytes;
      rests[count++] = rest;
    }
  }

  /** Number of headers, 0 to 4. */
  public int count() {
    return count;
  }

  /** Format of one of them. */
  public TelemetryFormat format(int index) {
    return Objects.requireNonNull(formats[Objects.checkIndex(index, count)]);
  }

  /** Same as {@link FrameView#telemetryAt}, for one of them. */
  public int offset(int index) {
    return offsets[Objects.checkIndex(index, count)];
  }

  /** Same as {@link FrameView#telemetryRest}, for one of them. */
  public int restOffset(int index) {
    return rests[Objects.checkIndex(index, count)];
  }

  /** Same as {@link FrameView#telemetryBytes}, for one of them. */
  public int bytes(int index) {
    return sizes[Objects.checkIndex(index, count)];
  }

  /** Copies one of them in one piece, as its format expects; returns its size. */
  public int copy(int index, byte[] into, int at) {
    int from = offset(index);
    int length = sizes[index];
    int first = rests[index] == FrameView.ABSENT ? length : TransportParser.FIRST_PIECE_BYTES;
    System.arraycopy(view.bytes, from, into, at, first);
    if (first < length) {
      System.arraycopy(view.bytes, rests[index], into, at + first, length - first);
    }
    return length;
  }
}
