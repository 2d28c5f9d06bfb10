package dev.inflight.sim;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Packet;
import dev.inflight.sim.fidelity.LeftOut;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.Arrays;

/**
 * The totals of a run.
 *
 * @param span its time
 * @param traffic its flows
 * @param simulated what was simulated
 * @param leftOut what was left out of that, and is credited in what was counted
 * @param losses packets lost, by reason and kind ({@link #lossIndex})
 * @param hosts what the hosts counted
 * @param ports what all ports counted, up to the end of the simulated time
 * @param switches what all switches counted
 */
public record RunResult(TimeSpan span, FlowTotals traffic, Simulated simulated, LeftOut leftOut, long[] losses,
    HostCounters hosts, MeasuredValues<PortValue> ports, MeasuredValues<SwitchValue> switches) {
  private static final int KINDS = Packet.Kind.values().length;
  /** How many reasons times kinds there are. */
  static final int LOSSES = Observer.Loss.values().length * KINDS;

  /**
   * The time of a run.
   *
   * @param simulatedPs from the first flow's start to the end
   * @param endPs the end: of the last flow, or of the run when flows are left
   * @param bulkPs from the first flow's start until 95 % of the delivered bytes had been delivered; 0 when none were
   * @param partial whether the run was interrupted
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
   * What was simulated.
   *
   * @param packetHops packets times links crossed
   * @param wireBytes bytes of frames times links crossed, with preambles and gaps, also of what was left out
   * @param events events fired
   * @param fingerprint of the whole trajectory
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

  /** Whether the run was interrupted. */
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

  /** The value of all ports together. */
  public long of(PortValue value) {
    return ports.of(value);
  }

  /** The value of all switches together. */
  public long of(SwitchValue value) {
    return switches.of(value);
  }

  /** Where packets of a kind that were lost for a reason are counted. */
  static int lossIndex(Observer.Loss why, Packet.Kind kind) {
    return why.ordinal() * KINDS + kind.ordinal();
  }

  /** Packets lost for one reason. */
  public long lost(Observer.Loss why) {
    return Arrays.stream(Packet.Kind.values()).mapToLong(kind -> losses[lossIndex(why, kind)]).sum();
  }

  /** Packets of one kind lost, for whatever reason. */
  public long lost(Packet.Kind kind) {
    return Arrays.stream(Observer.Loss.values()).mapToLong(why -> losses[lossIndex(why, kind)]).sum();
  }

  /** All packets lost. */
  public long lost() {
    return Arrays.stream(losses).sum();
  }
}
