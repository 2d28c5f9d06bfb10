package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.timer.ControlTimers;
import dev.inflight.net.host.timer.RetransmitTimer;
import dev.inflight.net.host.timer.TimedSender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Standing;
import dev.inflight.net.recovery.RecoverySender;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a flow: 64-bit sequence numbers in bytes, and the window and pace of its congestion control.
 * {@link RecoverySender} decides on retransmissions after a negative acknowledgement or a timeout.
 */
public class Sender extends PacedFlow implements TimedSender, ControlTimers.Owner {
  private final Host host;
  private final SendPolicy owner;
  private final ReportReader reports;
  private final RetransmitTimer timer;
  private final long otherwiseWaitPs;
  private final int toFitBytes; // counted as used, to leave room for a full packet
  private final @Nullable ControlTimers timers;
  private long sizeBytes;
  private boolean afterTimeout;

  /** A sender, which its host assigns to a NIC. */
  public Sender(Flow flow, Host host, CongestionControl control, Pacing pacing, PathFacts path, SendPolicy owner, long nowPs) {
    super(flow, host.context(flow), host.context(flow).guarded(control, path), pacing, path, host.firstNic(), nowPs);
    this.host = host;
    this.owner = owner;
    nextSendPs = nowPs;
    sizeBytes = flow.sizeBytes();
    toFitBytes = control.sendsOnlyWhatFits() ? path.payloadBytes() - 1 : 0;
    usedBytes = recovery.usedBytes();
    reports = ReportReader.of(flow, context, path.baseRttPs());
    EventLoop loop = host.firstNic().loop();
    otherwiseWaitPs = rules.config.sending().retransmitTimeoutPs();
    timer = new RetransmitTimer(this, this, loop, recovery.timeoutPs(otherwiseWaitPs), nowPs);
    timers = control.timers() == 0 ? null : new ControlTimers(this, loop, this.control);
    stats.begin(nowPs);
    if (extensions != null) {
      extensions.begin(nowPs);
    }
  }

  /** Waits for a route to its destination. A stream waits no longer than for an acknowledgement. */
  void waitForRoute(long nowPs) {
    standing(Standing.UNROUTED);
    if (!owner.waitsForEver()) {
      timer.begin(nowPs);
    }
  }

  @Override
  public boolean isStranded() {
    return hasNoRoute() && !owner.waitsForEver() && !isAcknowledged();
  }

  /** True if the flow chooses its route again after a change of routes. */
  boolean needsRoute() {
    return standing() == Standing.SCHEDULED || hasNoRoute() && !isAcknowledged();
  }

  /** True if all its bytes so far are acknowledged. */
  private boolean isAcknowledged() {
    return recovery.ackedBytes() >= sizeBytes;
  }

  /** The next packet, with its first bit at {@code startPs}. */
  @Override
  public Packet nextPacket(long startPs) {
    Packet packet = makePacket(recovery.next(), startPs);
    packet.afterTimeout = afterTimeout;
    if (!recovery.awaitsAnswer()) {
      timer.begin(startPs);
    }
    int again = recovery.sent(packet.payloadBytes, startPs);
    HostCounters counters = context.counters();
    if (again > 0) {
      stats.retransmitted(again);
      counters.retransmittedBytes += again;
    }
    counters.dataPackets++;
    if (extensions != null) {
      extensions.requestCredit(packet, sizeBytes);
    }
    owner.leaves(packet, stats.retransmittedBytes());
    noteInFlight(startPs);
    if (extensions != null) {
      extensions.left(startPs);
    }
    paceAfter(packet.sizeBytes, startPs);
    return packet;
  }

  @Override
  void noteInFlight(long nowPs) {
    usedBytes = usedNow();
    timer.waitFor(timeoutPs());
    if (extensions != null) {
      extensions.inFlight(recovery.awaitsAnswer(), nowPs);
    }
  }

  private long timeoutPs() {
    long ps = recovery.timeoutPs(otherwiseWaitPs);
    return extensions == null ? ps : extensions.timeoutPs(ps);
  }

  /** Used bytes of the window, for the NIC. */
  long usedNow() {
    long used = extensions != null && extensions.holds() ? RecoverySender.NOTHING : recovery.usedBytes();
    return used == 0 || used == RecoverySender.NOTHING ? used : used + toFitBytes;
  }

  /** Sends further messages of the stream. */
  public void extend(long nowPs) {
    boolean wasIdle = isAcknowledged();
    boolean wasSent = recovery.sentBytes() >= sizeBytes;
    sizeBytes = flow.sizeBytes();
    recovery.extend(sizeBytes);
    noteInFlight(nowPs);
    if (wasIdle) {
      stats.begin(nowPs);
    }
    if (wasSent && extensions != null) {
      extensions.extended(nowPs);
    }
    switch (standing()) {
      case SCHEDULED -> nic().changed(this, nowPs);
      case LEAVING -> {
        standing(Standing.SCHEDULED);
        nic().changed(this, nowPs);
      }
      case IDLE -> host.place(this, nowPs);
      case UNROUTED -> { // the host places it when there is a route
        if (wasIdle) {
          waitForRoute(nowPs);
        }
      }
      case DONE -> throw new IllegalStateException(flow + " has ended");
    }
  }

  /** Leaves the NIC if all bytes are acknowledged, before the owner may wake the NIC. */
  public void leaveIfIdle(long nowPs) {
    if (isAcknowledged()) {
      stats.end(nowPs);
      if (standing() == Standing.SCHEDULED) {
        standing(Standing.LEAVING);
      }
    }
    nic().flows().changed(this, nowPs);
  }

  /** Stops the sender: it sends no more packets, and waits for none. */
  public void stop(long nowPs) {
    if (!isFinished()) {
      boolean hasNic = !hasNoRoute();
      standing(Standing.DONE);
      usedBytes = RecoverySender.NOTHING;
      stats.end(nowPs);
      endExtensions();
      if (hasNic) {
        nic().changed(this, nowPs);
      }
    }
  }

  private void endExtensions() {
    if (extensions != null) {
      extensions.end();
    }
  }

  /** Number of probes sent so far, which is the number of the next one. */
  @Override
  public long probes() {
    return extensions == null ? 0 : extensions.probesSent();
  }

  /** Reports whether an answer has the receiver's valid code, or else counts it as forged; true without authentication. */
  public boolean isGenuine(Packet answer) {
    return reports.isGenuine(answer);
  }

  @Override
  public void receive(Packet packet) {
    if (isFinished()) {
      EndedSender.take(packet, context);
      return;
    }
    switch (packet.kind) {
      case ACK, NACK, TRIM_NACK, REFUSAL -> onAck(packet);
      case NOTIFICATION, TALLY -> onNotification(packet);
      case WINDOW -> onWindow(packet);
      case PATH_REPORT -> onPathReport(packet);
      case SWITCH_ANSWER -> onSwitchAnswer(packet);
      case RETURNED -> onReturned(packet);
      case CNP -> onCnp(packet);
      default -> throw new IllegalStateException("a sender takes no " + packet);
    }
  }

  /** Processes an acknowledgement of any kind. */
  private void onAck(Packet ack) {
    long nowPs = ack.timePs;
    if (isOld(ack) && !owner.oldAnswersCount()) {
      context.counters().acks++;
      context.pool.release(ack);
      return;
    }
    if (extensions != null) {
      extensions.acknowledged(ack);
    }
    boolean inUse = windowInUse(nowPs);
    HostCounters counters = context.counters();
    counters.acks++;
    boolean further = recovery.answered(ack);
    if ((ack.kind == Packet.Kind.NACK || ack.kind == Packet.Kind.TRIM_NACK) && recovery.reportsLoss(ack)) {
      counters.nacks++;
    }
    if (further || rules.anyAnswerCounts) {
      timer.answered(nowPs);
    }
    if (further) {
      timer.progressed();
      afterTimeout = false;
    }
    endOrGoOn(nowPs);
    react(ack, reports.read(ack, recovery), inUse);
  }

  private boolean isOld(Packet answer) {
    long further = answer.expectedByte() - recovery.ackedBytes();
    return further < 0 || further == 0 && answer.kind == Packet.Kind.ACK;
  }

  /**
   * Handles a packet with telemetry and the number of arrived bytes. It answers no data packet, so it proves nothing about the
   * time of sending; only an acknowledgement of further bytes postpones the timeout.
   */
  private void onNotification(Packet notification) {
    long nowPs = notification.timePs;
    boolean inUse = windowInUse(nowPs);
    context.counters().notificationTaken(notification, rules.gapBytes);
    boolean tally = notification.kind == Packet.Kind.TALLY;
    if (tally
        ? recovery.probeAnswered(notification.reportedNumber())
        : recovery.acknowledged(notification.expectedByte(), Long.MIN_VALUE)) {
      timer.answered(nowPs);
      timer.progressed();
      afterTimeout = false;
    }
    if (extensions != null) {
      extensions.roundTrip(notification);
    }
    endOrGoOn(nowPs);
    if (tally && isFinished()) {
      context.counters().unrecoveredBytes += sizeBytes - notification.arrivedBytes();
    }
    react(notification, reports.readNotification(notification, recovery, probes()), inUse);
  }

  private void endOrGoOn(long nowPs) {
    noteInFlight(nowPs);
    if (isAcknowledged() && owner.endsWithLastByte()) {
      finish(nowPs);
    }
  }

  /** Applies the window that the receiver has decided. */
  private void onWindow(Packet message) {
    context.counters().windowTaken(message, rules.credits != null, rules.gapBytes);
    if (!reports.isNewWindow(message)) {
      received(message, false);
      return;
    }
    if (!recovery.awaitsAnswer()) {
      timer.answered(message.timePs); // it has waited for credit
    }
    long bytes = message.windowBytes();
    received(message, extensions == null ? control.onWindow(bytes) : extensions.takesWindow(bytes, message.timePs));
  }

  /** Handles a switch's answer about the queue that a packet has entered. */
  private void onSwitchAnswer(Packet answer) {
    context.counters().switchAnswerTaken(answer, rules.gapBytes);
    Feedback facts = reports.readSwitchAnswer(answer, recovery, probes());
    received(answer, facts != null && control.onAck(facts));
  }

  /**
   * Handles a packet that a switch has returned as lost. It says nothing about other packets, and bytes retransmitted meanwhile
   * are no longer lost.
   */
  private void onReturned(Packet header) {
    context.counters().returnsReceived++;
    boolean inUse = windowInUse(header.timePs);
    recovery.returned(header);
    if (recovery.lostBytes() == 0) {
      context.pool.release(header);
      return;
    }
    if (extensions != null) {
      extensions.returned(header);
    }
    noteInFlight(header.timePs);
    react(header, reports.readReturned(header, recovery), inUse);
  }

  /** Handles the report of a probe over one of the paths. */
  private void onPathReport(Packet report) {
    context.counters().pathReportTaken(report, rules.gapBytes);
    if (extensions != null && extensions.choosesPath() && reports.readPath(report)) {
      extensions.pathReported(report.entropy, context.feedback.hops);
    }
    context.pool.release(report);
  }

  /** Called after the congestion control has received a packet that answers no data. */
  private void received(Packet packet, boolean decides) {
    long nowPs = packet.timePs;
    context.pool.release(packet);
    if (decides) {
      obey(nowPs);
      nic().changed(this, nowPs);
    }
  }

  /** True if the window is in use; to be called before an acknowledgement frees room in it. */
  private boolean windowInUse(long nowPs) {
    return hasBytesLeft() ? usedBytes >= windowBytes || isPaced() && nextSendPs > nowPs : recovery.inflightBytes() >= windowBytes;
  }

  private void react(Packet to, Feedback facts, boolean windowInUse) {
    long nowPs = to.timePs;
    facts.windowInUse = windowInUse;
    if (extensions != null) {
      extensions.complete(facts);
    }
    if (control.onAck(facts)) {
      obey(nowPs);
    }
    updateTimers();
    owner.acknowledged(this, to.kind, nowPs);
    context.pool.release(to);
    nic().changed(this, nowPs);
  }

  private void updateTimers() {
    if (timers != null) {
      timers.update();
    }
  }

  @Override
  public void timerFired(int which, long nowPs) {
    boolean decided = control.onTimer(which, nowPs);
    if (decided) {
      obey(nowPs);
    }
    updateTimers();
    if (decided) {
      if (rules.profile.sendsAfterTimer()) {
        nic().changed(this, nowPs);
      } else {
        nic().flows().changed(this, nowPs);
      }
    }
  }

  /** Processes a congestion notification packet. */
  void onCnp(Packet cnp) {
    long nowPs = cnp.timePs;
    context.counters().cnps++;
    context.pool.release(cnp);
    if (control.onCnp(nowPs)) {
      obey(nowPs);
    }
    updateTimers();
    nic().changed(this, nowPs);
  }

  /**
   * Applies decisions of its congestion control that were made ahead: pace, window and timers follow.
   *
   * @param gapPs gap after the last packet of that time, in picoseconds
   * @param leftPs the part of it that is left, in picoseconds
   */
  public void decidedAhead(long nowPs, long gapPs, long leftPs) {
    obeyAhead(nowPs, gapPs, leftPs);
    updateTimers();
  }

  private void finish(long nowPs) {
    standing(Standing.DONE);
    stats.end(nowPs);
    timer.end();
    endExtensions();
    host.finished(this);
    context.observer.flowFinished(this, nowPs);
  }

  /** Handles a retransmission timeout. */
  @Override
  public void timedOut(long nowPs) {
    context.counters().timeouts++;
    if (owner.givesUp(timer.timeouts(), recovery.ackedBytes(), nowPs)) {
      return;
    }
    if (recovery.awaitsAnswer()) {
      afterTimeout = true;
      recovery.timedOut(nowPs);
      noteInFlight(nowPs);
    } else if (!lacksCredit()) {
      return; // no data is in flight, because there is no route
    }
    if (extensions != null) {
      extensions.timedOut();
    }
    control.onTimeout(nowPs);
    obey(nowPs);
    updateTimers();
    nic().changed(this, nowPs);
  }

  /** The sending host. */
  public Host host() {
    return host;
  }

  /** Application bytes sent so far, without retransmissions. */
  public long sentBytes() {
    return recovery.sentBytes();
  }

  /** Application bytes acknowledged so far, up to the first missing one. */
  public long ackedBytes() {
    return recovery.ackedBytes();
  }

  @Override
  public long expectedNumber() {
    return layout.numberOf(recovery.ackedBytes());
  }

  @Override
  public long inflightBytes() {
    return isFinished() ? 0 : recovery.inflightBytes();
  }

  @Override
  public boolean awaitsAnswer() {
    return !isFinished() && (recovery.awaitsAnswer() || lacksCredit());
  }

  private boolean lacksCredit() {
    return rules.credits != null && hasBytesLeft() && usedBytes >= windowBytes;
  }

  /** The window in force. */
  public long windowBytes() {
    return windowBytes;
  }

  /** Start of the present wait, in picoseconds: the last acknowledgement, timeout, or packet sent with none in flight. */
  public long waitingSincePs() {
    return timer.waitingSincePs();
  }

  /** Timeouts in a row, up to the largest backoff. */
  public int timeoutsInARow() {
    return timer.timeoutsInARow();
  }

  /** Time of its timeout and retransmission, in picoseconds; {@link Long#MAX_VALUE} without data in flight. */
  public long givesUpAtPs() {
    return awaitsAnswer() ? timer.timeoutAtPs() : Long.MAX_VALUE;
  }

  /** Sender of a flow; null before the flow starts, and before a stream has its first message. */
  public static @Nullable Sender of(Flow flow) {
    return (Sender) flow.sender;
  }
}
