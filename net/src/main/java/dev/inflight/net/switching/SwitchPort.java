package dev.inflight.net.switching;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.switching.ecn.EcnMarker;
import dev.inflight.net.switching.ecn.EcnMarking;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.stamp.StampGate;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.switching.watchdog.PortWatchdog;
import dev.inflight.net.switching.watchdog.WatchedQueues;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A switch's port. At a packet's first bit, the packet leaves the memory, is marked, and gets its telemetry. */
public final class SwitchPort extends Port implements WatchedQueues {
  private final Switch owner;
  private final Admission admission;
  private final int ingress;
  private final Stampers writing;
  private TelemetryCodec.@Nullable Stamper[] stampers;
  private TelemetryCodec.@Nullable Stamper firstStamper; // of class 0, the class of most packets
  private final @Nullable StampGate gate; // null if ports write into every header
  private final PortSnapshot snapshot;
  private @Nullable EcnMarker marker;
  private final MarkingRandom draws;
  private final PortQueues queues;
  private @Nullable PortFeedback answers;
  private @Nullable PortCnps cnps;
  private @Nullable PortWatchdog watchdog;
  private int discarded; // priorities that the watchdog drops, a bit each
  private long watchdogDrops;
  /** Queue length from which the port answers waiting packets, in bytes. */
  private int answersFromBytes = Integer.MAX_VALUE;
  private int peakBytes;
  private long marks;
  private boolean watched;

  /**
   * A port.
   *
   * @param writing write the port's telemetry into packets
   * @param discipline order of waiting packets
   * @param marking marks packets, if anything does
   * @param draws its random numbers
   */
  public SwitchPort(Site site, Switch owner, Stampers writing, QueueDiscipline discipline, @Nullable EcnMarking marking,
      MarkingRandom draws) {
    super(site);
    this.owner = owner;
    this.writing = writing;
    stampers = writing.make();
    firstStamper = stampers[0];
    gate = writing.gate();
    snapshot = owner.snapshot();
    this.draws = draws;
    admission = owner.admission();
    marker = marking == null ? null : marking.marker(draws, site.rateBitsPerSec());
    queues = discipline.queues(marker != null || admission.countsQueues());
    ingress = site.number() - 1;
  }

  /**
   * Announces a rate of the link that differs from its cable's, which telemetry carries from now on.
   *
   * @param rateBitsPerSec rate, in bit/s, or again the cable's own
   * @param marking marking at that rate; null: a port that marks continues as it is
   */
  public void announce(long rateBitsPerSec, @Nullable EcnMarking marking) {
    writing.announce(rateBitsPerSec);
    stampers = writing.make();
    firstStamper = stampers[0];
    if (answers != null) {
      answers.announce(rateBitsPerSec);
    }
    if (marker != null && marking != null) {
      marker = marking.marker(draws, rateBitsPerSec);
    }
  }

  @Override
  public void receive(Packet packet) {
    owner.receive(packet, this);
  }

  /** Sends an admitted packet, at once if nothing waits, or else in its turn. */
  void forward(Packet packet, int queue) {
    long nowPs = packet.timePs;
    int size = packet.sizeBytes;
    if (queues.isEmpty() && (pausedPriorities >>> queue & 1) == 0 && size < answersFromBytes && isFree(nowPs)
        && queues.passes(queue)) {
      if (size > peakBytes) {
        peakBytes = size;
      }
      send(packet, queue, 0, nowPs);
    } else {
      enqueue(packet, queue);
      kick(nowPs);
    }
  }

  /** Puts a packet behind the others of its queue. */
  void enqueue(Packet packet, int queue) {
    queues.enqueue(packet, queue);
    int waitingBytes = queues.waitingBytes();
    if (waitingBytes > peakBytes) {
      peakBytes = waitingBytes;
    }
    if (!watched && waitingBytes >= LongQueues.WATCH_BYTES) {
      watched = true;
      owner.watch().add(this);
    }
    if (waitingBytes >= answersFromBytes && answers != null) {
      answers.consider(packet, waitingBytes);
    }
  }

  /**
   * Makes the port answer packets that join long queues from now on.
   *
   * @param into writers of the port's record into answers
   */
  public void answer(PortFeedback.Manner manner, Stampers into) {
    answers = new PortFeedback(this, manner, into);
    answersFromBytes = answers.aboveBytes();
  }

  /** Makes the port notify senders of packets that it would mark from now on. */
  public void notifySenders(PortCnps.Manner manner) {
    cnps = new PortCnps(this, manner);
  }

  /** Sets the port's watchdog for endless pauses. */
  public void watch(PfcWatchdog rules) {
    watchdog = new PortWatchdog(rules, this, this);
    pauses().reportTo(watchdog);
  }

  @Override
  public boolean holds(int priority) {
    return queues.holds(priority);
  }

  @Override
  public void discard(int priority, boolean on, long nowPs) {
    int after = on ? discarded | 1 << priority : discarded & ~(1 << priority);
    owner.refusing((after != 0 ? 1 : 0) - (discarded != 0 ? 1 : 0));
    discarded = after;
    arrivals.discard(after);
    watchArrivals();
    if (on) {
      dropQueue(priority, LinkObserver.Loss.WATCHDOG, nowPs);
    }
  }

  /** True if its watchdog drops packets of a priority that would wait here. */
  boolean refuses(int priority) {
    return (discarded >> priority & 1) != 0;
  }

  /** Number of storms that its watchdog has detected. */
  public long storms() {
    return watchdog == null ? 0 : watchdog.storms();
  }

  /** Number of packets that its watchdog has dropped. */
  public long watchdogDrops() {
    return watchdogDrops;
  }

  /** Number of answers sent so far. */
  public long answersSent() {
    return (answers == null ? 0 : answers.sent()) + (cnps == null ? 0 : cnps.sent());
  }

  /** Bytes that wait in one queue, if the switch's admission {@linkplain Admission#countsQueues counts them}. */
  int queueBytes(int queue) {
    return queues.queueBytes(queue);
  }

  @Override
  public boolean hasWaiting() {
    return !queues.isEmpty();
  }

  @Override
  public void startNext(long nowPs) {
    int ready = queues.ready(pausedPriorities);
    if (ready == 0) {
      return;
    }
    if ((ready & 1) != 0) {
      Packet packet = queues.dequeue(0);
      transmit(packet, startPs(nowPs, packet));
      return;
    }
    int queue = queues.choose(ready);
    Packet packet = queues.dequeue(queue);
    send(packet, queue, marker == null ? 0 : queues.queueBytes(queue), nowPs);
  }

  /**
   * Sends a waiting packet.
   *
   * @param behindBytes bytes that wait behind it in its queue; any number without a marker
   */
  private void send(Packet packet, int queue, int behindBytes, long nowPs) {
    if (marker != null) { // before the release: a RESUME that it sends uses up a number of the authors' stream
      mark(packet, queue, behindBytes, nowPs, marker);
    }
    starting = true; // a pause that ends may have to be sent through this very port
    admission.leave(packet, nowPs);
    starting = false;
    long startPs = startPs(nowPs, packet);
    if (packet.kind.measured) {
      TelemetryCodec.Stamper stamper = packet.flowClass == 0 ? firstStamper : stampers[packet.flowClass];
      if (stamper != null && packet.telemetryBytes > 0 && (gate == null || gate.opens(packet, queues.waitingBytes(), startPs))) {
        stamp(packet, startPs, queue, stamper);
      }
    }
    transmit(packet, startPs);
  }

  /** Writes the port's record of this instant into an arriving or departing packet. */
  void stamp(Packet packet, long startPs, int queue, TelemetryCodec.Stamper with) {
    PortSnapshot now = snapshot;
    now.nowPs = startPs;
    now.sentBytes = sentBytes;
    now.queueBytes = queues.waitingBytes();
    now.arrivedPs = packet.timePs;
    now.ingressPort = packet.ingress + 1;
    now.queue = queue;
    now.hopLimit = packet.hopLimit();
    int grown = with.stamp(packet.telemetry, 0, packet.telemetryBytes, packet.telemetry.length, now);
    packet.sizeBytes += grown;
    packet.telemetryBytes += (short) grown;
  }

  private long startPs(long nowPs, Packet packet) {
    return Math.max(Math.max(nowPs, busyUntilPs), packet.timePs);
  }

  private void mark(Packet packet, int queue, int behindBytes, long nowPs, EcnMarker with) {
    if (with.marks(packet, queue, behindBytes, nowPs) && !packet.ecnMarked && (cnps == null || cnps.alsoMarks(packet, nowPs))) {
      packet.ecnMarked = true;
      marks++;
    }
  }

  @Override
  public void lost(Packet packet, LinkObserver.Loss why) {
    drop(packet, why, packet.timePs);
  }

  private void drop(Packet packet, LinkObserver.Loss why, long nowPs) {
    watchdogDrops += why == LinkObserver.Loss.WATCHDOG ? 1 : 0;
    owner.drop(this, packet, why, nowPs);
  }

  @Override
  public void takeDown(long nowPs) {
    super.takeDown(nowPs);
    admission.forgetPauses(this);
  }

  @Override
  public void discardQueued(long nowPs) {
    while (!queues.isEmpty()) {
      dropQueue(queues.firstWaiting(), LinkObserver.Loss.LINK_DOWN, nowPs);
    }
  }

  /** Drops all packets of one queue. */
  private void dropQueue(int queue, LinkObserver.Loss why, long nowPs) {
    while (queues.holds(queue)) {
      Packet packet = queues.dequeue(queue);
      if (queue != 0) {
        admission.leave(packet, nowPs);
      }
      drop(packet, why, nowPs);
    }
  }

  @Override
  public void sendPauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
    admission.sendPauseFrame(this, priority, pauseOrResume, nowPs);
  }

  @Override
  public boolean isPausing(int priority) {
    return admission.isPausing(this, priority);
  }

  /** Called when a pause frame is about to leave through this port. */
  void pauseFrameSent() {
    draws.pauseFrameSent();
  }

  /** The port's position at its switch, from 0. */
  int ingress() {
    return ingress;
  }

  /** The switch that the port belongs to. */
  public Switch owner() {
    return owner;
  }

  @Override
  public long waitingBytes() {
    return queues.waitingBytes();
  }

  /** Bytes that wait here without PFC frames, for a queue monitor. */
  public long bufferedBytes() {
    return queues.waitingBytes() - queues.controlBytes();
  }

  /** Largest length of the queues so far, in bytes. */
  public long peakBytes() {
    return peakBytes;
  }

  /** Packets marked so far. */
  public long marks() {
    return marks;
  }

  /** Removes the port from the watched ports; it is added again when a queue builds up. */
  public void unwatch() {
    watched = false;
  }

  /** The packets that wait here, queue by queue, for reports on stalls. */
  public List<Packet> waitingPackets() {
    var packets = new ArrayList<Packet>();
    queues.collect(packets);
    return packets;
  }
}
