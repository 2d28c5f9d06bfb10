package dev.inflight.sim.fast;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import dev.inflight.net.measure.Adding;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Counters with credit for the skipped time: each continues at its recent rate. Values of ports and flows include the credit. */
public final class CreditedCounters implements MeasureReader {
  private static final int NOT_HERE = -1;
  /** Values that grow with packets, whether they meet a queue or not. */
  private static final Set<PortValue> CARRIED_BY_PORTS = EnumSet.of(PortValue.SENT_BYTES, PortValue.SENT_FRAMES,
      PortValue.SENDING, PortValue.SENDING_IN_BULK);
  private static final Set<String> CARRIED = Set.of("dataPackets", "acks", "acksWithTelemetry", "telemetryReceived",
      "telemetryWireBytes");

  private final Fabric fabric;
  private final SkippingTimeline timeline;
  private final List<Port> ports;
  private final int[] positions;
  private final IntToLongFunction losses;
  private Snapshot from;
  private Snapshot later;
  private int samples;
  private final double[] creditPorts;
  private final double[] creditHosts = new double[HostCounters.Counter.ALL.size()];
  private final double[] creditSwitches = new double[SwitchValue.values().length];
  private final double[] creditLosses;
  private double creditDelivered;
  private @Nullable Stretch last;

  private record Snapshot(long atPs, long deliveredBytes, long[] ports, long[] hosts, long[] switches, long[] losses) {
  }

  /** The last skipped stretch, and its credit. */
  private record Stretch(double share, Snapshot before, Snapshot now, Growth growth) {
  }

  /**
   * Makes counters without credit.
   *
   * @param losses the packets lost so far, by reason and kind
   * @param kinds number of pairs of a reason and a kind
   */
  public CreditedCounters(Fabric fabric, SkippingTimeline timeline, List<Port> ports, IntToLongFunction losses, int kinds) {
    this.fabric = fabric;
    this.timeline = timeline;
    this.ports = ports;
    this.losses = losses;
    positions = new int[ports.stream().mapToInt(Port::index).max().orElse(NOT_HERE) + 1];
    for (int at = 0; at < ports.size(); at++) {
      positions[ports.get(at).index()] = at;
    }
    creditPorts = new double[ports.size() * PortValue.values().length];
    creditLosses = new double[kinds];
    from = snapshot();
    later = from;
  }

  private Snapshot snapshot() {
    long atPs = timeline.loopPs(timeline.nowPs());
    PortValue[] values = PortValue.values();
    long[] ofPorts = new long[ports.size() * values.length];
    int at = 0;
    for (Port port : ports) {
      for (PortValue value : values) {
        ofPorts[at++] = value == PortValue.SENDING ? port.sendingPs() : value.read(port, atPs); // the time of its frames
      }
    }
    HostCounters hosts = fabric.counters();
    long[] ofHosts = HostCounters.Counter.ALL.stream().mapToLong(counter -> counter.value().applyAsLong(hosts)).toArray();
    long[] lost = new long[creditLosses.length];
    for (int index = 0; index < lost.length; index++) {
      lost[index] = losses.applyAsLong(index);
    }
    return new Snapshot(atPs, fabric.deliveredBytes(), ofPorts, ofHosts, SwitchValue.total(fabric.switches()).numbers(), lost);
  }

  /** Moves the start of recent rates to a quarter to a half of this number of samples back; returns true if it has moved. */
  boolean look(int number) {
    boolean isLater = number < samples || Integer.bitCount(number) == 1;
    if (isLater) {
      Snapshot now = snapshot();
      from = number == 1 ? now : later;
      later = now;
    }
    samples = number;
    return isLater;
  }

  /** Time over which recent rates are measured, in picoseconds. */
  double recentPs() {
    return timeline.loopPs(timeline.nowPs()) - from.atPs;
  }

  /** Factors between a stretch's traffic and the recent one. */
  interface Growth {
    /** Returns the factor for a port's sent bytes, given those of the recent time. */
    double of(Port port, long sentBytes);

    /** Returns the factor for marks, pauses and the like at a port: without a queue there are none. */
    double othersAt(Port port);

    /** Factor for all flows together. */
    double ofAll();

    /** Marks, pauses, losses and the like of all. */
    double others();
  }

  /** Returns the credit of a stretch that starts now, to be applied part by part. */
  SkippingTimeline.Credit atRecentRates(Growth growth) {
    Snapshot now = snapshot();
    Snapshot before = from;
    double elapsedPs = now.atPs - before.atPs;
    last = new Stretch(0, before, now, growth);
    return ps -> credit(ps / elapsedPs);
  }

  private void credit(double share) {
    if (last != null) {
      creditPorts(share, last.before, last.now, last.growth);
      credit(share, last.before, last.now, last.growth);
      last = new Stretch(last.share + share, last.before, last.now, last.growth);
    }
  }

  /** Corrects the last stretch's credit by the bytes of its messages: recent rates are of another part of a period. */
  void carried(double bytes) {
    if (last != null && last.now.deliveredBytes > last.before.deliveredBytes) {
      credit(bytes / (last.now.deliveredBytes - last.before.deliveredBytes) - last.share);
    }
  }

  private void creditPorts(double share, Snapshot before, Snapshot now, Growth growth) {
    PortValue[] values = PortValue.values();
    int at = 0;
    for (Port port : ports) {
      int sent = at + PortValue.SENT_BYTES.ordinal();
      double grown = share * growth.of(port, now.ports[sent] - before.ports[sent]);
      double others = share * growth.othersAt(port);
      for (PortValue value : values) {
        if (isCount(value)) {
          creditPorts[at] += (CARRIED_BY_PORTS.contains(value) ? grown : others) * (now.ports[at] - before.ports[at]);
        }
        at++;
      }
    }
  }

  private void credit(double share, Snapshot before, Snapshot now, Growth growth) {
    double others = share * growth.others();
    for (int at = 0; at < creditHosts.length; at++) {
      Measure measure = HostCounters.Counter.ALL.get(at).measure();
      if (measure.adding() == Adding.SUM) {
        creditHosts[at] += (CARRIED.contains(measure.key()) ? share * growth.ofAll() : others)
            * (now.hosts[at] - before.hosts[at]);
      }
    }
    for (SwitchValue value : SwitchValue.values()) {
      if (value.total().adding() == Adding.SUM) {
        creditSwitches[value.ordinal()] += others * (now.switches[value.ordinal()] - before.switches[value.ordinal()]);
      }
    }
    for (int index = 0; index < creditLosses.length; index++) {
      creditLosses[index] += others * (now.losses[index] - before.losses[index]);
    }
  }

  /** True if a value only grows; others are states, which a skip does not change. */
  private static boolean isCount(PortValue value) {
    return value.columns().atEnd() != null && value.total().adding() == Adding.SUM;
  }

  @Override
  public long read(PortValue value, Port port, long nowPs) {
    long counted = value.read(port, timeline.loopPs(nowPs));
    return counted + credit(value, positions[port.index()]);
  }

  private long credit(PortValue value, int position) {
    return Math.round(creditPorts[position * PortValue.values().length + value.ordinal()]);
  }

  /** Total credit of all ports. */
  long total(PortValue value) {
    long sum = 0;
    for (int position = 0; position < ports.size(); position++) {
      sum += credit(value, position);
    }
    return sum;
  }

  @Override
  public MeasuredValues<FlowValue> read(Sender sender) {
    MeasuredValues<FlowValue> counted = FlowValue.of(sender);
    return sender.flow() instanceof CreditedFlow flow
        ? counted.with(FlowValue.ACKED_BYTES, counted.of(FlowValue.ACKED_BYTES) + flow.creditedBytes())
        : counted;
  }

  /** Credits application bytes as delivered although no packet has carried them. */
  void deliver(double bytes) {
    creditDelivered += bytes;
  }

  /** Returns hosts' counters with their credit. */
  public HostCounters with(HostCounters counted) {
    var all = new HostCounters();
    for (int at = 0; at < creditHosts.length; at++) {
      HostCounters.Counter counter = HostCounters.Counter.ALL.get(at);
      counter.set().accept(all, counter.value().applyAsLong(counted) + Math.round(creditHosts[at]));
    }
    all.deliveredBytes = counted.deliveredBytes + deliveredBytes();
    return all;
  }

  /** Returns switches' counters with their credit. */
  public MeasuredValues<SwitchValue> with(MeasuredValues<SwitchValue> counted) {
    MeasuredValues<SwitchValue> all = counted;
    for (SwitchValue value : SwitchValue.values()) {
      all = all.with(value, counted.of(value) + Math.round(creditSwitches[value.ordinal()]));
    }
    return all;
  }

  /** Number of packets credited as lost, by reason and kind. */
  public long losses(int index) {
    return Math.round(creditLosses[index]);
  }

  /** Bytes delivered in the skipped time. */
  public long deliveredBytes() {
    return Math.round(creditDelivered);
  }
}
