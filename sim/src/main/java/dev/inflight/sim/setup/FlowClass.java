package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Flows that are under the same congestion control, beside others that are under another one.
 *
 * @param name what results call it; empty for flows of no class
 * @param scheme their congestion control
 * @param telemetry the header that their data packets carry where the scheme asks for it
 */
public record FlowClass(String name, Scheme scheme, TelemetryFormat telemetry) {
  /** Whether the scheme asks for a signal. */
  public boolean needs(Signal signal) {
    return scheme.signals().contains(signal);
  }

  /** The same with telemetry that reports queueing as a scope has it, where it can. */
  FlowClass reporting(RecordScope scope) {
    return new FlowClass(name, scheme, Objects.requireNonNullElse(scope.of(telemetry), telemetry));
  }

  /** The telemetry that their packets carry; none where the scheme asks for none. */
  public @Nullable TelemetryFormat carried() {
    return needs(Signal.HOPS) ? telemetry : null;
  }
}
