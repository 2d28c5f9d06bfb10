package dev.inflight.livetools.watch;

/** Counters of observed frames. */
final class FrameCounts {
  /** All frames. */
  long frames;
  /** Bytes of the frames, without frame check sequences. */
  long bytes;
  /** Frames with telemetry that could be read. */
  long withTelemetry;
  /** Frames that end early or contradict themselves. */
  long malformed;
  /** Telemetry headers that are incomplete, because only the start of a frame is captured. */
  long cut;

  /** Adds the counters of another interval. */
  void add(FrameCounts other) {
    frames += other.frames;
    bytes += other.bytes;
    withTelemetry += other.withTelemetry;
    malformed += other.malformed;
    cut += other.cut;
  }

  /** Resets all counters. */
  void clear() {
    frames = 0;
    bytes = 0;
    withTelemetry = 0;
    malformed = 0;
    cut = 0;
  }
}
