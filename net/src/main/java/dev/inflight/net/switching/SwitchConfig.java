package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.ecn.ByThresholds;
import dev.inflight.net.switching.ecn.EcnMarking;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How switches behave. Hosts decide what telemetry they write, as their packets carry it.
 *
 * @param framing sizes of the frames that they make
 * @param buffer their packet memory
 * @param marking when they mark
 * @param queues how their ports order what waits
 * @param scope whether they report a port or its queues
 * @param watchdog what they do about pauses without end; null: nothing
 */
public record SwitchConfig(Framing framing, Buffer buffer, Marking marking, QueueDiscipline queues, RecordScope scope,
    @Nullable PfcWatchdog watchdog) {
  /** They write of ports, and have no watchdog. */
  public SwitchConfig(Framing framing, Buffer buffer, Marking marking, QueueDiscipline queues) {
    this(framing, buffer, marking, queues, PortScope.DEFAULT, null);
  }

  /**
   * The packet memory of a switch.
   *
   * @param bytes all of it
   * @param pfc whether pauses are sent; without, a full queue drops
   * @param egressAlpha of what is dropped, a queue may take up to this many times the free part of the memory; above 0
   * @param priorities the priorities of flows, a bit each: with PFC, memory is set aside for each of them at every port
   * @param trim without PFC, what is left of a packet for which there is no room; null: nothing
   * @param rules with PFC, what ports set aside, when they pause, and which priorities
   * @param admission without PFC and trimming, by what packets are admitted
   */
  public record Buffer(long bytes, boolean pfc, double egressAlpha, int priorities, @Nullable Trimming trim, PfcRules rules,
      AdmissionRule admission) {
    /** Packets are admitted by dynamic thresholds. */
    public Buffer(long bytes, boolean pfc, double egressAlpha, int priorities, @Nullable Trimming trim, PfcRules rules) {
      this(bytes, pfc, egressAlpha, priorities, trim, rules, DynamicThresholdRule.DEFAULT);
    }

    /** Nothing is trimmed, and pauses follow the paper's rule. */
    public Buffer(long bytes, boolean pfc, double egressAlpha, int priorities) {
      this(bytes, pfc, egressAlpha, priorities, null, PfcRules.DEFAULT);
    }

    /** The priorities that are paused before they are dropped, a bit each. */
    public int lossless() {
      return pfc ? rules.priorities() : 0;
    }
  }

  /**
   * When a switch marks.
   *
   * @param rule by what ports decide
   * @param ecn thresholds by class of ports, of which the narrowest holds; ports of no class have none
   * @param draws the random numbers of a port, by its index in the fabric
   */
  public record Marking(MarkingRule rule, Map<PortClass, ? extends EcnMarking> ecn, IntFunction<MarkingRandom> draws) {
    /** Ports mark by their thresholds. */
    public Marking(Map<PortClass, ? extends EcnMarking> ecn, IntFunction<MarkingRandom> draws) {
      this(ByThresholds.DEFAULT, ecn, draws);
    }
  }
}
