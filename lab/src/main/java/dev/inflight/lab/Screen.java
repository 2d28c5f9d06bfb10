package dev.inflight.lab;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.EgressPort;
import dev.inflight.net.HostCounters;
import dev.inflight.net.Observer;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a run shows of its outcome on the screen. */
final class Screen {
  private static final int LABEL = 12;
  private static final int BUSIEST = 5;

  private final Outcome outcome;
  private final RunResult totals;
  private final StringBuilder text = new StringBuilder();

  private Screen(Outcome outcome) {
    this.outcome = outcome;
    totals = outcome.totals();
  }

  static String show(Outcome outcome, Path folder) {
    var screen = new Screen(outcome);
    screen.title();
    screen.flows();
    screen.slowdown();
    screen.queues();
    screen.pauses();
    screen.losses();
    screen.marks();
    screen.links();
    screen.engaged();
    screen.speed();
    screen.line("results", folder.toString());
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
    text.append(scenario.name()).append(": ").append(SpecBinder.SCHEMES.describeBriefly(setup.scheme)).append(" on ")
        .append(SpecBinder.TOPOLOGIES.describeBriefly(scenario.topology())).append('\n');
    line("setup",
        "seed " + setup.seed + ", framing " + Words.of(setup.framing) + ", clock " + Words.of(setup.clock) + ", ties by "
            + Words.of(setup.ties));
  }

  private void flows() {
    Outcome.Times fct = outcome.fct();
    String times = totals.flowsFinished() == 0
        ? ""
        : "; completion time p50 " + Show.time(fct.p50Ps()) + ", p95 " + Show.time(fct.p95Ps()) + ", p99 "
            + Show.time(fct.p99Ps())
            + ", max " + Show.time(fct.maxPs());
    line("flows", Show.count(totals.flowsFinished()) + " of " + Show.count(totals.flows()) + " finished in "
        + Show.time(totals.simulatedPs()) + times);
  }

  private void slowdown() {
    List<Slowdowns.Bucket> buckets = outcome.slowdowns().bySize();
    if (buckets.isEmpty()) {
      return;
    }
    line("slowdown", row("flow size", "flows", "p50", "p95", "p99"));
    for (Slowdowns.Bucket bucket : buckets) {
      boolean oneSize = bucket.smallestBytes() == bucket.largestBytes();
      String size = oneSize ? Show.bytes(bucket.largestBytes()) : "up to " + Show.bytes(bucket.largestBytes());
      line("", row(size, bucket));
    }
    if (buckets.size() > 1) {
      line("", row("all", outcome.slowdowns().all()));
    }
  }

  private static String row(String size, Slowdowns.Bucket bucket) {
    return row(size, Show.count(bucket.flows()), Show.decimal(bucket.p50(), 2), Show.decimal(bucket.p95(), 2),
        Show.decimal(bucket.p99(), 2));
  }

  private static String row(String size, String flows, String p50, String p95, String p99) {
    return Show.left(size, 15) + Show.right(flows, 9) + Show.right(p50, 9) + Show.right(p95, 9) + Show.right(p99, 9);
  }

  private void queues() {
    List<Queues.OfPort> ports = outcome.queues().byPort();
    if (ports.isEmpty()) {
      return;
    }
    Queues.OfPort longest = outcome.queues().longest();
    line("queues", "all " + Show.count(ports.size(), "switch port") + ": " + lengths(outcome.queues().all()));
    if (longest.lengths().maxBytes() > 0) {
      line("", name(longest.port()) + ": " + lengths(longest.lengths()));
    }
  }

  private static String lengths(Queues.Lengths lengths) {
    return "p50 " + Show.bytes(lengths.p50Bytes()) + ", p95 " + Show.bytes(lengths.p95Bytes()) + ", p99 "
        + Show.bytes(lengths.p99Bytes()) + ", max " + Show.bytes(lengths.maxBytes());
  }

  private void pauses() {
    line("PFC", totals.pfcPauses() == 0
        ? "no pauses"
        : Show.count(totals.pfcPauses(), "pause") + ", " + Show.time(totals.pfcPausePs()) + " of all ports' time together");
  }

  private void losses() {
    HostCounters hosts = totals.hosts();
    var parts = new ArrayList<String>();
    for (Observer.Loss cause : Observer.Loss.values()) {
      if (totals.lost(cause) > 0) {
        parts.add(Show.count(totals.lost(cause)) + " " + words(cause));
      }
    }
    String lost = parts.isEmpty() ? "no packets" : Show.count(totals.lost(), "packet") + " (" + String.join(", ", parts) + ")";
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
      line("engaged", scheme.name() + " listens to nothing");
      return;
    }
    var heard = new ArrayList<String>();
    boolean deaf = hosts.acks == 0;
    if (scheme.signals().contains(Signal.HOPS)) {
      heard.add("telemetry in " + Show.count(hosts.acksWithHops) + " of " + Show.count(hosts.acks, "ack"));
      deaf |= hosts.acksWithHops == 0;
    }
    if (scheme.signals().contains(Signal.ECN)) {
      heard.add("marks in " + Show.count(hosts.acksWithMarks) + " of " + Show.count(hosts.acks, "ack"));
      deaf |= hosts.acksWithMarks == 0;
    }
    heard.add("below line rate " + Show.percent(totals.belowLineShare()) + " of the flows' time");
    line("engaged", (deaf ? "NO: " : "yes: ") + String.join(", ", heard).toLowerCase(Locale.ROOT));
  }
}
