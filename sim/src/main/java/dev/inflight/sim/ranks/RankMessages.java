package dev.inflight.sim.ranks;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.workload.FlowTable;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Notifications of a process to the one that writes the results, as bytes, each with its place in the order of all. */
final class RankMessages implements Recorder {
  private static final int FLOW_FINISHED = 1;
  private static final int PAUSE_CHANGED = 2;
  private static final int PACKET_LOST = 5;
  private static final List<Packet.Kind> PACKETS = List.of(Packet.Kind.values());
  private static final List<LinkObserver.Loss> LOSSES = List.of(LinkObserver.Loss.values());
  private static final int FLOW_SAMPLE = 3;
  private static final int PORT_SAMPLE = 4;
  private static final int FLOW_VALUES = FlowValue.values().length;
  private static final int PORT_VALUES = PortValue.values().length;
  private static final FlowTable.Kind[] KINDS = FlowTable.Kind.values();

  private final LongList notes = new LongList();
  private long timePs;
  private long order;

  /** Sets the place of the next notification in the order. */
  void at(long newTimePs, long newOrder) {
    timePs = newTimePs;
    order = newOrder;
  }

  /** The notifications since the last call. */
  byte[] take() {
    return notes.take();
  }

  private void write(int what, long... values) {
    notes.addAll(what, timePs, order);
    notes.addAll(values);
  }

  @Override
  public void flowFinished(FlowResult flow) {
    write(FLOW_FINISHED, flow.id(), flow.kind().ordinal(), flow.source(), flow.destination(), flow.sourcePort(),
        flow.destinationPort(), flow.priority(), flow.sizeBytes(), flow.startPs(), flow.fctPs(), flow.idealFctPs(),
        flow.retransmittedBytes());
  }

  @Override
  public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
    write(PAUSE_CHANGED, port.index(), port.node(), port.number(), port.peerNode(), port.peerNumber(), port.rateBitsPerSec(),
        priority, paused ? 1 : 0, nowPs);
  }

  @Override
  public boolean recordsLosses() {
    return true;
  }

  @Override
  public void packetLost(PacketLoss loss) {
    PortName port = loss.port();
    write(PACKET_LOST, port.index(), port.node(), port.number(), port.peerNode(), port.peerNumber(), port.rateBitsPerSec(),
        loss.nowPs(), loss.flow(), loss.kind().ordinal(), loss.sequence(), loss.sizeBytes(), loss.why().ordinal());
  }

  @Override
  public void flowSample(FlowSample flow) {
    at(flow.nowPs(), flow.flow());
    write(FLOW_SAMPLE, flow.nowPs(), flow.flow());
    notes.addAll(flow.counts().numbers());
    notes.addAll(flow.rates().numbers());
  }

  @Override
  public void portSample(PortSample sample) {
    PortName port = sample.port();
    at(sample.nowPs(), Integer.MAX_VALUE + 1L + port.index());
    write(PORT_SAMPLE, sample.nowPs(), port.index(), port.node(), port.number(), port.peerNode(), port.peerNumber(),
        port.rateBitsPerSec());
    notes.addAll(sample.counts().numbers());
    notes.addAll(sample.rates().numbers());
  }

  /** A notification, at its place in the order. */
  private record Placed(long timePs, long order, int what, long[] values) {
  }

  /** Delivers the notifications of all processes to a recorder, in the order of one loop for the whole fabric. */
  static void deliver(byte[][] all, Recorder recorder) {
    var placed = new ArrayList<Placed>();
    for (byte[] notes : all) {
      read(notes, placed);
    }
    placed.sort(Comparator.comparingLong(Placed::timePs).thenComparingLong(Placed::order)); // stable, as in each process
    placed.forEach(one -> deliver(one.what, one.values, recorder));
  }

  private static void read(byte[] notes, List<Placed> into) {
    LongBuffer from = LongList.of(notes);
    while (from.hasRemaining()) {
      int what = (int) from.get();
      long timePs = from.get();
      long order = from.get();
      long[] values = new long[values(what)];
      from.get(values);
      into.add(new Placed(timePs, order, what, values));
    }
  }

  private static int values(int what) {
    return switch (what) {
      case FLOW_FINISHED -> 12;
      case PAUSE_CHANGED -> 9;
      case PACKET_LOST -> 12;
      case FLOW_SAMPLE -> 2 + 2 * FLOW_VALUES;
      case PORT_SAMPLE -> 7 + 2 * PORT_VALUES;
      default -> throw new IllegalStateException("no notification is numbered " + what);
    };
  }

  private static void deliver(int what, long[] v, Recorder recorder) {
    switch (what) {
      case FLOW_FINISHED -> recorder.flowFinished(new FlowResult((int) v[0], KINDS[(int) v[1]], (int) v[2], (int) v[3],
          (int) v[4], (int) v[5], (int) v[6], v[7], v[8], v[9], v[10], v[11]));
      case PAUSE_CHANGED -> recorder.pauseChanged(port(v), (int) v[6], v[7] == 1, v[8]);
      case PACKET_LOST -> recorder.packetLost(
          new PacketLoss(v[6], port(v), (int) v[7], PACKETS.get((int) v[8]), v[9], (int) v[10], LOSSES.get((int) v[11])));
      case FLOW_SAMPLE -> recorder.flowSample(
          new FlowSample(v[0], (int) v[1], counts(v, 2, FLOW_VALUES), counts(v, 2 + FLOW_VALUES, FLOW_VALUES)));
      default -> recorder.portSample(new PortSample(v[0], port(Arrays.copyOfRange(v, 1, 7)), counts(v, 7, PORT_VALUES),
          counts(v, 7 + PORT_VALUES, PORT_VALUES)));
    }
  }

  private static <V extends Enum<V>> MeasuredValues<V> counts(long[] v, int from, int count) {
    return new MeasuredValues<>(Arrays.copyOfRange(v, from, from + count));
  }

  private static PortName port(long[] v) {
    return new PortName((int) v[0], (int) v[1], (int) v[2], (int) v[3], (int) v[4], v[5]);
  }
}
