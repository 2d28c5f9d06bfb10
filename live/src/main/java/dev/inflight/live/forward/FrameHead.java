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
 * The beginning of one frame, and where everything is in it. All headers are in it, and nearly always it is no more than that: what a frame
 * carries stays where it is. In front of it is room into which headers may grow. Not thread-safe.
 */
final class FrameHead {
  /** Bytes into which headers may grow. */
  static final int FRONT_BYTES = FrameMemory.HEADROOM_BYTES;
  private static final long NONE = -1;
  /** In these the headers of most frames are. */
  private static final int USUAL_BYTES = 320;
  /** Behind the last header may be looked that far, for what could be another one: the most that a format looks at, and more. */
  private static final int LOOKED_AT_BYTES = 64;

  /** The frame starts behind the room in front of it. */
  final byte[] bytes = new byte[FRONT_BYTES + Framing.LARGEST_FRAME_BYTES];
  /** Where what stands. */
  final FrameView view;
  private @Nullable MemorySegment memory;
  private long at;
  /** Of the frame, in the machine: there are several memories. */
  private long address = NONE;
  private boolean isWhole;
  private DecodeStatus outcome = DecodeStatus.UNSUPPORTED;

  /** One for frames with this telemetry, or none. */
  FrameHead(@Nullable TelemetryFormat telemetry) {
    view = new FrameView(telemetry == null ? List.of() : List.of(telemetry));
  }

  /** Reads a frame, if it is not the one that was read last. */
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

  /** How reading it went. */
  DecodeStatus outcome() {
    return outcome;
  }

  /** Writes what may have been changed of it to its place; returns where it starts now, as it may have grown to the front. */
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

  /** What is read next is read anew: in the chunk of the frame that was read last another one may stand by then. */
  void forget() {
    address = NONE;
  }
}
