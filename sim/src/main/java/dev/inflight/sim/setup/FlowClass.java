package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recovery;
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
 * @param recovery their recovery from losses, one of RDMA; null: that of the setup
 */
public record FlowClass(String name, Scheme scheme, TelemetryFormat telemetry, @Nullable Recovery recovery) {
  /** A class with the setup's recovery from losses. */
  public FlowClass(String name, Scheme scheme, TelemetryFormat telemetry) {
    this(name, scheme, telemetry, null);
  }

  /** True if the scheme uses a signal. */
  public boolean needs(Signal signal) {
    return scheme.signals().contains(signal);
  }

  /** Returns this class with telemetry that reports queueing in a scope's form, where it can. */
  FlowClass reporting(RecordScope scope) {
    return new FlowClass(name, scheme, Objects.requireNonNullElse(scope.of(telemetry), telemetry), recovery);
  }

  /** Recovery from losses of these flows in a setup: their own, or else that of the setup. */
  public Recovery recoveryIn(Setup setup) {
    return Objects.requireNonNullElse(recovery, setup.recovery());
  }

  /**
   * Loss recovery of these flows with the waits of a setup. Sprayed packets overtake each other by as much as queues differ, and
   * where switches trim, a full queue reports its losses itself.
   *
   * @param leastWaitPs lower bound of the recovery's own waits, in picoseconds
   */
  Recovery recoveryIn(Setup setup, long leastWaitPs) {
    Recovery used = recoveryIn(setup).waitingAtLeast(leastWaitPs);
    return setup.trim() != null && setup.paths() instanceof Sprayed ? used.reorderingUntilTimeout() : used;
  }

  /** Returns a setup as these flows have it: with their own recovery, if they have one. */
  Setup in(Setup setup) {
    Recovery own = recovery;
    return own == null ? setup : setup.with(change -> change.recovery = own);
  }

  /** Telemetry of their packets; null if the scheme uses none. */
  public @Nullable TelemetryFormat carried() {
    return needs(Signal.HOPS) ? telemetry : null;
  }
}
