package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicFlow;
import dev.inflight.net.nic.Standing;
import dev.inflight.net.recovery.RecoverySender;
import dev.inflight.telemetry.TelemetryFormat;

import org.jspecify.annotations.Nullable;

/**
 * The sending end of a flow: 64-bit sequence numbers in bytes, a window and a pace that its congestion control decides. What is sent again
 * on a negative acknowledgement, and on a timeout, so that a lost tail cannot hang the flow, is for {@link RecoverySender} to say.
 */
public final class Sender extends NicFlow implements EventKeys {
  private final Flow flow;
  private final Host host;
  private final Host.Shared shared;
  private final CongestionControl control;
  private final boolean retimes;
  private final long lineRateBitsPerSec;
  private final SendOwner owner;
  private final PacketMaker packets;
  private long sizeBytes;
  private Nic nic;

  private final RecoverySender resend;
  private final long firstWindowBytes;
  private long paceBitsPerSec;
  private long gapPs;
  private int lastWireBytes;
  private boolean afterTimeout;

  private final @Nullable ControlTimers timers;
  private final @Nullable ReportReader reports;
  private final RetransmitTimer timer;
  private final long startedPs;
  private final ActiveTime time = new ActiveTime();
  private long finishedPs;
  private long retransmittedBytes;

  /** A sender; its host places it at a NIC. */
  public Sender(Flow flow, Host host, CongestionControl control, Pacing pacing, PathFacts path, SendOwner owner,
      long nowPs) {
    super(flow.group());
    this.flow = flow;
    this.owner = owner;
    this.host = host;
    this.control = control;
    nic = host.firstNic();
    lineRateBitsPerSec = path.lineRateBitsPerSec();
    shared = host.shared();
    packets = new PacketMaker(flow, shared, control);
    retimes = pacing == Pacing.CURRENT_RATE
        && (shared.rules().sending().paced() || shared.rules().profile().retimesUnpacedFlows());
    sizeBytes = flow.sizeBytes();
    resend = RecoverySender.of(shared.rules().sending().recovery(), sizeBytes, path.bdpBytes());
    usedBytes = resend.usedBytes();
    windowBytes = control.windowBytes();
    firstWindowBytes = windowBytes;
    paceBitsPerSec = control.paceBitsPerSec();
    nextSendPs = nowPs;
    startedPs = nowPs;
    time.begin(nowPs);
    EventLoop loop = nic.loop();
    timers = control.timers() == 0 ? null : new ControlTimers(this, loop, control);
    TelemetryFormat format = shared.rules().inBand().telemetry();
    reports = format == null ? null : new ReportReader(flow.id(), format, shared.rules().inBand().seal(), shared.counters());
    timer = new RetransmitTimer(this, loop, shared.rules().sending(), nowPs);
  }

  /** It sends through this NIC from now on. */
  public void moveTo(Nic newNic) {
    nic = newNic;
    standing(Standing.SCHEDULED);
  }

  /** No route leads to its destination. A stream waits for one no longer than for an acknowledgement. */
  void waitForRoute(long nowPs) {
    standing(Standing.UNROUTED);
    if (!owner.waitsForEver()) {
      timer.begin(nowPs);
    }
  }

  /** Whether it has bytes to send and no route to send them along, and will not wait for one for ever. */
  boolean isStranded() {
    return hasNoRoute() && !owner.waitsForEver() && !isAcknowledged();
  }

  /** Whether it has to be placed again when the routes change. */
  boolean needsRoute() {
    return standing() == Standing.SCHEDULED || hasNoRoute() && !isAcknowledged();
  }

  /** Whether all bytes that it has to send so far are acknowledged. */
  private boolean isAcknowledged() {
    return resend.ackedBytes() >= sizeBytes;
  }

  /** The next packet, whose first bit leaves at {@code startPs}. */
  @Override
  public Packet nextPacket(long startPs) {
    HostConfig rules = shared.rules();
    Packet packet = packets.make(resend.next(), startPs);
    packet.afterTimeout = afterTimeout;
    if (!resend.awaitsAnswer()) {
      timer.begin(startPs);
    }
    int again = resend.sent(packet.payloadBytes);
    retransmittedBytes += again;
    shared.counters().retransmittedBytes += again;
    noteInFlight();
    shared.counters().dataPackets++;
    lastWireBytes = packet.sizeBytes + rules.packets().framing().gapBytes();
    gapPs = rules.packets().clock().serialisationPs(lastWireBytes, paceBitsPerSec);
    nextSendPs = startPs
        + (rules.sending().paced() ? gapPs : rules.packets().clock().serialisationPs(lastWireBytes, lineRateBitsPerSec));
    return packet;
  }

  private void noteInFlight() {
    usedBytes = resend.usedBytes();
    timer.useShortWait(resend.isLittleInFlight());
  }

  /** The stream has more messages now. */
  public void extend(long nowPs) {
    boolean wasIdle = isAcknowledged();
    sizeBytes = flow.sizeBytes();
    resend.extend(sizeBytes);
    noteInFlight();
    if (wasIdle) {
      time.begin(nowPs);
    }
    switch (standing()) {
      case SCHEDULED -> nic.changed(this, nowPs);
      case LEAVING -> {
        standing(Standing.SCHEDULED);
        nic.changed(this, nowPs);
      }
      case IDLE -> host.place(this, nowPs);
      case UNROUTED -> {
        // The host places it when there is a route.
      }
      case DONE -> throw new IllegalStateException(flow + " has ended");
    }
  }

  /** Leaves the NIC if all its bytes are acknowledged, before its owner may make the NIC look. */
  public void leaveIfIdle(long nowPs) {
    if (isAcknowledged()) {
      time.end(nowPs);
      if (standing() == Standing.SCHEDULED) {
        standing(Standing.LEAVING);
      }
    }
    nic.flows().changed(this, nowPs);
  }

  /** Sends nothing any more, and waits for nothing. */
  public void stop(long nowPs) {
    if (!isFinished()) {
      boolean hasNic = !hasNoRoute();
      standing(Standing.DONE);
      usedBytes = RecoverySender.NOTHING;
      time.end(nowPs);
      if (hasNic) {
        nic.changed(this, nowPs);
      }
    }
  }

  @Override
  public void receive(Packet packet) {
    if (packet.kind == Packet.Kind.CNP) {
      onCnp(packet);
    } else {
      onAck(packet);
    }
  }

  /** Takes an acknowledgement of any kind. */
  public void onAck(Packet ack) {
    if (isFinished()) {
      shared.pool().release(ack);
      return;
    }
    long nowPs = ack.timePs;
    timer.answered(nowPs);
    HostCounters counters = shared.counters();
    counters.acks++;
    boolean news = resend.acknowledged(ack.sequence, ack.sentPs);
    if (ack.kind == Packet.Kind.NACK) {
      counters.nacks++;
      news |= resend.gapReported(ack.arrivedSequence);
    }
    if (news) {
      timer.progressed();
      afterTimeout = false;
    }
    noteInFlight();
    if (isAcknowledged() && owner.endsWithLastByte()) {
      finish(nowPs);
    }
    if (control.onAck(feedback(ack))) {
      obey(nowPs);
    }
    updateTimers();
    owner.acknowledged(this, ack.kind, nowPs);
    shared.pool().release(ack);
    nic.changed(this, nowPs);
  }

  private void updateTimers() {
    if (timers != null) {
      timers.update();
    }
  }

  /** A timer of the congestion control is due. */
  void timerFired(int which, long nowPs) {
    boolean decided = control.onTimer(which, nowPs);
    if (decided) {
      obey(nowPs);
    }
    updateTimers();
    if (decided) {
      if (shared.rules().profile().sendsAfterTimer()) {
        nic.changed(this, nowPs);
      } else {
        nic.flows().changed(this, nowPs);
      }
    }
  }

  /** Takes a congestion notification packet. */
  void onCnp(Packet cnp) {
    long nowPs = cnp.timePs;
    shared.counters().cnps++;
    shared.pool().release(cnp);
    if (isFinished()) {
      return;
    }
    if (control.onCnp(nowPs)) {
      obey(nowPs);
    }
    updateTimers();
    nic.changed(this, nowPs);
  }

  private Feedback feedback(Packet ack) {
    Feedback facts = shared.feedback();
    HostCounters counters = shared.counters();
    facts.nowPs = ack.timePs;
    facts.ackedBytes = ack.sequence;
    facts.sentBytes = resend.sentBytes();
    facts.highestSentBytes = resend.highestSentBytes();
    facts.ecnMarked = ack.ecnMarked;
    facts.reportsLoss = ack.kind == Packet.Kind.NACK;
    facts.rttPs = ack.timePs - ack.sentPs;
    if (reports != null) {
      reports.read(ack, facts.hops);
    }
    if (ack.ecnMarked) {
      counters.acksWithMarks++;
    }
    return facts;
  }

  /** Takes over what the congestion control has decided. */
  private void obey(long nowPs) {
    windowBytes = control.windowBytes();
    long pace = control.paceBitsPerSec();
    time.below(pace < lineRateBitsPerSec || windowBytes < firstWindowBytes, nowPs);
    if (pace != paceBitsPerSec) {
      if (retimes) {
        long gap = shared.rules().packets().clock().serialisationPs(lastWireBytes, pace);
        nextSendPs += gap - gapPs;
        gapPs = gap;
      }
      paceBitsPerSec = pace;
    }
    if (retimes && shared.rules().profile().movesTimerWithRate()) {
      nic.allowedFrom(nextSendPs, nowPs);
    }
  }

  private void finish(long nowPs) {
    standing(Standing.DONE);
    finishedPs = nowPs;
    time.end(nowPs);
    host.finished(this);
    shared.observer().flowFinished(this, nowPs);
  }

  /** Nothing was heard for too long. */
  public void timedOut(long nowPs) {
    shared.counters().timeouts++;
    if (owner.givesUp(timer.timeouts(), resend.ackedBytes(), nowPs)) {
      return;
    }
    if (!resend.awaitsAnswer()) {
      return; // nothing is under way, for want of a way
    }
    afterTimeout = true;
    resend.timedOut(nowPs);
    noteInFlight();
    control.onTimeout(nowPs);
    obey(nowPs);
    updateTimers();
    nic.changed(this, nowPs);
  }

  /** The flow that is sent. */
  public Flow flow() {
    return flow;
  }

  /** The sending host. */
  public Host host() {
    return host;
  }

  /** The NIC that it sends through, or sent through last; the host's first one before it had a route. */
  public Nic nic() {
    return nic;
  }

  /** The order key of an event of its timers, drawn by its NIC. */
  @Override
  public long nextKey() {
    return nic.nextKey();
  }

  /** Application bytes sent so far, without those sent again. */
  public long sentBytes() {
    return resend.sentBytes();
  }

  @Override
  public long ackedBytes() {
    return resend.ackedBytes();
  }

  /** Application bytes in flight: sent, neither acknowledged nor taken for lost. */
  public long inflightBytes() {
    return isFinished() ? 0 : resend.inflightBytes();
  }

  /** Whether it waits for an acknowledgement of something that it sent. */
  boolean awaitsAnswer() {
    return !isFinished() && resend.awaitsAnswer();
  }

  /** The window in force. */
  public long windowBytes() {
    return windowBytes;
  }

  /** The pace in force. */
  public long paceBitsPerSec() {
    return paceBitsPerSec;
  }

  /** Whether it is over: all bytes are acknowledged or, of a stream, its queue pair has failed or is closed. */
  public boolean isFinished() {
    return standing() == Standing.DONE;
  }

  /** When the flow started, in picoseconds. */
  public long startedPs() {
    return startedPs;
  }

  /** When a flow's last acknowledgement came, in picoseconds; 0 before, and of streams. */
  public long finishedPs() {
    return finishedPs;
  }

  /** Time for which the pace was below line rate, or the window below its first value, until {@code nowPs}, in picoseconds. */
  public long belowLinePs(long nowPs) {
    return time.belowPs(nowPs);
  }

  /** Time for which it had bytes to send or to hear of until {@code nowPs}, in picoseconds. */
  public long activePs(long nowPs) {
    return time.activePs(nowPs);
  }

  /** Whether no route leads to its destination now, so that no NIC has it. */
  public boolean hasNoRoute() {
    return standing() == Standing.UNROUTED;
  }

  /** Since when it waits for news: the last acknowledgement, timeout, or packet sent with nothing else in flight; in picoseconds. */
  public long waitingSincePs() {
    return timer.waitingSincePs();
  }

  /** How often in a row it gave up waiting, up to the largest backoff. */
  public int timeoutsInARow() {
    return timer.timeoutsInARow();
  }

  /** When it will give up waiting and send again, in picoseconds; {@link Long#MAX_VALUE} when nothing is in flight. */
  public long givesUpAtPs() {
    return awaitsAnswer() ? timer.timeoutAtPs() : Long.MAX_VALUE;
  }

  /** Application bytes sent again. */
  public long retransmittedBytes() {
    return retransmittedBytes;
  }

  /** What sends a flow; none before it starts, or before a stream has its first message. */
  public static @Nullable Sender of(Flow flow) {
    return (Sender) flow.sender;
  }
}
