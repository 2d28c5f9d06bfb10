package dev.inflight.sim.symmetry.run;

import dev.inflight.cc.Signal;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.sim.fidelity.FullFidelity;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the symmetry of a run with {@linkplain dev.inflight.sim.fidelity.FastFidelity fast fidelity}. */
public final class SymmetrySearch {
  private static final String OWN = "dev.inflight.";

  private SymmetrySearch() {
  }

  /** Returns the symmetry of a setup's run; null if there is none, or each packet is to be simulated. */
  public static @Nullable Symmetry of(Setup setup) {
    double error = setup.fidelity().error();
    Symmetry found = error > 0 && isDeterministic(setup)
        ? Symmetry.of(setup.topology(), setup.flows().sortedByStart(), setup.payloadBytes())
        : null;
    return found == null || found.error() > error || !found.isFastest() ? null : found;
  }

  /** Returns a setup in which each packet of the simulated block is simulated. */
  public static Setup simulated(Setup setup, @Nullable Symmetry symmetry) {
    return symmetry == null ? setup : setup.with(change -> change.fidelity = FullFidelity.DEFAULT);
  }

  /** True if nothing in a run depends on random numbers, on hashes of flows, on events, on limits of NICs or on extensions. */
  private static boolean isDeterministic(Setup setup) {
    return setup.lossRate() == 0 && setup.events().isEmpty() && setup.untilPs() == Long.MAX_VALUE && !setup.series().isOn()
        && setup.classes().isEmpty() && setup.nic().equals(UnlimitedNic.DEFAULT) && isDeterministicInSwitches(setup)
        && setup.flowClasses().stream().noneMatch(SymmetrySearch::drawsNumbers)
        && Stream.of(setup.scheme(), setup.telemetry(), setup.queues(), setup.pfcRules().profile(), setup.recovery())
            .allMatch(SymmetrySearch::isOwn);
  }

  /** True for a value of this project; extensions may do anything. */
  private static boolean isOwn(Object value) {
    return value.getClass().getName().startsWith(OWN);
  }

  private static boolean isDeterministicInSwitches(Setup setup) {
    return setup.ties() == TieOrder.PORT && setup.admission() instanceof DynamicThresholdRule && !setup.routing().switchesChoose()
        && setup.paths() instanceof OnePath && !setup.marks() && setup.feedback() instanceof ByAcks
        && setup.telemetryPackets() instanceof EveryDataPacket && setup.switchFeedback() instanceof NoSwitchFeedback;
  }

  /** Switches mark at random. */
  private static boolean drawsNumbers(FlowClass flows) {
    TelemetryFormat carried = flows.carried();
    return flows.needs(Signal.ECN) || flows.needs(Signal.CNP) || carried != null && carried.isRandom();
  }
}
