package dev.inflight.sim.record;

import dev.inflight.net.event.Event;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import dev.inflight.sim.loop.Look;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.setup.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Reports the state of flows and ports to the recorder at equal intervals. It does not change the trajectory. */
public final class SeriesSampler extends Look {
  /** Key after all others: samples include what happens at the same time. */
  private static final long KEY = Long.MAX_VALUE - 3;
  /** The latest time that can be scheduled: a loop may round up to a nanosecond. */
  private static final long LATEST_PS = Long.MAX_VALUE - 1000;

  private final PortValue[] portValues = PortValue.values();
  private final FlowValue[] flowValues = FlowValue.values();
  private final Series series;
  private final Set<Integer> wanted;
  private final List<WatchedPort> ports;
  private final PortNames names;
  private final List<WatchedFlow> flows = new ArrayList<>();
  /** Unfinished flows that are messages on connections, by row. */
  private final Map<Integer, WatchedFlow> messages = new HashMap<>();
  /** Finished flows without their last sample. */
  private final Set<WatchedFlow> ended = new HashSet<>();
  private final Timeline loop;
  private final Supplier<Recorder> recorder;
  private final LongConsumer also;
  private final MeasureReader reader;
  private long lastPs = -1;
  private boolean behindOthers;
  private boolean over;

  /** A port, and its values at the sample before. */
  private static final class WatchedPort {
    final Port port;
    MeasuredValues<PortValue> before = new MeasuredValues<>(new long[PortValue.values().length]);

    WatchedPort(Port port) {
      this.port = port;
    }
  }

  /** A flow without its last sample, and its values at the sample before. */
  private static final class WatchedFlow {
    final int row;
    final Sender sender;
    final long fromByte;
    final long endByte;
    MeasuredValues<FlowValue> before = new MeasuredValues<>(new long[FlowValue.values().length]);

    WatchedFlow(int row, Sender sender, long fromByte, long endByte) {
      this.row = row;
      this.sender = sender;
      this.fromByte = fromByte;
      this.endByte = endByte;
    }

    /** Present values of the flow; window and pace of a message are those of its connection. */
    MeasuredValues<FlowValue> now(MeasureReader reader) {
      MeasuredValues<FlowValue> all = reader.read(sender);
      return sharesSender()
          ? all.with(FlowValue.ACKED_BYTES, Math.clamp(all.of(FlowValue.ACKED_BYTES), fromByte, endByte) - fromByte)
          : all;
    }

    /** True for a message on a connection, with the values of the connection. */
    boolean sharesSender() {
      return row != sender.flow().id();
    }
  }

  /**
   * Makes a sampler that has not started.
   *
   * @param recorder supplies the present receiver
   * @param reader reads totals of flows and ports
   * @param also called with the time of each sample, after flows and ports
   */
  public SeriesSampler(Series series, Fabric fabric, PortNames names, Supplier<Recorder> recorder, Timeline loop,
      MeasureReader reader, LongConsumer also) {
    this.series = series;
    this.names = names;
    this.recorder = recorder;
    this.also = also;
    this.reader = reader;
    this.loop = loop;
    wanted = new HashSet<>(series.flows().numbers());
    ports = ports(series.ports(), fabric).stream().sorted((a, b) -> Integer.compare(a.index(), b.index())).map(WatchedPort::new)
        .toList();
    key = KEY;
  }

  private static List<Port> ports(Series.Ports chosen, Fabric fabric) {
    if (chosen.kind() == Series.Ports.Kind.LISTED) {
      return chosen.listed().stream().filter(port -> !fabric.ports(port.node()).isEmpty())
          .map(port -> fabric.ports(port.node()).get(port.number() - 1)).toList();
    }
    var ports = new ArrayList<Port>();
    for (int node = 0; node < fabric.topology().nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        boolean toHost = !fabric.topology().isSwitch(port.far().node());
        if (fabric.topology().isSwitch(node) && (toHost || chosen.kind() == Series.Ports.Kind.ALL)) {
          ports.add(port);
        }
      }
    }
    return ports;
  }

  /** Takes samples from a time on, if the setup has any. */
  public void schedule(long fromPs) {
    if (series.isOn() && fromPs <= lastRowPs()) {
      loop.schedule(this, fromPs);
    }
  }

  private long lastRowPs() {
    return Math.min(series.untilPs(), LATEST_PS);
  }

  /** True if samples of a flow are taken. */
  public boolean wants(int row) {
    return series.flows().all() || wanted.contains(row);
  }

  /**
   * Handles the start of a flow in the series.
   *
   * @param row its number; a message on a connection has another number than the sender
   * @param fromByte offset of its start among the bytes of its sender
   * @param endByte offset of its end there
   */
  public void started(int row, Sender sender, long fromByte, long endByte) {
    var flow = new WatchedFlow(row, sender, fromByte, endByte);
    flows.add(flow);
    if (flow.sharesSender()) {
      messages.put(row, flow);
    }
  }

  /** Called when a flow has finished. */
  public void finished(int row) {
    WatchedFlow message = messages.remove(row);
    if (message != null) {
      ended.add(message);
    }
  }

  @Override
  public void fire() {
    if (over) {
      return;
    }
    if (loop.ordersByScheduling() && !behindOthers) { // there the key does not count
      behindOthers = true;
      loop.schedule(this, timePs);
      return;
    }
    behindOthers = false;
    sample(timePs);
    if (series.everyPs() <= lastRowPs() - timePs) {
      loop.schedule(this, timePs + series.everyPs());
    }
  }

  /** Called when the run ends with this instant; the last row comes at its end. */
  public void endsNow(long nowPs) {
    if (series.isOn()) {
      loop.schedule(new LastRow(), nowPs);
    }
  }

  /** Takes the last samples at the end of the run. No row comes after them. */
  public void finish(long endPs) {
    if (series.isOn() && !over && endPs > lastPs && endPs <= series.untilPs()) {
      sample(endPs);
    }
    over = true;
  }

  private final class LastRow extends Event {
    LastRow() {
      key = KEY;
    }

    @Override
    public void fire() {
      finish(timePs);
    }
  }

  private void sample(long nowPs) {
    double elapsedPs = lastPs < 0 ? Double.POSITIVE_INFINITY : nowPs - lastPs;
    for (WatchedFlow flow : flows) {
      MeasuredValues<FlowValue> now = flow.now(reader);
      recorder.get().flowSample(
          new FlowSample(nowPs, flow.row, now, MeasuredValues.rates(flowValues, now, flow.before, elapsedPs)));
      flow.before = now;
    }
    flows.removeIf(flow -> flow.sender.isFinished() || ended.contains(flow));
    ended.clear();
    for (WatchedPort port : ports) {
      MeasuredValues<PortValue> now = reader.read(port.port, nowPs);
      recorder.get().portSample(
          new PortSample(nowPs, names.of(port.port), now, MeasuredValues.rates(portValues, now, port.before, elapsedPs)));
      port.before = now;
    }
    also.accept(nowPs);
    lastPs = nowPs;
  }
}
