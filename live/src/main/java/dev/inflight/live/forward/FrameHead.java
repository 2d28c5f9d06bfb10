package dev.inflight.live.forward;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.link.Framing;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Start of one frame, with all its headers and their positions. It nearly always has only the headers: the payload stays in its
 * memory. Headers may grow into the room in front of it. Not thread-safe.
 */
final class FrameHead {
  /** Bytes into which headers may grow. */
  static final int FRONT_BYTES = FrameMemory.HEADROOM_BYTES;
  private static final long NONE = -1;
  /** Bytes that contain the headers of most frames. */
  private static final int USUAL_BYTES = 320;
  /** Bytes after the last header that are read to detect another header: at least the largest number that a format reads. */
  private static final int LOOKED_AT_BYTES = 64;

  /** Bytes of the frame, which starts behind the room in front of it. */
  final byte[] bytes = new byte[FRONT_BYTES + Framing.LARGEST_FRAME_BYTES];
  /** Positions of the headers. */
  final FrameView view;
  private @Nullable MemorySegment memory;
  private long at;
  /** Address of the frame in the machine, because there are several memories. */
  private long address = NONE;
  private boolean isWhole;
  private DecodeStatus outcome = DecodeStatus.UNSUPPORTED;

  /** Creates a buffer for frames with this telemetry, or without. */
  FrameHead(@Nullable TelemetryFormat telemetry) {
    view = new FrameView(telemetry == null ? List.of() : List.of(telemetry));
  }

  /** Reads a frame, unless it is the one that was read last. */
  void read(MemorySegment from, long index, int length) {
    long begins = from.address() + index;
    if (address == begins) {
      return;
    }
    copy(from, index, 0, Math.min(length, USUAL_BYTES));
    outcome = view.parse(bytes, FRONT_BYTES, length);
    isWhole = length <= USUAL_BYTES;
    if (!isWhole && (outcome != DecodeStatus.READ || view.payload == ABSENT
        || view.payload + LOOKED_AT_BYTES > FRONT_BYTES + USUAL_BYTES)) {
      copy(from, index, USUAL_BYTES, length);
      outcome = view.parse(bytes, FRONT_BYTES, length);
      isWhole = true;
    }
    memory = from;
    at = index;
    address = begins;
  }

  private void copy(MemorySegment from, long index, int begin, int end) {
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, index + begin, bytes, FRONT_BYTES + begin, end - begin);
  }

  /** Result of reading the frame. */
  DecodeStatus outcome() {
    return outcome;
  }

  /** Writes the changed part of the frame back; returns its new start, because it may have grown to the front. */
  long write() {
    MemorySegment to = memory;
    if (to == null || address == NONE) {
      throw new IllegalStateException("no frame was read");
    }
    long begin = at + view.frame - FRONT_BYTES;
    MemorySegment.copy(bytes, view.frame, to, ValueLayout.JAVA_BYTE, begin, (isWhole ? view.end : view.payload) - view.frame);
    forget();
    return begin;
  }

  /** Forces the next read: the chunk of the last frame may contain another frame by then. */
  void forget() {
    address = NONE;
  }
}
