package dev.inflight.net;

import dev.inflight.telemetry.TelemetryFormat;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How switches buffer, pause and mark.
 *
 * @param framing sizes of packets
 * @param bufferBytes shared buffer of each switch
 * @param pfc whether they pause their neighbours; without, they drop
 * @param egressAlpha without PFC, a queue longer than this many times the free buffer takes no packet
 * @param ecn thresholds by rate; rates without an entry are not marked
 * @param telemetry the header that they write into data packets, or none
 * @param draws the random numbers of a port, by its index in the fabric
 */
public record SwitchRules(Framing framing, long bufferBytes, boolean pfc, double egressAlpha, Map<Long, EcnThresholds> ecn,
    @Nullable TelemetryFormat telemetry, IntFunction<MarkDraws> draws) {
}
