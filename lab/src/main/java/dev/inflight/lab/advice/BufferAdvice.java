package dev.inflight.lab.advice;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.BufferCheck;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Setup;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Buffer that switches need for a number of flows: HPCC §5.1 and A.4. */
final class BufferAdvice {
  private static final long MIB = 1 << 20;

  private final Setup setup;
  private final int flows;
  private final double windowBytes;

  /**
   * Creates the advice for flows that share a link.
   *
   * @param windowBytes W_init of the link
   */
  BufferAdvice(Setup setup, int flows, double windowBytes) {
    this.setup = setup;
    this.flows = flows;
    this.windowBytes = windowBytes;
  }

  /** Distinct rates of the links at switches. */
  Stream<Long> switchRates() {
    return setup.topology().links().stream().filter(this::atSwitch).map(Topology.Link::rateBitsPerSec).distinct().sorted();
  }

  private boolean atSwitch(Topology.Link link) {
    return setup.topology().isSwitch(link.a()) || setup.topology().isSwitch(link.b());
  }

  private long burstBytes() {
    return (long) Math.ceil(Math.max(0, flows - 1) * windowBytes);
  }

  private long setAsideBytes() {
    return BufferCheck.mostSetAside(setup).bytes().longValueExact();
  }

  /**
   * Ratio of the shared buffer to the longest queue that it permits. With PFC a queue may take half of the buffer; other rules
   * permit at most all of it.
   */
  private double timesAQueue() {
    if (!(setup.admission() instanceof DynamicThresholdRule)) {
      return 1;
    }
    return setup.pfc() ? 2 : 1 + 1 / leastAlpha();
  }

  /** The smallest multiple of the priorities of flows. */
  private double leastAlpha() {
    int priorities = setup.flows().prioritiesInUse();
    return IntStream.range(0, Packet.PRIORITIES).filter(one -> (priorities >> one & 1) != 0)
        .mapToDouble(one -> setup.pfcRules().byPriority().alpha(one, setup.egressAlpha())).min().orElse(setup.egressAlpha());
  }

  /** Smallest buffer, in MiB, in which this number of flows starts without pauses and drops. */
  long mib() {
    return mibFor(burstBytes());
  }

  /** Smallest buffer, in MiB, in which a queue also reaches a scheme's marking thresholds before its limit. */
  long mibFor(Scheme scheme) {
    long marks = switchRates().map(scheme::markingThresholds).filter(Objects::nonNull).mapToLong(MarkingThresholds::kMaxBytes)
        .max().orElse(0);
    return mibFor(burstBytes() + marks);
  }

  private long mibFor(long queueBytes) {
    return Math.max(1, (long) Math.ceil((setAsideBytes() + timesAQueue() * queueBytes) / MIB));
  }

  Advice buffer() {
    String aside = setup.pfc() ? Humanize.bytes(setAsideBytes()) + " that ports reserve, and " : "";
    String share = setup.pfc()
        ? "a queue may hold half of the shared part"
        : setup.admission() instanceof DynamicThresholdRule
            ? "a queue may hold egressAlpha / (1 + egressAlpha) of the buffer"
            : "admission " + setup.admission().name() + " limits a queue";
    String burst = flows == 1
        ? "nothing for a single flow"
        : Units.formatReal(timesAQueue()) + " (N - 1) W_init = " + Units.formatReal(timesAQueue()) + " * "
            + Humanize.bytes(burstBytes()) + ", because flows start at line rate and " + share
            + "; for these flows only, without other queues of the switch";
    return new Advice("buffer", "at least " + mib() + "MiB", aside + burst, "A.4");
  }
}
