package dev.inflight.sim.fast;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import dev.inflight.net.measure.Adding;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * What all that is counted would have come to in the time that was left out: each counter goes on at its recent rate. Reads ports and flows with that
 * credit.
 */
public final class CreditedCounters implements MeasureReader {
  private static final int NOT_HERE = -1;

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

  private record Snapshot(long atPs, long[] ports, long[] hosts, long[] switches, long[] losses) {
  }

  /**
   * Nothing was credited.
   *
   * @param losses the packets lost so far, by reason and kind
   * @param kinds how many reasons and kinds there are
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
        ofPorts[at++] = value == PortValue.SENDING ? port.sendingPs() : value.read(port, atPs); // as long as its frames take
      }
    }
    HostCounters hosts = fabric.counters();
    long[] ofHosts = HostCounters.Counter.ALL.stream().mapToLong(counter -> counter.value().applyAsLong(hosts)).toArray();
    long[] lost = new long[creditLosses.length];
    for (int index = 0; index < lost.length; index++) {
      lost[index] = losses.applyAsLong(index);
    }
    return new Snapshot(atPs, ofPorts, ofHosts, SwitchValue.total(fabric.switches()).numbers(), lost);
  }

  /** There are so many samples of flows now: recent rates are those since a quarter to a half of them, or since the first. Returns whether they begin later now. */
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

  /** How long the time is that recent rates are of, in picoseconds. */
  double recentPs() {
    return timeline.loopPs(timeline.nowPs()) - from.atPs;
  }

  /** By which factor a port sends more in a stretch than of late. */
  interface Growth {
    /** Of a port, and the bytes that it has sent of late. */
    double of(Port port, long sentBytes);
  }

  /**
   * What credits a stretch that begins now, part by part.
   *
   * @param growth of each port
   * @param all the same of all bytes of flows
   */
  SkippingTimeline.Credit atRecentRates(Growth growth, double all) {
    Snapshot now = snapshot();
    Snapshot before = from;
    double elapsedPs = now.atPs - before.atPs;
    return ps -> {
      creditPorts(ps / elapsedPs, before, now, growth);
      credit(all * ps / elapsedPs, before, now);
    };
  }

  private void creditPorts(double share, Snapshot before, Snapshot now, Growth growth) {
    PortValue[] values = PortValue.values();
    int at = 0;
    for (Port port : ports) {
      int sent = at + PortValue.SENT_BYTES.ordinal();
      double grown = share * growth.of(port, now.ports[sent] - before.ports[sent]);
      for (PortValue value : values) {
        if (isCount(value)) {
          creditPorts[at] += grown * (now.ports[at] - before.ports[at]);
        }
        at++;
      }
    }
  }

  private void credit(double share, Snapshot before, Snapshot now) {
    for (int at = 0; at < creditHosts.length; at++) {
      if (HostCounters.Counter.ALL.get(at).measure().adding() == Adding.SUM) {
        creditHosts[at] += share * (now.hosts[at] - before.hosts[at]);
      }
    }
    for (SwitchValue value : SwitchValue.values()) {
      if (value.total().adding() == Adding.SUM) {
        creditSwitches[value.ordinal()] += share * (now.switches[value.ordinal()] - before.switches[value.ordinal()]);
      }
    }
    for (int index = 0; index < creditLosses.length; index++) {
      creditLosses[index] += share * (now.losses[index] - before.losses[index]);
    }
  }

  /** Whether a value only grows: others say how things stand, and go on as they are. */
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

  /** What all ports together were credited. */
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

  /** Application bytes count as delivered that no packet has carried. */
  void deliver(double bytes) {
    creditDelivered += bytes;
  }

  /** What hosts have counted, with what they were credited. */
  public HostCounters with(HostCounters counted) {
    var all = new HostCounters();
    for (int at = 0; at < creditHosts.length; at++) {
      HostCounters.Counter counter = HostCounters.Counter.ALL.get(at);
      counter.set().accept(all, counter.value().applyAsLong(counted) + Math.round(creditHosts[at]));
    }
    all.deliveredBytes = counted.deliveredBytes + deliveredBytes();
    return all;
  }

  /** What switches have counted, with what they were credited. */
  public MeasuredValues<SwitchValue> with(MeasuredValues<SwitchValue> counted) {
    MeasuredValues<SwitchValue> all = counted;
    for (SwitchValue value : SwitchValue.values()) {
      all = all.with(value, counted.of(value) + Math.round(creditSwitches[value.ordinal()]));
    }
    return all;
  }

  /** How many packets of a reason and kind were credited as lost. */
  public long losses(int index) {
    return Math.round(creditLosses[index]);
  }

  /** The bytes delivered in the time that was left out. */
  public long deliveredBytes() {
    return Math.round(creditDelivered);
  }
}
