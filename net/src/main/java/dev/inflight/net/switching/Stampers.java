package dev.inflight.net.switching;

import dev.inflight.net.telemetrypackets.StampRule;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/**
 * What a port writes telemetry with, and when.
 *
 * @param byClass by the class of a packet's flow; none into those that carry none
 * @param rule which headers it writes into
 */
public record Stampers(TelemetryCodec.@Nullable Stamper[] byClass, StampRule rule) {
}
