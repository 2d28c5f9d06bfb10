package dev.inflight.wire.frame;

import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Telemetry formats of one placement, by marker. */
final class TelemetryMarkers {
  private final TelemetryFormat[] formats;
  private final int[] markers;

  TelemetryMarkers(HeaderPlacement placement, List<? extends TelemetryFormat> formats) {
    var here = new ArrayList<TelemetryFormat>();
    for (TelemetryFormat format : formats) {
      if (format.placement() == placement && format.marker() != 0) {
        here.add(format);
      }
    }
    this.formats = here.toArray(TelemetryFormat[]::new);
    markers = new int[this.formats.length];
    for (int i = 0; i < markers.length; i++) {
      TelemetryFormat format = this.formats[i];
      if (find(format.marker()) != null) {
        throw new IllegalArgumentException("format " + format.name() + " has the marker of another one: " + format.marker());
      }
      markers[i] = format.marker();
    }
  }

  /** Format of a marker, or null. */
  @Nullable
  TelemetryFormat find(int marker) {
    for (int i = 0; i < markers.length; i++) {
      if (markers[i] == marker) {
        return formats[i];
      }
    }
    return null;
  }
}
