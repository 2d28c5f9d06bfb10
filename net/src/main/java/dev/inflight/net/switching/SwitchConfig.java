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
 * Rules of switches. The telemetry that they write depends on hosts, as it is in their packets.
 *
 * @param framing sizes of the frames that they make
 * @param buffer their packet memory
 * @param marking rule by which they mark packets
 * @param queues order of waiting packets at their ports
 * @param scope subject of telemetry records: a port or one of its queues
 * @param watchdog reaction to pauses without end; null without one
 */
public record SwitchConfig(Framing framing, Buffer buffer, Marking marking, QueueDiscipline queues, RecordScope scope,
    @Nullable PfcWatchdog watchdog) {
  /** Makes rules with telemetry of ports, without a watchdog. */
  public SwitchConfig(Framing framing, Buffer buffer, Marking marking, QueueDiscipline queues) {
    this(framing, buffer, marking, queues, PortScope.DEFAULT, null);
  }

  /**
   * The packet memory of a switch.
   *
   * @param bytes all of it
   * @param pfc true with pauses; without them, a full queue drops
   * @param egressAlpha limit of a queue of droppable packets, as a multiple of the memory's free part; above 0; rules may
   * have other limits of single priorities
   * @param priorities the priorities of flows, a bit each: with PFC, every port reserves memory for each
   * @param trim trimming of packets without room, without PFC; null without trimming
   * @param rules with PFC, memory and thresholds of ports, and lossless priorities; also the profiles of single priorities
   * @param admission admission rule without PFC and trimming
   */
  public record Buffer(long bytes, boolean pfc, double egressAlpha, int priorities, @Nullable Trimming trim, PfcRules rules,
      AdmissionRule admission) {
    /** Makes a buffer that admits packets by dynamic thresholds. */
    public Buffer(long bytes, boolean pfc, double egressAlpha, int priorities, @Nullable Trimming trim, PfcRules rules) {
      this(bytes, pfc, egressAlpha, priorities, trim, rules, DynamicThresholdRule.DEFAULT);
    }

    /** Makes a buffer without trimming, with pauses by the paper's rule. */
    public Buffer(long bytes, boolean pfc, double egressAlpha, int priorities) {
      this(bytes, pfc, egressAlpha, priorities, null, PfcRules.DEFAULT);
    }

    /** Limits of queues as multiples of the memory's free part, by priority. */
    public double[] alphas() {
      return rules.byPriority().alphas(egressAlpha);
    }

    /** The priorities that are paused instead of dropped, a bit each. */
    public int lossless() {
      return pfc ? rules.priorities() : 0;
    }
  }

  /**
   * Rules by which a switch marks.
   *
   * @param rule decision of ports
   * @param ecn thresholds by class of ports; the narrowest class applies, and ports of no class have none
   * @param draws the random numbers of a port, by its index in the fabric
   */
  public record Marking(MarkingRule rule, Map<PortClass, ? extends EcnMarking> ecn, IntFunction<MarkingRandom> draws) {
    /** Ports mark by their thresholds. */
    public Marking(Map<PortClass, ? extends EcnMarking> ecn, IntFunction<MarkingRandom> draws) {
      this(ByThresholds.DEFAULT, ecn, draws);
    }
  }
}
