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
 * Drives one flow's congestion control through a story: {@code FlowDriver.of(scheme).send(10).withQueue("40kB").ack(3)}.
 *
 * <p>The path is as many ports as the story wants. Each sends at a share of its rate while time passes, and has the queue that the
 * story gives it. Every acknowledgement reports a packet that crossed the path {@link #every} so long after the one before. The report
 * is exact, or in the wire form of a telemetry format, and then quantized and wrapping. Set the scene (methods up to
 * {@link #havingSent}), then play. Acknowledging allocates nothing.
 */
public final class FlowDriver {
  private static final int ROOM_HOPS = 10; // where a format pre-allocates
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
  private long pathPs = START_PS; // when the last acknowledged packet left the ports
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

  /** A flow of this scheme over one 100 Gb/s port with a base RTT of 13 us and packets of 1000 bytes, unless set otherwise. */
  public static FlowDriver of(Scheme scheme) {
    return new FlowDriver(scheme);
  }

  // The scene

  /** The NIC's rate, such as {@code 100Gbps}. */
  public FlowDriver lineRate(String rate) {
    lineRateBitsPerSec = Quantity.bitsPerSec(rate);
    return this;
  }

  /** T, such as {@code 13us}. */
  public FlowDriver baseRtt(String time) {
    baseRttPs = Quantity.picoseconds(time);
    return this;
  }

  /** Payload of each packet. */
  public FlowDriver payload(String size) {
    payloadBytes = Math.toIntExact(Quantity.bytes(size));
    return this;
  }

  /** Adds a port to the path; without any there is one with the NIC's rate. The rate {@code 0bps} stands for an unknown one. */
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

  /** Reports travel in this format's wire form instead of exactly. */
  public FlowDriver telemetry(TelemetryFormat wireFormat) {
    format = wireFormat;
    return this;
  }

  /** Time at which the story begins, on all clocks. */
  public FlowDriver startingAt(String time) {
    pathPs = Quantity.picoseconds(time);
    return this;
  }

  /** Bytes that each port had sent when the story begins, and each port of a new path had when the flow moves there. */
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

  /** Sends packets, whether the window allows it or not. */
  public FlowDriver send(int packets) {
    control();
    feedback.sentBytes += (long) packets * payloadBytes;
    everSentBytes += (long) packets * payloadBytes;
    feedback.highestSentBytes = Math.max(feedback.highestSentBytes, feedback.sentBytes);
    return this;
  }

  /** Time between the packets that the following acknowledgements report; before, it is what the NIC needs for a payload. */
  public FlowDriver every(String time) {
    gapPs = Quantity.picoseconds(time);
    return this;
  }

  /** The queue at all ports, as the following acknowledgements report it. */
  public FlowDriver withQueue(String size) {
    long bytes = Quantity.bytes(size);
    for (int hop = 0; hop < hopCount(); hop++) {
      withQueue(hop, bytes);
    }
    return this;
  }

  /** The queue at one port, in bytes. */
  public FlowDriver withQueue(int hop, long bytes) {
    control();
    hops.get(hop).queueBytes = bytes;
    return this;
  }

  /** From now on all ports send at this share of their rate; before, they send all the time. */
  public FlowDriver withLoad(double share) {
    for (int hop = 0; hop < hopCount(); hop++) {
      withLoad(hop, share);
    }
    return this;
  }

  /** From now on one port sends at this share of its rate. */
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
    feedback.sentBytes = Math.max(feedback.sentBytes, feedback.ackedBytes); // it may answer what was sent before going back
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

  /** Sends what the window allows, at least so that one packet is in flight whose acknowledgement is not lost. */
  public FlowDriver fillWindow() {
    long gap = Math.max(windowToFill(), (lostPackets + 1L) * payloadBytes) - (feedback.sentBytes - feedback.ackedBytes);
    return send((int) Math.ceilDiv(Math.max(gap, 0), payloadBytes));
  }

  private long windowToFill() {
    return Math.min(control().windowBytes(), facts().bdpBytes()); // for schemes without a window
  }

  /** Streams for as long as it takes to acknowledge all that is in flight now: a round trip. */
  public FlowDriver roundTrip() {
    fillWindow();
    long end = feedback.sentBytes;
    while (feedback.ackedBytes < end) {
      stream(1);
    }
    return this;
  }

  /** The acknowledgements of the next packets get lost; a later one covers them. */
  public FlowDriver lose(int packets) {
    control();
    lostPackets += packets;
    pathPs += packets * gapPs;
    return this;
  }

  /** The last acknowledgement comes again, a packet later. */
  public FlowDriver duplicate() {
    CongestionControl flow = control();
    feedback.nowPs = Math.max(feedback.nowPs + gapPs, clockPs);
    hand(flow);
    return this;
  }

  /** Nothing of the flow moves for this long, while the ports go on. */
  public FlowDriver idle(String time) {
    control();
    pathPs += Quantity.picoseconds(time);
    return this;
  }

  /** The following acknowledgements take this much longer from the last port to the sender. */
  public FlowDriver returningLate(String time) {
    returnDelayPs = Quantity.picoseconds(time);
    return this;
  }

  /** The clocks of all ports stand this much lower for the next acknowledgement than they should. */
  public FlowDriver backwards(String time) {
    backwardsPs = Quantity.picoseconds(time);
    return this;
  }

  /** The next acknowledgement carries an ECN mark. */
  public FlowDriver marked() {
    feedback.ecnMarked = true;
    return this;
  }

  /** From now on all acknowledgements carry an ECN mark, or only those that {@link #marked} names. */
  public FlowDriver marking(boolean all) {
    allMarked = all;
    return this;
  }

  /** A congestion notification packet arrives. */
  public FlowDriver cnp() {
    decided = control().onCnp(clockPs);
    Objects.requireNonNull(timers).check(clockPs);
    return this;
  }

  /** A negative acknowledgement: what follows the acknowledged bytes is missing, and the sender goes back there. */
  public FlowDriver nack() {
    control();
    feedback.sentBytes = feedback.ackedBytes;
    feedback.reportsLoss = true;
    pathPs += gapPs;
    return coalesced(0);
  }

  /** From now on timers fire this much later than they should. */
  public FlowDriver timersLate(String time) {
    timerLagPs = Quantity.picoseconds(time);
    return this;
  }

  /** Time passes for the sender alone: only timers fire. */
  public FlowDriver pass(String time) {
    control();
    advance(clockPs + Quantity.picoseconds(time));
    return this;
  }

  /** The next acknowledgement carries no telemetry. */
  public FlowDriver bare() {
    bare = true;
    return this;
  }

  /** The next acknowledgement reports these ports of the path only, from {@code first} to before {@code end}. */
  public FlowDriver reportingOnly(int first, int end) {
    reportedHops = (1L << end) - (1L << first);
    return this;
  }

  /** Changes the header that the next acknowledgement brings back, as it comes from the last switch. */
  public FlowDriver spoilingNext(Consumer<TelemetryHeader> change) {
    control();
    spoil = change;
    return this;
  }

  /** The flow moves to other switches: {@code count} ports of this rate. */
  public FlowDriver reroute(int count, String rate) {
    control();
    hops.clear();
    for (int hop = 0; hop < count; hop++) {
      addHop(rate);
    }
    return this;
  }

  /** Nothing was acknowledged for too long: the sender goes back to the last acknowledged byte. */
  public FlowDriver timeout() {
    feedback.sentBytes = feedback.ackedBytes;
    lostPackets = 0;
    control().onTimeout(clockPs);
    Objects.requireNonNull(timers).check(clockPs);
    return this;
  }

  // What came of it

  /** The flow's window in bytes. */
  public long window() {
    return control().windowBytes();
  }

  /** The flow's pacing rate in bit/s. */
  public long pace() {
    return control().paceBitsPerSec();
  }

  /** Whether the last acknowledgement, notification or timer led to a decision. */
  public boolean decided() {
    return decided;
  }

  /** The sender's time, in picoseconds. */
  public long nowPs() {
    control();
    return clockPs;
  }

  /** The facts of the last acknowledgement. */
  public Feedback feedback() {
    return feedback;
  }

  /** What the last acknowledgement would have reported with exact counters that never wrap. */
  public Hops truth() {
    return truth;
  }

  /** The format of the reports, or null when they are exact. */
  public @Nullable TelemetryCodec telemetry() {
    return format;
  }

  /** The number of ports on the path. */
  public int hopCount() {
    control();
    return hops.size();
  }

  /** What the flow knew before its first packet. */
  public PathFacts facts() {
    control();
    return Objects.requireNonNull(facts);
  }

  /** The flow's state; the first call ends the scene and begins the play. */
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

  /** The network's link table. */
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

  /** Fires what is due until then, in the order of the times at which it does. */
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
