package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.link.Framing;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Flows under the same congestion control, in a run that may have others.
 *
 * @param name name in results; empty for flows of no class
 * @param scheme their congestion control
 * @param telemetry header of their data packets if the scheme uses telemetry
 * @param own values that replace those of the setup for these flows
 */
public record FlowClass(String name, Scheme scheme, TelemetryFormat telemetry, Own own) {
  /**
   * Values of a class that replace those of the setup; null for values that the class shares with the setup.
   *
   * @param framing frames of its packets, any but {@link Framing#REFERENCE}; if null, frames of the kind that the recovery needs
   * @param recovery recovery from losses
   * @param telemetryPackets packets that carry the header from senders to receivers
   * @param feedback packets that return telemetry
   * @param paths choice of a flow's path among several
   */
  public record Own(@Nullable Framing framing, @Nullable Recovery recovery, @Nullable TelemetryPackets telemetryPackets,
      @Nullable FeedbackPath feedback, @Nullable PathChoice paths) {
    /** No own values. */
    public static final Own NONE = new Own(null, null, null, null, null);

    /** Makes own values with only a recovery from losses. */
    public static Own of(@Nullable Recovery recovery) {
      return recovery == null ? NONE : new Own(null, recovery, null, null, null);
    }

    /** True if a key of scenarios has an own value. */
    public boolean states(String key) {
      return switch (key) {
        case "framing" -> framing != null;
        case "recovery" -> recovery != null;
        case "telemetryPackets" -> telemetryPackets != null;
        case "feedback" -> feedback != null;
        case "paths" -> paths != null;
        default -> false;
      };
    }

    private boolean isNone() {
      return framing == null && recovery == null && telemetryPackets == null && feedback == null && paths == null;
    }
  }

  /** Makes a class with the setup's transport. */
  public FlowClass(String name, Scheme scheme, TelemetryFormat telemetry) {
    this(name, scheme, telemetry, Own.NONE);
  }

  /** True if the scheme uses a signal. */
  public boolean needs(Signal signal) {
    return scheme.signals().contains(signal);
  }

  /** Returns this class with another scheme. */
  public FlowClass with(Scheme other) {
    return new FlowClass(name, other, telemetry, own);
  }

  /** Returns this class with telemetry that reports queueing in a scope's form, if it can. */
  FlowClass reporting(RecordScope scope) {
    return new FlowClass(name, scheme, Objects.requireNonNullElse(scope.of(telemetry), telemetry), own);
  }

  /** Own recovery from losses; null: that of the setup. */
  public @Nullable Recovery recovery() {
    return own.recovery;
  }

  /** Recovery from losses of these flows in a setup: their own, or else that of the setup. */
  public Recovery recoveryIn(Setup setup) {
    return Objects.requireNonNullElse(own.recovery, setup.recovery());
  }

  /**
   * Loss recovery with the waits of a setup. Sprayed packets overtake each other by as much as queues differ; where switches
   * trim, a full queue reports its losses itself.
   *
   * @param own the setup as the flows have it, of {@link #in}
   * @param leastWaitPs lower bound of the recovery's own waits, in picoseconds
   */
  static Recovery recovery(Setup own, long leastWaitPs) {
    Recovery used = own.recovery().waitingAtLeast(leastWaitPs);
    return own.trim() != null && own.paths() instanceof Sprayed ? used.reorderingUntilTimeout() : used;
  }

  /** Returns a setup as these flows have it: with their own values instead of the setup's. */
  public Setup in(Setup setup) {
    return own.isNone() ? setup : setup.with(this::replace);
  }

  private void replace(SetupBuilder change) {
    Recovery recovery = own.recovery;
    if (recovery != null) {
      change.recovery = recovery;
      change.framing = change.framing.ofTcp(recovery.usesTcpFrames());
      if (recovery.decidesAcks()) {
        change.ackEveryPackets = 1; // the scenario's rules are for the other flows
        change.promptAcksFrom = Double.POSITIVE_INFINITY;
      }
    }
    change.framing = Objects.requireNonNullElse(own.framing, change.framing);
    change.telemetryPackets = Objects.requireNonNullElse(own.telemetryPackets, change.telemetryPackets);
    change.feedback = Objects.requireNonNullElse(own.feedback, change.feedback);
    change.paths = Objects.requireNonNullElse(own.paths, change.paths);
    if (change.recovery.usesTcpFrames() && carried() == null) {
      change.switchFeedback = NoSwitchFeedback.DEFAULT; // switches answer only packets with telemetry
    }
  }

  /** Telemetry of their packets; null if the scheme uses none. */
  public @Nullable TelemetryFormat carried() {
    return needs(Signal.HOPS) ? telemetry : null;
  }
}
