package dev.inflight.lab.report;

import dev.inflight.cc.Signal;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.job.JobSummary;
import dev.inflight.lab.result.QueueStats;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.flow.SizeLabels;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.switches.PfcText;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.WaitingOperation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** Screen text about the outcome of a run. */
public final class SummaryText {
  private static final int LABEL = 12;
  private static final int NAME = 30;
  private static final int NUMBER = 11;
  private static final int BUSIEST = 5;
  /** Maximum number of a job's ranks with a line about the operation that they wait for. */
  private static final int WAITING_RANKS = 3;
  private static final int FEW_SAMPLES = 100;

  private final RunSummary outcome;
  private final RunResult totals;
  private final List<String> sizes;
  private final int nameWidth;
  private final StringBuilder text = new StringBuilder();

  private SummaryText(RunSummary outcome) {
    this.outcome = outcome;
    totals = outcome.totals();
    sizes = SizeLabels.withFlows(outcome.slowdowns().bySize());
    int ofPort = outcome.queues().byPort().isEmpty() ? 0 : name(outcome.queues().longest().port()).length();
    nameWidth = Math.max(Math.max(NAME, ofPort), sizes.stream().mapToInt(String::length).max().orElse(0));
  }

  /**
   * Returns the text.
   *
   * @param time name of its time: simulated time or real time
   * @param threads number of threads, in words
   * @param results path of the results
   */
  public static String show(RunSummary outcome, String time, String threads, String results) {
    var screen = new SummaryText(outcome);
    screen.title();
    screen.flows(time);
    screen.jobs();
    screen.text.append(TargetText.show(outcome.targets(), LABEL));
    screen.text.append(FabricEventText.show(outcome, LABEL));
    screen.queues();
    screen.line("PFC", PauseText.of(outcome));
    ReorderText.of(screen.totals).ifPresent(reordered -> screen.line("paths", reordered));
    screen.losses();
    screen.marks();
    screen.slots();
    screen.goodput();
    screen.links();
    screen.engaged();
    screen.line("speed", SpeedText.of(outcome, threads));
    SpeedText.skipped(outcome).ifPresent(skipped -> screen.line("fast", skipped));
    return screen.text.append(Humanize.left("results", LABEL)).append(Quoted.printable(results)).append('\n').toString();
  }

  private void line(String label, String content) {
    text.append(Humanize.left(label, LABEL)).append(content).append('\n');
  }

  private void title() {
    Scenario scenario = outcome.scenario();
    Setup setup = scenario.setup();
    String shape = scenario.topology() instanceof FileTopology
        ? ""
        : " on " + Catalog.TOPOLOGIES.describeBriefly(scenario.topology());
    text.append(Quoted.printable(scenario.name())).append(": ").append(Catalog.SCHEMES.describeBriefly(setup.scheme()))
        .append(shape).append('\n');
    int hosts = setup.topology().hostCount();
    String telemetry = setup.scheme().signals().contains(Signal.HOPS)
        ? ", telemetry " + Catalog.TELEMETRY.describeBriefly(setup.telemetry())
            + (setup.authenticateFeedback() ? " (authenticated)" : "")
        : "";
    String others = Catalog.AXES.stream().map(axis -> axis.onScreen(scenario)).collect(Collectors.joining());
    line("setup",
        Humanize.count(hosts, "host") + ", " + Humanize.count(setup.topology().nodeCount() - hosts, "switch", "switches")
            + ", seed " + setup.seed() + ", framing " + EnumNames.of(setup.framing()) + telemetry + ", clock "
            + EnumNames.of(setup.clock()) + ", ties by " + EnumNames.of(setup.ties()) + others
            + (setup.pfc() ? PfcText.inWords(setup) : setup.trim() != null ? ", no PFC, trimming" : ", no PFC")
            + (setup.lossRate() > 0 ? ", loss rate " + Humanize.percent(setup.lossRate()) : ""));
  }

  private void flows(String time) {
    int left = totals.flows() - totals.flowsFinished();
    Percentiles fctPs = outcome.fctPs();
    Percentiles slowdowns = outcome.slowdowns().percentiles();
    line("flows",
        (totals.partial() ? "INTERRUPTED, results are partial: " : "") + Humanize.count(totals.flowsFinished()) + " of "
            + Humanize.count(totals.flows()) + " finished in " + Humanize.time(totals.simulatedPs()) + " of " + time
            + (fctPs != null && left > 0 ? "; FCTs and slowdowns leave out the other " + Humanize.count(left) : ""));
    line("", row("", "p50", "p95", "p99", "max"));
    if (fctPs == null || slowdowns == null) {
      return;
    }
    String which = outcome.complete() ? "all flows" : "finished flows";
    line("FCT", row(which, fctPs, ps -> Humanize.time((long) ps)));
    List<Slowdowns.Bucket> buckets = outcome.slowdowns().bySize();
    line("slowdown", row(which, slowdowns, SummaryText::slowdown));
    for (int at = 0; at < buckets.size() && buckets.size() > 1; at++) {
      line("", row(sizes.get(at), buckets.get(at).percentiles(), SummaryText::slowdown));
    }
    classes();
  }

  private void classes() {
    String label = "classes";
    for (Slowdowns.OfClass one : outcome.classes()) {
      FlowClass rules = one.rules();
      Slowdowns.Bucket finished = one.finished();
      String name = (rules.name().isEmpty() ? "no class" : rules.name()) + ", " + Humanize.count(one.flows(), "flow");
      line(label, finished == null ? name + ": none finished" : row(name, finished.percentiles(), SummaryText::slowdown));
      TelemetryFormat carried = rules.carried();
      line("", "  " + Catalog.SCHEMES.describeBriefly(rules.scheme())
          + (carried == null ? "" : ", telemetry " + Catalog.TELEMETRY.describeBriefly(carried)) + ClassText.own(rules.own()));
      label = "";
    }
  }

  private void jobs() {
    String label = "jobs";
    for (JobSummary one : outcome.jobs()) {
      String name = Quoted.printable(one.job().name()) + ", " + Humanize.count(one.ranks().size(), "rank");
      line(label,
          one.isComplete()
              ? name + ": done in " + Humanize.time(one.durationPs()) + ", rank " + one.slowest().rank() + " last; at most "
                  + Humanize.percent(one.exposedShare()) + " of a rank's time waiting"
              : name + ": NOT done: " + Humanize.count(one.ranks().stream().filter(rank -> rank.endPs() < 0).count(), "rank")
                  + " not finished");
      waiting(one);
      double[] bus = one.busBitsPerSec();
      if (bus.length > 0) {
        line("",
            "  " + Humanize.count(one.completed()) + " of " + Humanize.count(one.collectives().size(), "collective")
                + " completed, bus bandwidth " + Humanize.rate((long) bus[0])
                + (bus.length == 1 ? "" : " to " + Humanize.rate((long) bus[bus.length - 1])));
      }
      label = "";
    }
  }

  /** Prints the operations that the first unfinished ranks wait for. */
  private void waiting(JobSummary job) {
    for (WaitingOperation each : job.waiting().stream().limit(WAITING_RANKS).toList()) {
      line("", "  rank " + each.rank() + " waits in its operation " + each.number() + ", counted from 0, a "
          + EnumNames.of(each.kind()) + (each.kind() == OperationGraph.Kind.RECEIVE ? " without a message" : ""));
    }
    if (job.waiting().size() > WAITING_RANKS) {
      line("", "  and " + Humanize.count(job.waiting().size() - WAITING_RANKS, "rank") + " more");
    }
  }

  private static String slowdown(double slowdown) {
    return Humanize.decimal(slowdown, 2);
  }

  private String row(String of, Percentiles values, DoubleFunction<String> shown) {
    return row(of, shown.apply(values.p50()), shown.apply(values.p95()), shown.apply(values.p99()), shown.apply(values.max()));
  }

  private String row(String of, String p50, String p95, String p99, String max) {
    return Humanize.left(of, nameWidth) + Humanize.right(p50, NUMBER) + Humanize.right(p95, NUMBER) + Humanize.right(p99, NUMBER)
        + Humanize.right(max, NUMBER);
  }

  private void queues() {
    List<QueueStats.OfPort> ports = outcome.queues().byPort();
    if (ports.isEmpty()) {
      return;
    }
    QueueStats.OfPort longest = outcome.queues().longest();
    boolean few = longest.lengths().samples() < FEW_SAMPLES;
    line("queues", row("all " + Humanize.count(ports.size(), "switch port"), outcome.queues().all(), few));
    if (longest.lengths().maxBytes() > 0) {
      line("", row(name(longest.port()), longest.lengths(), few));
    }
    line("", "from " + Humanize.count(longest.lengths().samples(), "sample") + " of each port"
        + (few ? ", too few for percentiles" : ""));
  }

  private String row(String of, QueueStats.Lengths lengths, boolean few) {
    if (few) {
      return row(of, "-", "-", "-", Humanize.bytes(lengths.maxBytes()));
    }
    return row(of, Humanize.bytes(lengths.p50Bytes()), Humanize.bytes(lengths.p95Bytes()), Humanize.bytes(lengths.p99Bytes()),
        Humanize.bytes(lengths.maxBytes()));
  }

  private void losses() {
    HostCounters hosts = totals.hosts();
    var causes = new ArrayList<String>();
    for (Observer.Loss cause : Observer.Loss.values()) {
      if (totals.lost(cause) > 0) {
        causes.add(Humanize.count(totals.lost(cause), "packet") + " " + words(cause));
      }
    }
    long trimmed = totals.of(SwitchValue.TRIMMED);
    String lost = causes.isEmpty() ? "no packets" : String.join(", ", causes);
    lost += trimmed > 0 ? "; trimmed: " + Humanize.count(trimmed, "packet") : "";
    if (hosts.retransmittedBytes > 0 || hosts.nacks > 0 || hosts.timeouts > 0) {
      String returned = hosts.returnsReceived > 0 ? Humanize.count(hosts.returnsReceived, "returned header") + ", " : "";
      lost += "; retransmitted: " + Humanize.bytes(hosts.retransmittedBytes) + " after " + returned
          + Humanize.count(hosts.nacks, "NACK") + " and " + Humanize.count(hosts.timeouts, "timeout");
    }
    if (hosts.unrecoveredBytes > 0) {
      lost += "; never delivered: " + Humanize.bytes(hosts.unrecoveredBytes);
    }
    line("lost", lost);
  }

  private static String words(Observer.Loss cause) {
    return switch (cause) {
      case BUFFER -> "for lack of buffer";
      case LINK_DOWN -> "on failed links";
      case RANDOM -> "at random";
      case NO_ROUTE -> "without a route";
      case WATCHDOG -> "by PFC watchdogs";
    };
  }

  private void marks() {
    if (outcome.scenario().setup().marks()) {
      String all = Humanize.count(totals.hosts().dataPackets);
      line("ECN", Humanize.count(totals.of(PortValue.ECN_MARKS), "packet") + " marked of " + all);
    }
  }

  private void slots() {
    HostCounters hosts = totals.hosts();
    if (hosts.flowsWaitedForSlot > 0) {
      line("NIC slots", Humanize.count(hosts.flowsWaitedForSlot) + " of " + Humanize.count(totals.flows(), "flow")
          + " waited for one, at most " + Humanize.time(hosts.longestSlotWaitPs));
    }
  }

  /** Prints the goodput, first that of the bulk time, which excludes the effect of a few long flows. */
  private void goodput() {
    Double all = outcome.value(ComparedValue.GOODPUT);
    Double bulk = outcome.value(ComparedValue.BULK_GOODPUT);
    if (all != null && bulk != null) {
      line("goodput", Humanize.rate(Math.round(bulk)) + " until 95 % of the bytes were delivered, which took "
          + Humanize.time(totals.bulkPs()) + "; " + Humanize.rate(Math.round(all)) + " over the whole run");
    }
  }

  /** Method rather than a Comparator, because the start-up cache lacks the classes that Comparator generates. */
  private int busierFirst(PortTotals one, PortTotals other) {
    int byBulk = Double.compare(outcome.bulkUtilization(other), outcome.bulkUtilization(one));
    return byBulk != 0 ? byBulk : Double.compare(outcome.utilization(other), outcome.utilization(one));
  }

  private void links() {
    List<PortTotals> busiest = outcome.ports().stream().filter(port -> port.of(PortValue.SENT_FRAMES) > 0)
        .sorted(this::busierFirst).limit(BUSIEST).toList();
    String label = "busiest";
    for (PortTotals link : busiest) {
      line(label,
          Humanize.right(Humanize.percent(outcome.bulkUtilization(link)), 7) + "  " + name(link.port()) + ", "
              + Humanize.rate(link.port().rateBitsPerSec()) + "; " + Humanize.percent(outcome.utilization(link))
              + " of the whole run");
      label = "";
    }
  }

  private String name(PortName port) {
    return outcome.scenario().setup().topology().portName(port.node(), port.number(), port.peerNode());
  }

  /** Prints whether the scheme ever limited a flow. If not, comparing it with a scheme without feedback is meaningless. */
  private void engaged() {
    List<Slowdowns.OfClass> classes = outcome.classes();
    if (classes.size() > 1) { // the counters cover all flows together
      line("engaged", "n/a (flows of several classes)");
      return;
    }
    Setup setup = outcome.scenario().setup();
    FlowClass rules = classes.isEmpty() ? setup.flowClasses().getFirst() : classes.getFirst().rules();
    HostCounters hosts = totals.hosts();
    if (rules.scheme().signals().isEmpty()) {
      line("engaged", "n/a (scheme " + rules.scheme().name() + " uses no feedback)");
      return;
    }
    var received = new ArrayList<String>();
    boolean deaf = hosts.acks + hosts.notifications == 0;
    if (rules.needs(Signal.HOPS)) {
      received.add(reports(hosts));
      deaf |= hosts.acksWithHops + hosts.windowUpdates + hosts.switchAnswers == 0;
    }
    if (rules.needs(Signal.CREDIT)) { // flows that end within the first flight need no credit
      received.add(Humanize.count(hosts.creditGrants, "credit") + ", " + Humanize.count(hosts.acks, "ack"));
      deaf |= hosts.creditGrants == 0 && hosts.windowsSent > 0;
    }
    if (rules.needs(Signal.ECN)) {
      received.add("marks in " + Humanize.count(hosts.acksWithMarks) + " of " + Humanize.count(hosts.acks, "ack"));
      deaf |= hosts.acksWithMarks == 0;
    }
    received.add("below line rate " + Humanize.percent(totals.belowLineShare()) + " of the flows' time");
    String verdict = deaf ? "NO: " : totals.belowLineShare() > 0 ? "yes: " : "feedback received, never throttled: ";
    line("engaged", verdict + String.join(", ", received));
  }

  /** Returns the numbers of telemetry reports that senders received. */
  private static String reports(HostCounters hosts) {
    String answers = hosts.switchAnswers > 0
        ? " and " + Humanize.count(hosts.switchAnswers, "feedback packet") + " of switches"
        : "";
    if (hosts.windowUpdates > 0) {
      return Humanize.count(hosts.windowUpdates, "window") + ", " + Humanize.count(hosts.acks, "ack") + answers;
    }
    String cutOff = hosts.telemetryTruncated > 0 ? ", truncated in " + Humanize.count(hosts.telemetryTruncated) : "";
    long read = hosts.notifications - hosts.notificationsLate;
    String carriers = hosts.notifications > 0
        ? Humanize.count(read, "notification") + (hosts.notificationsLate > 0
            ? " (" + Humanize.count(hosts.notificationsLate) + " more after their flows' ends)"
            : "")
        : Humanize.count(hosts.acks, "ack");
    return "telemetry in " + Humanize.count(hosts.acksWithHops) + " of " + carriers + cutOff + answers;
  }
}
