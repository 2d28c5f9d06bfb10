package dev.inflight.livetools.watch;

/** Frames that were looked at. */
final class FrameCounts {
  /** All. */
  long frames;
  /** Their bytes, without frame check sequences. */
  long bytes;
  /** Frames with telemetry that could be read. */
  long withTelemetry;
  /** Frames that end early or contradict themselves. */
  long malformed;
  /** Headers of telemetry that are not all there, as of a frame only the beginning is looked at. */
  long cut;

  /** Adds what was counted at another time. */
  void add(FrameCounts other) {
    frames += other.frames;
    bytes += other.bytes;
    withTelemetry += other.withTelemetry;
    malformed += other.malformed;
    cut += other.cut;
  }

  /** Forgets all. */
  void clear() {
    frames = 0;
    bytes = 0;
    withTelemetry = 0;
    malformed = 0;
    cut = 0;
  }
}
