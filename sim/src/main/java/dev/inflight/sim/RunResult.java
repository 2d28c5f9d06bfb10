package dev.inflight.sim;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Packet;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.Arrays;

/**
 * The totals of a run.
 *
 * @param span its time
 * @param traffic its flows
 * @param simulated amount of simulated work
 * @param skipped skipped part of it, which counters credit
 * @param losses packets lost, by reason and kind ({@link #lossIndex})
 * @param hosts counters of hosts
 * @param ports counters of all ports, up to the end of the simulated time
 * @param switches counters of all switches
 */
public record RunResult(TimeSpan span, FlowTotals traffic, Simulated simulated, Skipped skipped, long[] losses,
    HostCounters hosts, MeasuredValues<PortValue> ports, MeasuredValues<SwitchValue> switches) {
  private static final int KINDS = Packet.Kind.values().length;
  /** Number of pairs of a reason and a kind of packet. */
  static final int LOSSES = Observer.Loss.values().length * KINDS;

  /**
   * The time of a run.
   *
   * @param simulatedPs time from the first flow's start to the end, in picoseconds
   * @param endPs the end: of the last flow, or of the run when flows are left
   * @param bulkPs time from the first flow's start until 95 % of the delivered bytes had been delivered, in picoseconds; 0 without
   *     delivered bytes
   * @param partial true if the run was interrupted
   */
  public record TimeSpan(long simulatedPs, long endPs, long bulkPs, boolean partial) {
  }

  /**
   * The flows of a run.
   *
   * @param flows flows to run
   * @param finished flows finished
   * @param belowLineShare share of the flows' time in which the scheme held them below line rate
   */
  public record FlowTotals(int flows, int finished, double belowLineShare) {
  }

  /**
   * Amount of simulated work.
   *
   * @param packetHops packets times links crossed
   * @param wireBytes bytes of frames times links crossed, with preambles and gaps, skipped ones included
   * @param events events fired
   * @param fingerprint hash of the whole trajectory
   */
  public record Simulated(long packetHops, long wireBytes, long events, long fingerprint) {
  }

  public long simulatedPs() {
    return span.simulatedPs;
  }

  public long endPs() {
    return span.endPs;
  }

  public long bulkPs() {
    return span.bulkPs;
  }

  /** True if the run was interrupted. */
  public boolean partial() {
    return span.partial;
  }

  public int flows() {
    return traffic.flows;
  }

  public int flowsFinished() {
    return traffic.finished;
  }

  public double belowLineShare() {
    return traffic.belowLineShare;
  }

  public long packetHops() {
    return simulated.packetHops;
  }

  public long wireBytes() {
    return simulated.wireBytes;
  }

  public long events() {
    return simulated.events;
  }

  public long fingerprint() {
    return simulated.fingerprint;
  }

  /** Sum of a value over all ports. */
  public long of(PortValue value) {
    return ports.of(value);
  }

  /** Sum of a value over all switches. */
  public long of(SwitchValue value) {
    return switches.of(value);
  }

  /** Index of the number of lost packets, by reason and kind. */
  static int lossIndex(Observer.Loss why, Packet.Kind kind) {
    return why.ordinal() * KINDS + kind.ordinal();
  }

  /** Packets lost for one reason. */
  public long lost(Observer.Loss why) {
    return Arrays.stream(Packet.Kind.values()).mapToLong(kind -> losses[lossIndex(why, kind)]).sum();
  }

  /** Number of lost packets of one kind, for any reason. */
  public long lost(Packet.Kind kind) {
    return Arrays.stream(Observer.Loss.values()).mapToLong(why -> losses[lossIndex(why, kind)]).sum();
  }

  /** Number of all lost packets. */
  public long lost() {
    return Arrays.stream(losses).sum();
  }
}
