package dev.inflight.net.host;

import dev.inflight.net.link.Packet;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.nic.NicCounters;
import dev.inflight.net.validation.ValidationListener;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;

/** Sums of the counters of all hosts of one {@link HostContext}. */
public final class HostCounters extends NicCounters implements ValidationListener {
  /** Data packets sent, including retransmissions. */
  public long dataPackets;
  /** Acknowledgements and negative acknowledgements that senders received. */
  public long acks;
  /** Acknowledgements that carried at least one hop of telemetry. */
  public long acksWithHops;
  /** Acknowledgements with telemetry that may lack hops, because the path was longer than the header. */
  public long telemetryTruncated;
  /** Acknowledgements with a forged report: its authentication code is wrong or missing. */
  public long forgedReports;
  /** Acknowledgements with a replayed report, or one too late to be distinguished from a replay. */
  public long replayedReports;
  /** Acknowledgements that echoed a mark. */
  public long acksWithMarks;
  /** Congestion notification packets that senders received. */
  public long cnps;
  /** Probes sent. */
  public long probes;
  /** Probes that receivers received. */
  public long probesTaken;
  /** Notifications of telemetry that receivers sent. */
  public long notificationsSent;
  /** Notifications of telemetry that senders received. */
  public long notifications;
  /** Packets with a telemetry header that receivers received, including probes. */
  public long telemetryReceived;
  /** Telemetry headers that no acknowledgement returned, because a newer one replaced them before. */
  public long telemetryOverwritten;
  /** Bytes of telemetry in received data packets and acknowledgements, on all cables of their paths. */
  public long telemetryWireBytes;
  /**
   * Bytes of received probes, notifications, windows and switch answers, with preambles and gaps, on all cables of their paths.
   */
  public long probeWireBytes;
  /** Probes that senders sent over one of several paths. */
  public long pathProbes;
  /** Reports of path probes that senders received. */
  public long pathReports;
  /** Changes of flows to another path. */
  public long moves;
  /** Switch answers that arrived at either end. */
  public long switchAnswers;
  /** Switch answers without news: about acknowledged packets, or about a packet before another answered one. */
  public long switchAnswersLate;
  /** Notifications, also in {@link #notifications}, that arrived after the end of their flow and were not read. */
  public long notificationsLate;
  /** Windows that receivers sent. */
  public long windowsSent;
  /** Windows of receivers that senders received. */
  public long windowUpdates;
  /** Credit packets of receivers that senders received. */
  public long creditGrants;
  /** Fallbacks of flows for lack of valid reports. */
  public long fallbacks;
  /** Flows with reports that are ignored because they are impossible. */
  public long misreportingFlows;
  /** Negative acknowledgements that senders received; with selective retransmission, those that showed a loss. */
  public long nacks;
  /** Headers of trimmed packets that switches returned and senders received. */
  public long returnsReceived;
  /** Negative acknowledgements that refused a request. */
  public long refusals;
  /** Packets for a nonexistent queue pair, dropped without an answer (InfiniBand Architecture vol. 1, §9.6.1.1). */
  public long unknownQueuePair;
  /** Retransmission timeouts. */
  public long timeouts;
  /** Application bytes retransmitted. */
  public long retransmittedBytes;
  /** Application bytes of ended unreliable flows that had not arrived at the last answer. */
  public long unrecoveredBytes;
  /** Application bytes that receivers received for the first time and kept. */
  public long deliveredBytes;
  /** Application bytes of packets that were duplicates, or out of order and not kept. */
  public long uselessBytes;

  /**
   * Counts an arriving data packet. Its telemetry has grown at the same rate on each cable of its path; placeholder bytes do not
   * grow.
   */
  void dataTaken(Packet data, TransportRules rules) {
    long cables = data.hop + 1L;
    if (rules.isToDrop(data)) {
      telemetryWireBytes += cables * rules.emptyHeaderBytes;
    } else if (data.telemetryBytes > 0 && rules.format != null) {
      telemetryReceived++;
      telemetryWireBytes += cables * (rules.emptyHeaderBytes + data.telemetryBytes) / 2;
    } else {
      telemetryWireBytes += cables * rules.blankBytes;
    }
  }

  /** Counts an arriving probe, which has grown by {@code grownBytes}, at the same rate on each cable of its path. */
  void probeTaken(Packet probe, int grownBytes, int gapBytes) {
    probesTaken++;
    telemetryReceived++;
    probeWireBytes += (probe.hop + 1L) * (2 * (probe.sizeBytes + gapBytes) - grownBytes) / 2;
  }

  /** Counts a window that a receiver decided, or a credit that it granted. */
  void windowTaken(Packet window, boolean isCredit, int gapBytes) {
    if (isCredit) {
      creditGrants++;
    } else {
      windowUpdates++;
    }
    probeWireBytes += (window.hop + 1L) * (window.sizeBytes + gapBytes);
  }

  /** Counts a report, and its probe, which has grown to the same size. */
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
    misreportingFlows++;
  }

  /** Returns the sum of several counters; a single one unchanged. */
  public static HostCounters sum(List<HostCounters> all) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    return collect(counter -> counter.measure.adding().of(all.stream().mapToLong(counter.value)));
  }

  /**
   * Returns the combined counters of all processes.
   *
   * @param sum adds a number over all processes
   * @param most returns the largest value of a number over all processes
   */
  public HostCounters everywhere(LongUnaryOperator sum, LongUnaryOperator most) {
    return collect(counter -> {
      long here = counter.value.applyAsLong(this);
      return switch (counter.measure.adding()) {
        case SUM -> sum.applyAsLong(here);
        case MOST -> most.applyAsLong(here);
      };
    });
  }

  private static HostCounters collect(ToLongFunction<Counter> value) {
    var all = new HostCounters();
    Counter.ALL.forEach(counter -> counter.set.accept(all, value.applyAsLong(counter)));
    return all;
  }

  /**
   * A counter: the declaration of a field for sums and results.
   *
   * @param value reads its field
   * @param set writes its field
   * @param measure description of the counter for results
   */
  public record Counter(ToLongFunction<HostCounters> value, ObjLongConsumer<HostCounters> set, Measure measure) {
    /** All counters: those of the summary first, in its order. */
    public static final List<Counter> ALL = List.of(
        new Counter(c -> c.dataPackets, (c, v) -> c.dataPackets = v,
            Measure.count("dataPackets", "data packets sent, retransmitted ones too").behind("stalledFlows")),
        new Counter(c -> c.deliveredBytes, (c, v) -> c.deliveredBytes = v,
            Measure.bytes("deliveredBytes", "application bytes delivered, each once")),
        new Counter(c -> c.acks, (c, v) -> c.acks = v, Measure.count("acks", "acknowledgements that senders received")),
        new Counter(c -> c.acksWithHops, (c, v) -> c.acksWithHops = v,
            Measure.count("acksWithTelemetry", "acknowledgements with telemetry, of flows of all classes; notifications too")),
        new Counter(c -> c.telemetryReceived, (c, v) -> c.telemetryReceived = v,
            Measure.count("telemetryReceived", "packets with telemetry that receivers received; probes too")),
        new Counter(c -> c.telemetryOverwritten, (c, v) -> c.telemetryOverwritten = v,
            Measure.count("telemetryOverwritten",
                "headers that a newer one replaced before an acknowledgement carried them back")),
        new Counter(c -> c.telemetryWireBytes, (c, v) -> c.telemetryWireBytes = v,
            Measure.bytes("telemetryWireBytes",
                "telemetry in data packets and acknowledgements that arrived, times cables crossed")),
        new Counter(c -> c.unrecoveredBytes, (c, v) -> c.unrecoveredBytes = v,
            Measure.bytes("unrecoveredBytes", "bytes of ended unreliable flows that had not arrived by the last answer")),
        new Counter(c -> c.probes, (c, v) -> c.probes = v, Measure.count("probes", "probes that senders sent")),
        new Counter(c -> c.notifications, (c, v) -> c.notifications = v,
            Measure.count("notifications", "notifications of telemetry that senders received")),
        new Counter(c -> c.windowUpdates, (c, v) -> c.windowUpdates = v,
            Measure.count("windowUpdates", "windows that receivers decided and senders received")),
        new Counter(c -> c.creditGrants, (c, v) -> c.creditGrants = v,
            Measure.count("creditGrants", "credits that receivers granted and senders received")),
        new Counter(c -> c.switchAnswers, (c, v) -> c.switchAnswers = v,
            Measure.count("switchAnswers", "answers of switches that arrived").behind("switchAnswersSent")),
        new Counter(c -> c.moves, (c, v) -> c.moves = v, Measure.count("moves", "moves of flows to another path")),
        new Counter(c -> c.pathProbes, (c, v) -> c.pathProbes = v,
            Measure.count("pathProbes", "probes over one of several paths")),
        new Counter(c -> c.probeWireBytes, (c, v) -> c.probeWireBytes = v,
            Measure.bytes("probeWireBytes",
                "probes, notifications, windows, answers and reports of paths that arrived, times cables crossed, with"
                    + " preambles and gaps")
                .behind("creditGrantsPerSecond")),
        new Counter(c -> c.cnps, (c, v) -> c.cnps = v, Measure.count("congestionNotifications", "CNPs that senders received")),
        new Counter(c -> c.forgedReports, (c, v) -> c.forgedReports = v,
            Measure.count("reportsForged", "reports that no receiver had sealed")),
        new Counter(c -> c.replayedReports, (c, v) -> c.replayedReports = v,
            Measure.count("reportsReplayed", "sealed reports that were repeated")),
        new Counter(c -> c.fallbacks, (c, v) -> c.fallbacks = v,
            Measure.count("fallbacks", "times that a flow without valid reports fell back to its own measurements")),
        new Counter(c -> c.misreportingFlows, (c, v) -> c.misreportingFlows = v,
            Measure.count("misreportingFlows", "flows with feedback that failed the plausibility check")),
        new Counter(c -> c.telemetryTruncated, (c, v) -> c.telemetryTruncated = v,
            Measure.count("telemetryTruncated",
                "acknowledgements with telemetry that lacked hops because the header had no room")),
        new Counter(c -> c.acksWithMarks, (c, v) -> c.acksWithMarks = v,
            Measure.count("acksWithMarks", "acknowledgements that echoed an ECN mark, of flows of all classes")),
        new Counter(c -> c.returnsReceived, (c, v) -> c.returnsReceived = v,
            Measure.count("returnsReceived", "returned headers that senders received").behind("trimmedReturned")),
        new Counter(c -> c.retransmittedBytes, (c, v) -> c.retransmittedBytes = v,
            Measure.bytes("retransmittedBytes", "application bytes that were retransmitted").behind("returnsReceived")
                .compared("retransmits", "application bytes that were retransmitted")),
        new Counter(c -> c.nacks, (c, v) -> c.nacks = v, Measure.count("nacks", "NACKs by which a sender found a loss")),
        new Counter(c -> c.timeouts, (c, v) -> c.timeouts = v, Measure.count("timeouts", "retransmission timeouts (RTOs)")),
        new Counter(c -> c.refusals, (c, v) -> c.refusals = v, Measure.count("refusals",
            "negative acknowledgements that refused a request of a queue pair, received by its host; an rdma entry makes none")),
        new Counter(c -> c.unknownQueuePair, (c, v) -> c.unknownQueuePair = v,
            Measure.count("unknownQueuePairPackets",
                "packets for a queue pair that does not exist any more, or not yet: dropped without an answer")),
        new Counter(c -> c.flowsWaitedForSlot, (c, v) -> c.flowsWaitedForSlot = v,
            Measure
                .count("flowsWaitedForSlot",
                    "flows that found all slots of their NIC taken, at their start or after a link event; each counts once")
                .behind("ecnMarks")),
        new Counter(c -> c.longestSlotWaitPs, (c, v) -> c.longestSlotWaitPs = v,
            Measure.time("longestSlotWaitSeconds", "the longest wait for a slot; of flows that still wait at the end, until then")
                .most()),
        new Counter(c -> c.probesTaken, (c, v) -> c.probesTaken = v, Measure.internal()),
        new Counter(c -> c.notificationsSent, (c, v) -> c.notificationsSent = v, Measure.internal()),
        new Counter(c -> c.notificationsLate, (c, v) -> c.notificationsLate = v, Measure.internal()),
        new Counter(c -> c.pathReports, (c, v) -> c.pathReports = v, Measure.internal()),
        new Counter(c -> c.switchAnswersLate, (c, v) -> c.switchAnswersLate = v, Measure.internal()),
        new Counter(c -> c.windowsSent, (c, v) -> c.windowsSent = v, Measure.internal()),
        new Counter(c -> c.uselessBytes, (c, v) -> c.uselessBytes = v, Measure.internal()));
  }
}
