package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicFlow;
import dev.inflight.net.recovery.RecoverySender;
import dev.inflight.telemetry.TelemetryFormat;

import org.jspecify.annotations.Nullable;

/**
 * The sending end of a flow: 64-bit sequence numbers in bytes, a window and a pace that its congestion control decides. What is sent again
 * on a negative acknowledgement, and on a timeout, so that a lost tail cannot hang the flow, is for {@link RecoverySender} to say.
 */
public final class Sender extends NicFlow {
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
  private boolean finished;
  private boolean stranded;

  private final @Nullable ControlTimers timers;
  private final @Nullable ReportReader reports;
  private final RetransmitTimer timer;
  private final ActiveTime time = new ActiveTime();
  private long retransmittedBytes;

  @SuppressWarnings("NullAway")
  public // the host places the sender at a NIC before anything asks for it
  Sender(Flow flow, Host host, CongestionControl control, Pacing pacing, PathFacts path, SendOwner owner,
      long nowPs) {
    super(flow.group());
    this.flow = flow;
    this.owner = owner;
    this.host = host;
    this.control = control;
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
    time.begin(nowPs);
    timers = control.timers() == 0 ? null : new ControlTimers(this, control);
    TelemetryFormat format = shared.rules().inBand().telemetry();
    reports = format == null ? null : new ReportReader(flow.id(), format, shared.rules().inBand().seal(), shared.counters());
    timer = new RetransmitTimer(this, shared.rules(), nowPs);
  }

  public void moveTo(Nic nic) {
    this.nic = nic;
  }

  /** Whether a way leads to its destination. A stream waits for one no longer than for an answer. */
  void stranded(boolean now, long nowPs) {
    stranded = now;
    if (now && !owner.waitsForEver()) {
      timer.begin(nowPs);
    }
  }

  /** Whether it has bytes to send and no way to send them, and will not wait for one for ever. */
  boolean isStranded() {
    return stranded && !owner.waitsForEver() && !gone;
  }

  /** The next packet, whose first bit leaves at {@code startPs}. */
  @Override
  public Packet nextPacket(long startPs) {
    HostConfig rules = shared.rules();
    Packet packet = packets.make(resend.next(), startPs);
    packet.afterTimeout = afterTimeout;
    if (!resend.awaitsNews()) {
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
    timer.beBrief(resend.isLittleInFlight());
  }

  /** The stream has more messages now. */
  public void extend(long nowPs) {
    sizeBytes = flow.sizeBytes();
    resend.extend(sizeBytes);
    noteInFlight();
    if (gone) {
      gone = false;
      time.begin(nowPs);
    }
    if (placed) {
      tellNic(nowPs);
    } else {
      host.place(this, nowPs);
    }
  }

  private void tellNic(long nowPs) {
    if (nic != null) { // none leads there otherwise, and the next one will look
      nic.changed(this, nowPs);
    }
  }

  /** Leaves the NIC if it has nothing to send or to hear of, before its owner may make the NIC look. */
  public void leaveIfIdle(long nowPs) {
    if (!gone && resend.ackedBytes() >= sizeBytes) {
      gone = true;
      time.end(nowPs);
    }
    nic.flows().changed(this, nowPs);
  }

  /** Sends nothing any more, and waits for nothing. */
  public void stop(long nowPs) {
    if (!finished) {
      finished = true;
      gone = true;
      usedBytes = RecoverySender.NOTHING;
      time.end(nowPs);
      tellNic(nowPs);
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
    if (finished) {
      shared.pool().release(ack);
      return;
    }
    long nowPs = ack.timePs;
    timer.heard(nowPs);
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
    if (resend.ackedBytes() >= sizeBytes && owner.endsWithLastByte()) {
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
      timers.update(nic);
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
    if (finished) {
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
    finished = true;
    gone = true;
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
    if (!resend.awaitsNews()) {
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

  /** The NIC that it sends through. */
  public Nic nic() {
    return nic;
  }

  /** The NIC that it sends through, or the host's first one if no way has led to its destination yet. */
  Nic nicOrFirst() {
    return nic == null ? host.firstNic() : nic;
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
    return finished ? 0 : resend.inflightBytes();
  }

  /** Whether it waits to hear of something that it sent. */
  boolean awaitsNews() {
    return !finished && resend.awaitsNews();
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
    return finished;
  }

  /** Time for which the pace was below line rate, or the window below its first value, until {@code nowPs}, in picoseconds. */
  public long belowLinePs(long nowPs) {
    return time.belowPs(nowPs);
  }

  /** Time for which it had bytes to send or to hear of until {@code nowPs}, in picoseconds. */
  public long activePs(long nowPs) {
    return time.activePs(nowPs);
  }

  /** Whether no way leads to its destination now, so that no NIC has it. */
  public boolean hasNoRoute() {
    return stranded && placed;
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
    return awaitsNews() ? timer.givesUpAtPs() : Long.MAX_VALUE;
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
