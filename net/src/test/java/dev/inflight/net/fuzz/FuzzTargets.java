package dev.inflight.net.fuzz;

import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.wire.FuzzTarget;
import dev.inflight.wire.frame.FrameFuzz;
import dev.inflight.wire.frame.TransitFuzz;
import dev.inflight.wire.pcap.PcapFuzz;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** All decoders by name. */
final class FuzzTargets {
  static final Map<String, Supplier<FuzzTarget>> ALL = all();

  private FuzzTargets() {
  }

  private static Map<String, Supplier<FuzzTarget>> all() {
    var targets = new LinkedHashMap<String, Supplier<FuzzTarget>>();
    for (TelemetryFormat format : Formats.ALL) {
      targets.put(format.name(), () -> new FormatFuzz(format));
    }
    targets.put("reflection", ReflectionFuzz::new);
    targets.put("link-report", LinkReportFuzz::new);
    targets.put("frame", FrameFuzz::new);
    targets.put("transit", TransitFuzz::new);
    targets.put("packet", PacketFuzz::new);
    targets.put("pcap", PcapFuzz::new);
    targets.put("pcapng", PcapFuzz::new);
    targets.put("ioam-options", IoamOptionFuzz::new);
    return targets;
  }
}
