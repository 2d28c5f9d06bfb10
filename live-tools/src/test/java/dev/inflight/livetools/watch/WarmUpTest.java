package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Artificial frames of the warm-up resemble real ones, so that they compile the same code. */
class WarmUpTest {
  @Test
  void artificialFramesAreReadCompletely() {
    SeenFormats seen = SeenFormats.of(List.of(), null);
    var collector = new TelemetryCollector(seen, 0);
    int frames = 0;
    for (TelemetryFormat format : seen.formats()) {
      if (format.placement() == HeaderPlacement.AFTER_UDP && format.marker() != 0) {
        byte[] frame = WarmUp.frame(format);
        collector.take(frame, frame.length, frame.length, 0);
        frames++;
      }
    }
    Counts counts = collector.interval();
    assertThat(frames).isGreaterThan(3);
    assertThat(counts.frames.withTelemetry).isEqualTo(frames);
    assertThat(counts.frames.malformed + counts.unreadable()).isZero();
    assertThat(collector.links().count()).isGreaterThan(6);
    WarmUp.of(seen);
    assertThat(counts.frames.frames).isEqualTo(frames);
  }
}
