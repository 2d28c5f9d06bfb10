package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Flows under the same congestion control, in a run that may have others.
 *
 * @param name name in results; empty for flows of no class
 * @param scheme their congestion control
 * @param telemetry header of their data packets if the scheme uses telemetry
 */
public record FlowClass(String name, Scheme scheme, TelemetryFormat telemetry) {
  /** True if the scheme uses a signal. */
  public boolean needs(Signal signal) {
    return scheme.signals().contains(signal);
  }

  /** Returns this class with telemetry that reports queueing in a scope's form, where it can. */
  FlowClass reporting(RecordScope scope) {
    return new FlowClass(name, scheme, Objects.requireNonNullElse(scope.of(telemetry), telemetry));
  }

  /** Telemetry of their packets; null if the scheme uses none. */
  public @Nullable TelemetryFormat carried() {
    return needs(Signal.HOPS) ? telemetry : null;
  }
}
