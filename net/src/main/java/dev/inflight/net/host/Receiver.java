package dev.inflight.net.host;

import dev.inflight.cc.MarkEcho;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.credit.CreditGranter;
import dev.inflight.net.host.timer.AckTimer;
import dev.inflight.net.feedback.ChosenLink;
import dev.inflight.net.feedback.CountedFlow;
import dev.inflight.net.feedback.FlowCount;
import dev.inflight.net.feedback.NewInt;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.feedback.ReplySeal;
import dev.inflight.net.feedback.WithheldReport;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.host.cnp.NotificationPoint;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.RecoveryReceiver;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a flow: acknowledges every n-th packet, or after a time; the last packet, packets with rare telemetry, and
 * those of {@link PromptAcks} at once; and reports gaps. An acknowledgement is the newest data packet, turned around, with its
 * own telemetry or else that of the last packet with some. It is marked if any packet that it covers is.
 */
public final class Receiver extends FlowEnd implements CreditGranter, AckTimer.Holder {
  private final Flow flow;
  private final Host host;
  private final ReceiveOwner owner;
  private final HostContext context;
  private final TransportRules rules;
  private final RecoveryReceiver reassembly;
  private final @Nullable NewInt newInt;
  private final @Nullable CountedFlow counted;
  private final @Nullable ChosenLink chosenLink;
  private final PromptAcks.@Nullable OfFlow prompt;
  private final @Nullable ReportMac seal;
  private final ReplySeal replySeal;
  private final @Nullable WithheldReport withheld; // with authenticated reports, if a third party may send packets
  private long unanswered; // earlier packets are no news: a switch has answered one of them, or a later one
  private int unacknowledgedPackets;
  private boolean unacknowledgedMark;
  private long nextCnpPs;
  private @Nullable Packet held; // the newest unacknowledged packet, with the last telemetry of such packets
  private @Nullable AckTimer timer; // where the receiver holds acknowledgements back

  public Receiver(Flow flow, Host host, ReceiveOwner owner) {
    this.flow = flow;
    this.host = host;
    this.owner = owner;
    context = host.context(flow);
    rules = context.rules;
    newInt = NewInt.of(flow, rules.controls, rules.format, rules.emptyIsQuiet, rules.windows);
    chosenLink = ChosenLink.of(flow, rules.choices, rules.format);
    prompt = PromptAcks.of(flow, rules.acks.prompt(), rules.acks.delayPs(), rules.dataFormat);
    seal = rules.sealOf(flow);
    counted = CountedFlow.of(flow, rules.counts, rules.format, rules.emptyIsQuiet);
    replySeal = new ReplySeal(seal, counted);
    withheld = seal != null && rules.format != null && owner.takesBytes() ? WithheldReport.of(rules.format) : null;
    reassembly = rules.config.sending().recovery().receiver(rules.config.packets().payloadBytes());
  }

  @Override
  public void receive(Packet packet) {
    if (counted != null) {
      counted.arrived(packet, host.flowsInto(packet.at), context.feedback.hops);
    }
    if (packet.kind != Packet.Kind.DATA) {
      takeOther(packet);
      return;
    }
    context.dataTaken(packet);
    if (newInt != null) {
      decide(packet, newInt);
    }
    if (!rules.notifies || packet.telemetryBytes == 0) {
      receiveData(packet);
      return;
    }
    Packet notification = context.pool.take();
    notification.takeReportOf(packet, flow);
    receiveData(packet);
    notifySender(notification, Packet.OF_DATA);
  }

  /** Computes the window from a packet's telemetry, which the receiver does not return. */
  private void decide(Packet packet, NewInt by) {
    FlowCount count = rules.windows != null && rules.windows.countFlows() ? host.flowsInto(packet.at) : null;
    boolean fromSwitch = packet.isSwitchAnswer();
    boolean isNews = packet.telemetryBytes > 0 && (fromSwitch || packet.number >= unanswered);
    if (isNews && by.take(packet.telemetry, packet.telemetryBytes, packet.timePs, fromSwitch, count, context.feedback)) {
      grant(by.nextMessage(), by.windowBytes(), (Nic) packet.at, packet.timePs);
    }
    packet.telemetryBytes = 0;
  }

  @Override
  public void grant(long number, long windowBytes, Nic at, long nowPs) {
    Packet message = context.window(flow, number, windowBytes, nowPs);
    message.at = at;
    message.entropy = entropy;
    replySeal.seal(message, flow.id());
    message.sizeBytes = rules.framing.windowBytes(message.telemetryBytes);
    sendBack(message);
  }

  /** Handles packets without data. */
  private void takeOther(Packet packet) {
    if (packet.kind == Packet.Kind.PATH_PROBE) {
      answerPathProbe(packet);
      return;
    }
    if (packet.kind == Packet.Kind.TRIMMED) { // its answer goes as it came, before others
      packet.arrivedNumber = packet.number;
      answer(packet, Packet.Kind.TRIM_NACK);
      return;
    }
    if (packet.kind != Packet.Kind.PROBE) {
      takeSwitchAnswer(packet);
      return;
    }
    context.counters().probeTaken(packet, packet.telemetryBytes - rules.emptyHeaderBytes, rules.gapBytes);
    if (newInt == null) {
      notifySender(packet, Packet.OF_PROBE);
    } else {
      decide(packet, newInt);
      context.pool.release(packet);
    }
  }

  /** Returns the answer over a path of the same entropy, so that a failure in either direction stops the answers. */
  private void answerPathProbe(Packet probe) {
    probe.kind = Packet.Kind.PATH_REPORT;
    probe.report(probe.probeNumber());
    replySeal.seal(probe, flow.id());
    probe.sizeBytes = rules.framing.switchAnswerBytes(probe.telemetryBytes);
    sendBack(probe);
  }

  /** Handles a switch's answer if receivers decide; the answered packet arrives later, without news. */
  private void takeSwitchAnswer(Packet answer) {
    context.counters().switchAnswerTaken(answer, rules.gapBytes);
    if (newInt != null && ReportReader.isGenuine(answer, flow.id(), seal, context)) {
      if (answer.answeredNumber() >= unanswered) {
        unanswered = answer.answeredNumber() + 1;
        answer.telemetryBytes -= seal == null ? 0 : ReportMac.BYTES;
        decide(answer, newInt);
      } else {
        context.counters().switchAnswersLate++;
      }
    }
    context.pool.release(answer);
  }

  /** Returns a packet that carries telemetry but no data; it also reports the arrived bytes. */
  private void notifySender(Packet packet, byte of) {
    if (rules.tallies) {
      packet.becomeTally(of, reassembly.expectedBytes());
    } else {
      packet.becomeNotification(of, reassembly.expectedBytes(), reassembly.expectedNumber());
    }
    owner.answers(packet);
    if (chosenLink != null) {
      chosenLink.report(packet, context.feedback.hops);
    }
    replySeal.seal(packet, flow.id());
    packet.sizeBytes = rules.notificationBytes(packet);
    context.counters().notificationsSent++;
    sendBack(packet);
  }

  private void receiveData(Packet packet) {
    if (packet.ecnMarked && rules.cnps != null && packet.timePs >= nextCnpPs) {
      notifyOfCongestion(packet, rules.cnps);
    }
    if (!owner.permits(packet)) {
      refuse(packet);
      return;
    }
    if (rules.acks.marks() == MarkEcho.APART && packet.ecnMarked != unacknowledgedMark) {
      answerHeld(packet.timePs);
    }
    RecoveryReceiver.Verdict verdict = reassembly.take(packet);
    if (verdict == RecoveryReceiver.Verdict.ACCEPT || verdict == RecoveryReceiver.Verdict.FILL) {
      if (owner.taken(packet)) {
        accept(packet, verdict == RecoveryReceiver.Verdict.FILL);
      } else {
        context.pool.release(packet);
      }
      return;
    }
    if (verdict == RecoveryReceiver.Verdict.COUNT) {
      delivered(packet);
      context.pool.release(packet);
      return;
    }
    if (verdict == RecoveryReceiver.Verdict.KEEP) {
      if (owner.taken(packet)) {
        delivered(packet);
        reportGap(packet);
      } else {
        context.pool.release(packet);
      }
      return;
    }
    countUseless(packet);
    if (verdict == RecoveryReceiver.Verdict.IGNORE
        || verdict == RecoveryReceiver.Verdict.DUPLICATE && !rules.profile.answersDuplicate(packet.afterTimeout)) {
      context.pool.release(packet);
    } else if (verdict == RecoveryReceiver.Verdict.REPORT_GAP) {
      reportGap(packet);
    } else {
      answer(packet, Packet.Kind.ACK);
    }
  }

  /** Refuses a bad request if it arrives in order; an early one is treated as lost. */
  private void refuse(Packet packet) {
    countUseless(packet);
    if (packet.number == reassembly.expectedNumber()) {
      long nowPs = packet.timePs;
      answer(packet, Packet.Kind.REFUSAL);
      owner.hasRefused(nowPs);
    } else {
      context.pool.release(packet);
    }
  }

  private void countUseless(Packet notTaken) {
    context.counters().uselessBytes += notTaken.payloadBytes;
    if (withheld != null) {
      withheld.empty(notTaken);
    }
  }

  private void delivered(Packet packet) {
    context.counters().deliveredBytes += packet.payloadBytes;
    context.observer.delivered(flow, packet.number, packet.payloadBytes, packet.timePs);
  }

  private void reportGap(Packet packet) {
    packet.arrivedNumber = reassembly.reportsArrivals() ? packet.number : Packet.NO_NUMBER;
    answer(packet, reassembly.gapAnswer());
  }

  private void accept(Packet packet, boolean fills) {
    delivered(packet);
    long nowPs = packet.timePs;
    acknowledge(packet, fills);
    owner.arrived(reassembly.expectedNumber(), nowPs);
    if (reassembly.expectedBytes() >= flow.sizeBytes()) {
      FlowCount.end(flow, newInt == null ? counted : newInt);
      context.observer.flowArrived(flow, nowPs);
    }
  }

  private void acknowledge(Packet packet, boolean fills) {
    long expected = reassembly.expectedNumber();
    boolean ends = owner.endsMessage(flow, expected, reassembly.expectedBytes());
    boolean reports = rules.answersHeaders && packet.telemetryBytes > 0 && packet.request() == HeaderChoice.ASKS_ALL;
    if (++unacknowledgedPackets >= rules.acks.everyPackets() || ends || fills || expected > packet.number + 1 || reports
        || packet.ecnMarked && rules.acks.marks() == MarkEcho.AT_ONCE
        || prompt != null && prompt.isCongested(packet, context.feedback.hops)) {
      answer(packet, Packet.Kind.ACK);
      return;
    }
    unacknowledgedMark |= packet.ecnMarked;
    takeOverReport(packet);
    held = packet;
    if (unacknowledgedPackets == 1) {
      timer = timer == null ? new AckTimer(this, host.firstNic()) : timer;
      timer.holdUntil(packet.timePs + (prompt == null ? rules.acks.delayPs() : prompt.delayPs()));
    }
  }

  @Override
  public boolean holdsAck() {
    return held != null;
  }

  @Override
  public void answerHeld(long nowPs) {
    Packet packet = held;
    if (packet != null) {
      held = null;
      packet.timePs = nowPs;
      answer(packet, Packet.Kind.ACK);
    }
  }

  /** Moves the telemetry of the waiting packet to the one that is acknowledged for it, if that one has none. */
  private void takeOverReport(Packet packet) {
    if (held != null && held.telemetryBytes > 0) {
      if (packet.telemetryBytes == 0) {
        packet.takeTelemetryOf(held);
      } else {
        context.counters().telemetryOverwritten++;
      }
    }
    dropHeld();
  }

  @Override
  public long expectedNumber() {
    return reassembly.expectedNumber();
  }

  /** Releases the waiting packet: another one is acknowledged for it, or the other end sends no more. */
  public void dropHeld() {
    if (held != null) {
      context.pool.release(held);
      held = null;
    }
  }

  private void answer(Packet packet, Packet.Kind kind) {
    packet.ecnMarked |= unacknowledgedMark;
    unacknowledgedMark = false;
    unacknowledgedPackets = 0;
    takeOverReport(packet);
    packet.kind = kind;
    packet.acknowledge(reassembly.expectedBytes(), reassembly.expectedNumber());
    packet.payloadBytes = 0;
    owner.answers(packet);
    replySeal.seal(packet, flow.id());
    packet.sizeBytes = reassembly.ackBytes(packet, rules.framing);
    sendBack(packet);
  }

  private void sendBack(Packet packet) {
    if (context.leadsBack(packet, this, flow)) {
      Host.egress(path).sendAck(packet);
    } else {
      host.drop(packet.at, packet, LinkObserver.Loss.NO_ROUTE, packet.timePs);
    }
  }

  /** SIGCOMM'15 (DCQCN) §3.1: the notification point answers only some marks. */
  private void notifyOfCongestion(Packet marked, CnpRules by) {
    NotificationPoint point = host.notificationPoint((Nic) marked.at);
    Packet cnp = marked.timePs < point.nextPs() ? null : context.cnp(marked, by, this, flow);
    if (cnp != null) {
      nextCnpPs = point.send(cnp, Host.egress(path), by);
    }
  }
}
