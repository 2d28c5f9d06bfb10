package dev.inflight.cc.testing;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Driver of one flow's congestion control through a story: {@code FlowDriver.of(scheme).send(10).withQueue("40kB").ack(3)}.
 *
 * <p>The path has any number of ports. Each port sends at a share of its rate while time passes, and has a queue of the story's
 * length. Consecutive acknowledgements report packets that crossed the path at the distance of {@link #every}. Reports are exact,
 * or in the wire form of a telemetry format, with quantized and wrapping values. Set the scene (methods up to
 * {@link #havingSent}), then play. Acknowledgements allocate nothing.
 */
public final class FlowDriver {
  private static final int ROOM_HOPS = 10; // for formats that pre-allocate
  private static final long ALL = -1; // a bit for each of up to 63 hops
  private static final long START_PS = 1_000_000_000_000L;

  private final Scheme scheme;
  private final Feedback feedback = new Feedback();
  private final Hops truth = new Hops(8);
  private final List<DrivenHop> hops = new ArrayList<>();
  private final List<String> hopRates = new ArrayList<>();
  private @Nullable TelemetryCodec format;
  private @Nullable TelemetryHeader packet;
  private Consumer<TelemetryHeader> spoil = header -> {
  };
  private final PortSnapshot snapshot = new PortSnapshot();
  private Consumer<FlowDriver> watcher = driver -> {
  };

  private long lineRateBitsPerSec = Quantity.bitsPerSec("100Gbps");
  private long baseRttPs = Quantity.picoseconds("13us");
  private int payloadBytes = 1000;
  private long portsSentBytes;
  private long pathPs = START_PS; // time at which the last acknowledged packet left the ports
  private @Nullable CongestionControl control;
  private @Nullable PathFacts facts;

  private long gapPs = -1;
  private long returnDelayPs;
  private long backwardsPs;
  private boolean bare;
  private long reportedHops = ALL;
  private boolean allMarked;
  private boolean decided;
  private long clockPs; // of the sender
  private long timerLagPs;
  private @Nullable DrivenTimers timers;
  private int lostPackets;
  private long everSentBytes;
  private int switches;

  private FlowDriver(Scheme scheme) {
    this.scheme = scheme;
  }

  /** Creates a flow of this scheme over one 100 Gb/s port, with a base RTT of 13 us and packets of 1000 bytes by default. */
  public static FlowDriver of(Scheme scheme) {
    return new FlowDriver(scheme);
  }

  // The scene

  /** Sets the NIC's rate, such as {@code 100Gbps}. */
  public FlowDriver lineRate(String rate) {
    lineRateBitsPerSec = Quantity.bitsPerSec(rate);
    return this;
  }

  /** Sets T, such as {@code 13us}. */
  public FlowDriver baseRtt(String time) {
    baseRttPs = Quantity.picoseconds(time);
    return this;
  }

  /** Sets the payload of each packet. */
  public FlowDriver payload(String size) {
    payloadBytes = Math.toIntExact(Quantity.bytes(size));
    return this;
  }

  /** Adds a port to the path; without any there is one with the NIC's rate. The rate {@code 0bps} means an unknown one. */
  public FlowDriver hop(String rate) {
    hopRates.add(rate);
    return this;
  }

  /** Adds {@code count} ports of the same rate. */
  public FlowDriver hops(int count, String rate) {
    for (int hop = 0; hop < count; hop++) {
      hop(rate);
    }
    return this;
  }

  /** Sends reports in this format's wire form instead of exactly. */
  public FlowDriver telemetry(TelemetryFormat wireFormat) {
    format = wireFormat;
    return this;
  }

  /** Sets the time at which the story starts, on all clocks. */
  public FlowDriver startingAt(String time) {
    pathPs = Quantity.picoseconds(time);
    return this;
  }

  /** Sets the bytes that each port had sent at the start of the story, and each port of a new path at the flow's move. */
  public FlowDriver havingSent(String size) {
    portsSentBytes = Quantity.bytes(size);
    return this;
  }

  // The play

  /** Calls the watcher after each acknowledgement. */
  public FlowDriver watch(Consumer<FlowDriver> afterEachAck) {
    watcher = afterEachAck;
    return this;
  }

  /** Sends packets, even beyond the window. */
  public FlowDriver send(int packets) {
    control();
    feedback.sentBytes += (long) packets * payloadBytes;
    everSentBytes += (long) packets * payloadBytes;
    feedback.highestSentBytes = Math.max(feedback.highestSentBytes, feedback.sentBytes);
    return this;
  }

  /** Sets the time between the packets that the next acknowledgements report; by default the NIC's time for a payload. */
  public FlowDriver every(String time) {
    gapPs = Quantity.picoseconds(time);
    return this;
  }

  /** Sets the queue at all ports, as the following acknowledgements report it. */
  public FlowDriver withQueue(String size) {
    long bytes = Quantity.bytes(size);
    for (int hop = 0; hop < hopCount(); hop++) {
      withQueue(hop, bytes);
    }
    return this;
  }

  /** Sets the queue at one port, in bytes. */
  public FlowDriver withQueue(int hop, long bytes) {
    control();
    hops.get(hop).queueBytes = bytes;
    return this;
  }

  /** Sets the share of their rate at which all ports send from now on; by default they send all the time. */
  public FlowDriver withLoad(double share) {
    for (int hop = 0; hop < hopCount(); hop++) {
      withLoad(hop, share);
    }
    return this;
  }

  /** Sets the share of its rate at which one port sends from now on. */
  public FlowDriver withLoad(int hop, double share) {
    control();
    hops.get(hop).load = share;
    return this;
  }

  /** Acknowledges this many packets one by one. */
  public FlowDriver ack(int packets) {
    for (int i = 0; i < packets; i++) {
      coalesced(1);
    }
    return this;
  }

  /** Acknowledges this many packets with a single acknowledgement, which reports the last of them. */
  public FlowDriver coalesced(int packets) {
    int all = packets + lostPackets;
    lostPackets = 0;
    feedback.windowInUse = feedback.sentBytes - feedback.ackedBytes >= windowToFill();
    feedback.ackedBytes += (long) all * payloadBytes;
    if (feedback.ackedBytes > feedback.highestSentBytes) {
      throw new IllegalStateException(feedback.ackedBytes + " bytes acknowledged, only " + feedback.highestSentBytes + " sent");
    }
    feedback.sentBytes = Math.max(feedback.sentBytes, feedback.ackedBytes); // may cover packets sent before a go-back
    pathPs += packets * gapPs;
    report();
    deliver(control());
    return this;
  }

  /** Keeps as many packets in flight as the window allows, while this many are acknowledged one by one. */
  public FlowDriver stream(int packets) {
    for (int i = 0; i < packets; i++) {
      fillWindow();
      coalesced(1);
    }
    return this;
  }

  /** Sends up to the window, and at least one packet with an acknowledgement that is not lost. */
  public FlowDriver fillWindow() {
    long gap = Math.max(windowToFill(), (lostPackets + 1L) * payloadBytes) - (feedback.sentBytes - feedback.ackedBytes);
    return send((int) Math.ceilDiv(Math.max(gap, 0), payloadBytes));
  }

  private long windowToFill() {
    return Math.min(control().windowBytes(), facts().bdpBytes()); // for schemes without a window
  }

  /** Streams until all packets now in flight are acknowledged: a round trip. */
  public FlowDriver roundTrip() {
    fillWindow();
    long end = feedback.sentBytes;
    while (feedback.ackedBytes < end) {
      stream(1);
    }
    return this;
  }

  /** Loses the acknowledgements of the next packets; a later one covers them. */
  public FlowDriver lose(int packets) {
    control();
    lostPackets += packets;
    pathPs += packets * gapPs;
    return this;
  }

  /** Repeats the last acknowledgement, a packet later. */
  public FlowDriver duplicate() {
    CongestionControl flow = control();
    feedback.nowPs = Math.max(feedback.nowPs + gapPs, clockPs);
    hand(flow);
    return this;
  }

  /** Stops all packets of the flow for this time, while the ports continue. */
  public FlowDriver idle(String time) {
    control();
    pathPs += Quantity.picoseconds(time);
    return this;
  }

  /** Delays the following acknowledgements by this time between the last port and the sender. */
  public FlowDriver returningLate(String time) {
    returnDelayPs = Quantity.picoseconds(time);
    return this;
  }

  /** Sets the clocks of all ports back by this time for the next acknowledgement. */
  public FlowDriver backwards(String time) {
    backwardsPs = Quantity.picoseconds(time);
    return this;
  }

  /** Marks the next acknowledgement with ECN. */
  public FlowDriver marked() {
    feedback.ecnMarked = true;
    return this;
  }

  /** Marks all acknowledgements with ECN from now on, or only those of {@link #marked}. */
  public FlowDriver marking(boolean all) {
    allMarked = all;
    return this;
  }

  /** Delivers a congestion notification packet. */
  public FlowDriver cnp() {
    decided = control().onCnp(clockPs);
    Objects.requireNonNull(timers).check(clockPs);
    return this;
  }

  /** Delivers a negative acknowledgement: the bytes behind the acknowledged ones are missing, and the sender goes back there. */
  public FlowDriver nack() {
    control();
    feedback.sentBytes = feedback.ackedBytes;
    feedback.reportsLoss = true;
    pathPs += gapPs;
    return coalesced(0);
  }

  /** Delays timers by this time from now on. */
  public FlowDriver timersLate(String time) {
    timerLagPs = Quantity.picoseconds(time);
    return this;
  }

  /** Passes time at the sender only: only timers fire. */
  public FlowDriver pass(String time) {
    control();
    advance(clockPs + Quantity.picoseconds(time));
    return this;
  }

  /** Removes the telemetry of the next acknowledgement. */
  public FlowDriver bare() {
    bare = true;
    return this;
  }

  /** Limits the report of the next acknowledgement to these ports of the path, from {@code first} to before {@code end}. */
  public FlowDriver reportingOnly(int first, int end) {
    reportedHops = (1L << end) - (1L << first);
    return this;
  }

  /** Changes the header in the next acknowledgement, after the last switch. */
  public FlowDriver spoilingNext(Consumer<TelemetryHeader> change) {
    control();
    spoil = change;
    return this;
  }

  /** Moves the flow to other switches: {@code count} ports of this rate. */
  public FlowDriver reroute(int count, String rate) {
    control();
    hops.clear();
    for (int hop = 0; hop < count; hop++) {
      addHop(rate);
    }
    return this;
  }

  /** Signals a retransmission timeout: the sender goes back to the last acknowledged byte. */
  public FlowDriver timeout() {
    feedback.sentBytes = feedback.ackedBytes;
    lostPackets = 0;
    control().onTimeout(clockPs);
    Objects.requireNonNull(timers).check(clockPs);
    return this;
  }

  // Results

  /** Window of the flow, in bytes. */
  public long window() {
    return control().windowBytes();
  }

  /** Pacing rate of the flow, in bit/s. */
  public long pace() {
    return control().paceBitsPerSec();
  }

  /** True if the last acknowledgement, notification or timer led to a decision. */
  public boolean decided() {
    return decided;
  }

  /** Time at the sender, in picoseconds. */
  public long nowPs() {
    control();
    return clockPs;
  }

  /** Facts of the last acknowledgement. */
  public Feedback feedback() {
    return feedback;
  }

  /** Report of the last acknowledgement with exact counters that never wrap. */
  public Hops truth() {
    return truth;
  }

  /** Format of the reports; null if they are exact. */
  public @Nullable TelemetryCodec telemetry() {
    return format;
  }

  /** Number of ports on the path. */
  public int hopCount() {
    control();
    return hops.size();
  }

  /** Facts about the path before the first packet. */
  public PathFacts facts() {
    control();
    return Objects.requireNonNull(facts);
  }

  /** State of the flow; the first call ends the scene and starts the play. */
  public CongestionControl control() {
    if (control == null) {
      facts = PathFacts.of(lineRateBitsPerSec, baseRttPs, payloadBytes);
      control = scheme.start(facts);
      timers = new DrivenTimers(control);
      clockPs = pathPs;
      if (format != null) {
        format = format.format().in(new NetworkFacts(this::rateBitsPerSec, baseRttPs, ROOM_HOPS));
      }
      if (hopRates.isEmpty()) {
        hopRates.add(lineRateBitsPerSec + "bps");
      }
      hopRates.forEach(this::addHop);
      if (gapPs < 0) {
        gapPs = Math.max(1, (long) (payloadBytes * 8e12 / lineRateBitsPerSec));
      }
    }
    return control;
  }

  /** Rate in the network's link table. */
  private long rateBitsPerSec(long node, long port) {
    return hops.stream().filter(hop -> hop.switchId == node).mapToLong(hop -> hop.rateBitsPerSec).findFirst().orElse(0);
  }

  private void addHop(String rate) {
    hops.add(new DrivenHop(++switches * 0x9E5 & 0xFFF, Quantity.bitsPerSec(rate), format, pathPs, portsSentBytes));
    if (format != null) {
      packet = new TelemetryHeader(format, hops.size());
    }
  }

  private void report() {
    TelemetryHeader wire = packet;
    truth.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    feedback.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    feedback.rttPs = baseRttPs + returnDelayPs;
    if (wire != null) {
      wire.begin(control().nextQuestion());
    }
    int path = 0;
    for (int i = 0; i < hops.size(); i++) {
      DrivenHop hop = hops.get(i);
      hop.advance(pathPs);
      if (hop.rateBitsPerSec > 0) {
        feedback.rttPs += (long) (hop.queueBytes * 8e12 / hop.rateBitsPerSec);
      }
      if ((reportedHops >>> Math.min(i, 63) & 1) == 0) {
        continue;
      }
      truth.add(hop.stampPs - backwardsPs, hop.sentBytes(), hop.queueBytes, hop.rateBitsPerSec);
      path ^= hop.switchId;
      if (hop.stamper != null && wire != null) {
        snapshot.arrivedPs = hop.stampPs - backwardsPs - (long) (hop.queueBytes * 8e12 / hop.rateBitsPerSec);
        wire.stamp(hop.stamper, snapshot.at(hop.stampPs - backwardsPs, hop.sentBytes(), hop.queueBytes));
      }
    }
    truth.pathId(path);
    backwardsPs = 0;
    reportedHops = ALL;
    if (bare) {
      bare = false;
    } else if (wire != null) {
      spoil.accept(wire);
      spoil = header -> {
      };
      wire.read(feedback.hops);
    } else {
      feedback.hops.copyFrom(truth);
    }
  }

  private void deliver(CongestionControl flow) {
    feedback.nowPs = Math.max(clockPs, Math.max(feedback.nowPs, pathPs + baseRttPs / 2 + returnDelayPs));
    feedback.ecnMarked |= allMarked;
    hand(flow);
    feedback.ecnMarked = false;
    feedback.reportsLoss = false;
  }

  private void hand(CongestionControl flow) {
    advance(feedback.nowPs);
    feedback.orderByBytes();
    feedback.inflightBytes = feedback.sentBytes - feedback.ackedBytes;
    feedback.leftFlightBytes = everSentBytes - feedback.inflightBytes;
    decided = flow.onAck(feedback);
    Objects.requireNonNull(timers).check(clockPs);
    watcher.accept(this);
  }

  /** Fires all events that are due until then, in the order of their actual times. */
  private void advance(long untilPs) {
    DrivenTimers all = Objects.requireNonNull(timers);
    for (int next = all.next(untilPs - timerLagPs); next >= 0; next = all.next(untilPs - timerLagPs)) {
      clockPs = Math.max(clockPs, all.take(next) + timerLagPs);
      decided = control().onTimer(next, clockPs);
      Objects.requireNonNull(timers).check(clockPs);
    }
    clockPs = Math.max(clockPs, untilPs);
  }
}
