package dev.inflight.net.feedback;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/**
 * Withholds telemetry that must not be authenticated: of packets that are answered but not accepted, such as duplicates. They may
 * come from a third party that knows the number of a connection, so their answers have an empty report. A trusted report comes
 * from accepted data.
 */
public final class WithheldReport {
  private final TelemetryCodec format;

  private WithheldReport(TelemetryCodec format) {
    this.format = format;
  }

  /** Makes the object for a format; null if the format's empty header describes a path. */
  public static @Nullable WithheldReport of(TelemetryCodec format) {
    byte[] empty = new byte[format.bufferBytes(0)];
    int length = format.begin(empty, 0, PathQuery.UTILIZATION);
    var hops = new Hops(1);
    return format.read(empty, 0, length, hops) == DecodeStatus.READ && hops.count() == 0 ? new WithheldReport(format) : null;
  }

  /** Empties a packet's report, if it has one. */
  public void empty(Packet packet) {
    if (packet.telemetryBytes > 0) {
      packet.telemetryBytes = (short) format.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
    }
  }
}
