package dev.inflight.lab;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.EgressPort;
import dev.inflight.net.HostCounters;
import dev.inflight.net.Observer;
import dev.inflight.net.UnlimitedNic;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a run shows of its outcome on the screen. */
final class Screen {
  private static final int LABEL = 12;
  private static final int NAME = 30;
  private static final int NUMBER = 11;
  private static final int BUSIEST = 5;
  private static final int FEW_SAMPLES = 100;

  private final Outcome outcome;
  private final RunResult totals;
  private final StringBuilder text = new StringBuilder();

  private Screen(Outcome outcome) {
    this.outcome = outcome;
    totals = outcome.totals();
  }

  static String show(Outcome outcome, String results) {
    var screen = new Screen(outcome);
    screen.title();
    screen.flows();
    screen.queues();
    screen.pauses();
    screen.losses();
    screen.marks();
    screen.slots();
    screen.links();
    screen.engaged();
    screen.speed();
    screen.line("results", Quoted.printable(results));
    return screen.text.toString();
  }

  private void speed() {
    line("speed", Show.count(totals.packetHops(), "packet-hop") + " in " + Show.seconds(outcome.wallSeconds()) + ": "
        + Show.roughly(outcome.packetHopsPerSecond()) + " a second");
  }

  private void line(String label, String content) {
    text.append(Show.left(label, LABEL)).append(content).append('\n');
  }

  private void title() {
    Scenario scenario = outcome.scenario();
    Setup setup = scenario.setup();
    String shape = scenario.topology() instanceof FileTopology
        ? ""
        : " on " + Catalog.TOPOLOGIES.describeBriefly(scenario.topology());
    text.append(Quoted.printable(scenario.name())).append(": ").append(Catalog.SCHEMES.describeBriefly(setup.scheme))
        .append(shape).append('\n');
    int hosts = setup.topology.hostCount();
    String telemetry = setup.scheme.signals().contains(Signal.HOPS)
        ? ", telemetry " + Catalog.TELEMETRY.describeBriefly(setup.telemetry) + (setup.sealTelemetry ? " (sealed)" : "")
        : "";
    String nic = setup.nic instanceof UnlimitedNic ? "" : ", NIC " + Catalog.NICS.describeBriefly(setup.nic);
    line("setup",
        Show.count(hosts, "host") + ", " + Show.count(setup.topology.nodeCount() - hosts, "switch", "switches") + ", seed "
            + setup.seed + ", framing " + Words.of(setup.framing) + telemetry + ", clock " + Words.of(setup.clock) + ", ties by "
            + Words.of(setup.ties) + nic);
  }

  private void flows() {
    int left = totals.flows() - totals.flowsFinished();
    Outcome.Times fct = outcome.fct();
    Slowdowns.Bucket all = outcome.slowdowns().all();
    line("flows",
        (totals.partial() ? "INTERRUPTED, results are partial: " : "") + Show.count(totals.flowsFinished()) + " of "
            + Show.count(totals.flows()) + " finished in " + Show.time(totals.simulatedPs()) + " of simulated time"
            + (fct != null && left > 0 ? "; durations and slowdowns leave out the other " + Show.count(left) : ""));
    line("", row("", "p50", "p95", "p99", "max"));
    if (fct == null || all == null) {
      return;
    }
    String which = outcome.complete() ? "all flows" : "finished flows";
    line("duration", row(which, Show.time(fct.p50Ps()), Show.time(fct.p95Ps()), Show.time(fct.p99Ps()),
        Show.time(fct.maxPs())));
    List<Slowdowns.Bucket> buckets = outcome.slowdowns().bySize();
    line("slowdown", row(which, all));
    for (Slowdowns.Bucket bucket : buckets) {
      boolean oneSize = bucket.smallestBytes() == bucket.largestBytes();
      String sizes = (oneSize ? "of " : "up to ") + Show.bytes(bucket.largestBytes());
      if (buckets.size() > 1) {
        line("", row(sizes + ", " + Show.count(bucket.flows(), "flow"), bucket));
      }
    }
  }

  private static String row(String of, Slowdowns.Bucket bucket) {
    return row(of, Show.decimal(bucket.p50(), 2), Show.decimal(bucket.p95(), 2), Show.decimal(bucket.p99(), 2),
        Show.decimal(bucket.max(), 2));
  }

  private static String row(String of, String p50, String p95, String p99, String max) {
    return Show.left(of, NAME) + Show.right(p50, NUMBER) + Show.right(p95, NUMBER) + Show.right(p99, NUMBER)
        + Show.right(max, NUMBER);
  }

  private void queues() {
    List<Queues.OfPort> ports = outcome.queues().byPort();
    if (ports.isEmpty()) {
      return;
    }
    Queues.OfPort longest = outcome.queues().longest();
    boolean few = longest.lengths().samples() < FEW_SAMPLES;
    line("queues", row("all " + Show.count(ports.size(), "switch port"), outcome.queues().all(), few));
    if (longest.lengths().maxBytes() > 0) {
      line("", row(name(longest.port()), longest.lengths(), few));
    }
    line("", "from " + Show.count(longest.lengths().samples(), "sample") + " of each port"
        + (few ? ", too few for percentiles" : ""));
  }

  private static String row(String of, Queues.Lengths lengths, boolean few) {
    if (few) {
      return row(of, "-", "-", "-", Show.bytes(lengths.maxBytes()));
    }
    return row(of, Show.bytes(lengths.p50Bytes()), Show.bytes(lengths.p95Bytes()), Show.bytes(lengths.p99Bytes()),
        Show.bytes(lengths.maxBytes()));
  }

  private void pauses() {
    line("PFC", totals.pfcPauses() == 0
        ? "no pauses"
        : Show.count(totals.pfcPauses(), "pause") + ", " + Show.time(totals.pfcPausePs()) + " of all ports' time together");
  }

  private void losses() {
    HostCounters hosts = totals.hosts();
    var causes = new ArrayList<String>();
    for (Observer.Loss cause : Observer.Loss.values()) {
      if (totals.lost(cause) > 0) {
        causes.add(Show.count(totals.lost(cause), "packet") + " " + words(cause));
      }
    }
    String lost = causes.isEmpty() ? "no packets" : String.join(", ", causes);
    if (hosts.retransmittedBytes > 0 || hosts.nacks > 0 || hosts.timeouts > 0) {
      lost += "; sent again: " + Show.bytes(hosts.retransmittedBytes) + " after " + Show.count(hosts.nacks, "NACK") + " and "
          + Show.count(hosts.timeouts, "timeout");
    }
    line("lost", lost);
  }

  private static String words(Observer.Loss cause) {
    return switch (cause) {
      case BUFFER -> "for want of buffer";
      case LINK_DOWN -> "on failed links";
      case RANDOM -> "at random";
      case NO_ROUTE -> "without a route";
    };
  }

  private void marks() {
    if (!outcome.scenario().setup().ecn.isEmpty()) {
      HostCounters hosts = totals.hosts();
      line("ECN", Show.count(totals.ecnMarks(), "packet") + " marked of " + Show.count(hosts.dataPackets));
    }
  }

  private void slots() {
    HostCounters hosts = totals.hosts();
    if (hosts.flowsWaitedForSlot > 0) {
      line("NIC slots", Show.count(hosts.flowsWaitedForSlot) + " of " + Show.count(totals.flows(), "flow")
          + " waited for one, at most " + Show.time(hosts.longestSlotWaitPs));
    }
  }

  private void links() {
    List<LinkUse> busiest = outcome.links().stream().filter(link -> link.port().sentFrames() > 0)
        .sorted(Comparator.comparingDouble(LinkUse::utilisation).reversed()).limit(BUSIEST).toList();
    String label = "busiest";
    for (LinkUse link : busiest) {
      line(label, Show.right(Show.percent(link.utilisation()), 7) + "  " + name(link.port()) + ", "
          + Show.rate(link.port().rateBitsPerSec()));
      label = "";
    }
  }

  private String name(EgressPort port) {
    var topology = outcome.scenario().setup().topology;
    return topology.name(port.node()) + " port " + port.number() + " to " + topology.name(port.peer().node());
  }

  /** Whether the scheme did anything: a comparison with one that heard nothing is worth nothing. */
  private void engaged() {
    Scheme scheme = outcome.scenario().setup().scheme;
    HostCounters hosts = totals.hosts();
    if (scheme.signals().isEmpty()) {
      line("engaged", "not asked: scheme " + scheme.name() + " needs no signal");
      return;
    }
    var heard = new ArrayList<String>();
    boolean deaf = hosts.acks == 0;
    if (scheme.signals().contains(Signal.HOPS)) {
      heard.add("telemetry in " + Show.count(hosts.acksWithHops) + " of " + Show.count(hosts.acks, "ack")
          + (hosts.acksCutOff > 0 ? ", cut off in " + Show.count(hosts.acksCutOff) : ""));
      deaf |= hosts.acksWithHops == 0;
    }
    if (scheme.signals().contains(Signal.ECN)) {
      heard.add("marks in " + Show.count(hosts.acksWithMarks) + " of " + Show.count(hosts.acks, "ack"));
      deaf |= hosts.acksWithMarks == 0;
    }
    heard.add("below line rate " + Show.percent(totals.belowLineShare()) + " of the flows' time");
    String verdict = deaf ? "NO: " : totals.belowLineShare() > 0 ? "yes: " : "heard, but never slowed down: ";
    line("engaged", verdict + String.join(", ", heard));
  }
}
