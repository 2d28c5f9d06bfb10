package dev.inflight.net.host;

import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.NicCounters;
import dev.inflight.net.trust.TrustListener;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** What all hosts of one {@link HostContext} have counted together. */
public final class HostCounters extends NicCounters implements TrustListener {
  /** Data packets sent, with those retransmitted. */
  public long dataPackets;
  /** Acknowledgements and negative acknowledgements that senders took. */
  public long acks;
  /** Those of them that carried at least one hop of telemetry. */
  public long acksWithHops;
  /** Those of them whose telemetry may lack hops, because the path was longer than the header. */
  public long acksCutOff;
  /** Those of them whose report was not the receiver's: its seal does not match, or is missing. */
  public long forgedReports;
  /** Those of them whose report came a second time, or so late that no one can tell. */
  public long replayedReports;
  /** Those of them that echoed a mark. */
  public long acksWithMarks;
  /** Congestion notification packets that senders took. */
  public long cnps;
  /** Probes sent. */
  public long probes;
  /** Probes that receivers took. */
  public long probesTaken;
  /** Notifications of telemetry that receivers sent. */
  public long notificationsSent;
  /** Notifications of telemetry that senders took. */
  public long notifications;
  /** Packets with a telemetry header that receivers took, probes too. */
  public long headersDelivered;
  /** Telemetry headers that no acknowledgement brought back, because a newer one came before it was sent. */
  public long headersReplaced;
  /** Bytes of telemetry in data packets that receivers took and acknowledgements that senders took, on all cables that they crossed. */
  public long telemetryWireBytes;
  /** Bytes of the probes, notifications, windows and answers of switches that were taken, preambles and gaps too, on all cables that they crossed. */
  public long probeWireBytes;
  /** Probes over one of several paths that senders sent. */
  public long pathProbes;
  /** What came back of them. */
  public long pathReports;
  /** How often flows have moved to another path. */
  public long moves;
  /** Answers of switches that arrived, at whichever end. */
  public long switchAnswers;
  /** Those of them that were no news: of packets acknowledged, or before one that was answered too. */
  public long switchAnswersLate;
  /** Notifications, also in {@link #notifications}, that came after their flow's end, and were not read. */
  public long notificationsLate;
  /** Windows that receivers told. */
  public long windowsSent;
  /** Windows that senders took. */
  public long windows;
  /** Times that a flow fell back because no valid report came. */
  public long fallbacks;
  /** Flows that are believed no more, because their reports cannot be true. */
  public long liars;
  /** Negative acknowledgements that senders took; of those by which selective retransmission hears of arrivals, the ones that showed a loss. */
  public long nacks;
  /** Negative acknowledgements that refused a request. */
  public long refusals;
  /** Packets for a queue pair that is not there: dropped without an answer (InfiniBand Architecture vol. 1, §9.6.1.1). */
  public long unknownQueuePair;
  /** Times that a sender gave up waiting. */
  public long timeouts;
  /** Application bytes retransmitted. */
  public long retransmittedBytes;
  /** Application bytes of unreliable flows that have ended, and had not arrived by their last answer. */
  public long unrecoveredBytes;
  /** Application bytes that receivers got for the first time and kept. */
  public long deliveredBytes;
  /** Application bytes of packets that receivers had already, or could not use out of order. */
  public long uselessBytes;

  /** A data packet's header has grown from {@code emptyBytes} at the same rate on each of so many cables. */
  void headerTaken(int emptyBytes, int bytes, int cables) {
    headersDelivered++;
    telemetryWireBytes += (long) cables * (emptyBytes + bytes) / 2;
  }

  /** A probe has grown by so much, at the same rate on each of its cables. */
  void probeTaken(Packet probe, int grownBytes, int gapBytes) {
    probesTaken++;
    headersDelivered++;
    probeWireBytes += (probe.hop + 1L) * (2 * (probe.sizeBytes + gapBytes) - grownBytes) / 2;
  }

  void windowTaken(Packet window, int gapBytes) {
    windows++;
    probeWireBytes += (window.hop + 1L) * (window.sizeBytes + gapBytes);
  }

  /** The report, and the probe before it, which has grown on its way to as much. */
  void pathReportTaken(Packet report, int gapBytes) {
    pathReports++;
    probeWireBytes += 2 * (report.hop + 1L) * (report.sizeBytes + gapBytes);
  }

  void switchAnswerTaken(Packet answer, int gapBytes) {
    switchAnswers++;
    probeWireBytes += (answer.hop + 1L) * (answer.sizeBytes + gapBytes);
  }

  void notificationTaken(Packet notification, int gapBytes) {
    notifications++;
    probeWireBytes += (notification.hop + 1L) * (notification.sizeBytes + gapBytes);
  }

  @Override
  public void fellBack() {
    fallbacks++;
  }

  @Override
  public void foundOut() {
    liars++;
  }

  /** What several have counted together; the only one itself. */
  public static HostCounters sum(List<HostCounters> all) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    var sum = new HostCounters();
    all.forEach(sum::add);
    return sum;
  }

  /**
   * What all processes have counted together.
   *
   * @param sum of all processes' numbers
   * @param most of all processes' numbers
   */
  public HostCounters everywhere(LongUnaryOperator sum, LongUnaryOperator most) {
    var all = new HostCounters();
    all.dataPackets = sum.applyAsLong(dataPackets);
    all.acks = sum.applyAsLong(acks);
    all.acksWithHops = sum.applyAsLong(acksWithHops);
    all.acksCutOff = sum.applyAsLong(acksCutOff);
    all.forgedReports = sum.applyAsLong(forgedReports);
    all.replayedReports = sum.applyAsLong(replayedReports);
    all.acksWithMarks = sum.applyAsLong(acksWithMarks);
    all.cnps = sum.applyAsLong(cnps);
    all.probes = sum.applyAsLong(probes);
    all.probesTaken = sum.applyAsLong(probesTaken);
    all.notificationsSent = sum.applyAsLong(notificationsSent);
    all.notifications = sum.applyAsLong(notifications);
    all.headersDelivered = sum.applyAsLong(headersDelivered);
    all.headersReplaced = sum.applyAsLong(headersReplaced);
    all.telemetryWireBytes = sum.applyAsLong(telemetryWireBytes);
    all.probeWireBytes = sum.applyAsLong(probeWireBytes);
    all.pathProbes = sum.applyAsLong(pathProbes);
    all.pathReports = sum.applyAsLong(pathReports);
    all.moves = sum.applyAsLong(moves);
    all.switchAnswers = sum.applyAsLong(switchAnswers);
    all.switchAnswersLate = sum.applyAsLong(switchAnswersLate);
    all.notificationsLate = sum.applyAsLong(notificationsLate);
    all.windowsSent = sum.applyAsLong(windowsSent);
    all.windows = sum.applyAsLong(windows);
    all.fallbacks = sum.applyAsLong(fallbacks);
    all.liars = sum.applyAsLong(liars);
    all.nacks = sum.applyAsLong(nacks);
    all.refusals = sum.applyAsLong(refusals);
    all.unknownQueuePair = sum.applyAsLong(unknownQueuePair);
    all.timeouts = sum.applyAsLong(timeouts);
    all.unrecoveredBytes = sum.applyAsLong(unrecoveredBytes);
    all.retransmittedBytes = sum.applyAsLong(retransmittedBytes);
    all.deliveredBytes = sum.applyAsLong(deliveredBytes);
    all.uselessBytes = sum.applyAsLong(uselessBytes);
    all.flowsWaitedForSlot = sum.applyAsLong(flowsWaitedForSlot);
    all.longestSlotWaitPs = most.applyAsLong(longestSlotWaitPs);
    return all;
  }

  private void add(HostCounters other) {
    dataPackets += other.dataPackets;
    acks += other.acks;
    acksWithHops += other.acksWithHops;
    acksCutOff += other.acksCutOff;
    forgedReports += other.forgedReports;
    replayedReports += other.replayedReports;
    acksWithMarks += other.acksWithMarks;
    cnps += other.cnps;
    probes += other.probes;
    probesTaken += other.probesTaken;
    notificationsSent += other.notificationsSent;
    notifications += other.notifications;
    headersDelivered += other.headersDelivered;
    headersReplaced += other.headersReplaced;
    telemetryWireBytes += other.telemetryWireBytes;
    probeWireBytes += other.probeWireBytes;
    pathProbes += other.pathProbes;
    pathReports += other.pathReports;
    moves += other.moves;
    switchAnswers += other.switchAnswers;
    switchAnswersLate += other.switchAnswersLate;
    notificationsLate += other.notificationsLate;
    windowsSent += other.windowsSent;
    windows += other.windows;
    fallbacks += other.fallbacks;
    liars += other.liars;
    nacks += other.nacks;
    refusals += other.refusals;
    unknownQueuePair += other.unknownQueuePair;
    timeouts += other.timeouts;
    unrecoveredBytes += other.unrecoveredBytes;
    retransmittedBytes += other.retransmittedBytes;
    deliveredBytes += other.deliveredBytes;
    uselessBytes += other.uselessBytes;
    flowsWaitedForSlot += other.flowsWaitedForSlot;
    longestSlotWaitPs = Math.max(longestSlotWaitPs, other.longestSlotWaitPs);
  }
}
