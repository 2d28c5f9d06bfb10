package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import org.jspecify.annotations.Nullable;

/**
 * On how many threads a run goes: each runs a part of the fabric. The results are the same for any number.
 *
 * @param division the parts
 * @param why there are no more; empty when there are as many as were asked for, or as the machine has processors
 */
public record Threads(Division division, String why) {
  private static final int MOST = 1024;
  /** Below this, what a thread does in a window is not worth the meeting at its end. */
  private static final double LEAST_HOPS_IN_WINDOW = 300;
  /** Below this, a run is over before more threads have begun to pay. */
  private static final double LEAST_HOPS = 1_000_000;

  /**
   * Chooses the number.
   *
   * @param wanted as written after {@code --threads}; null when the user leaves it to us
   * @param captures whether packets are captured, which happens in one thread
   */
  public static Threads choose(Setup setup, @Nullable String wanted, boolean captures) {
    int processors = Runtime.getRuntime().availableProcessors();
    int most = wanted == null ? processors : parse(wanted);
    if (most == 1) {
      return one(setup, "");
    }
    String whole = captures ? "captures are written by one thread" : setup.whyWhole();
    if (whole != null) {
      return one(setup, whole);
    }
    if (wanted == null) {
      return chooseByWork(setup, most);
    }
    return of(setup, most, "the fabric has no more parts");
  }

  private static Threads chooseByWork(Setup setup, int most) {
    Threads chosen = of(setup, most, "the fabric has no more parts");
    double spanPs = spanPs(setup);
    double shareOfSpan = Math.clamp((setup.untilPs - (double) setup.flows.startPs(0)) / Math.max(1, spanPs), 0, 1);
    double inWindow = packetHops(setup) / Math.max(1, spanPs / chosen.division.lookaheadPs());
    double hops = packetHops(setup) * shareOfSpan;
    int worthwhile = (int) Math.min(most, inWindow / LEAST_HOPS_IN_WINDOW);
    if (hops < LEAST_HOPS || worthwhile < 2) {
      return one(setup, "too little happens at once for more");
    }
    return worthwhile < chosen.division.parts() ? of(setup, worthwhile, "too little happens at once for more") : chosen;
  }

  private static Threads one(Setup setup, String why) {
    return new Threads(Division.whole(setup.topology), why);
  }

  private static Threads of(Setup setup, int most, String why) {
    Division division = Division.of(setup.topology, most);
    return new Threads(division, division.parts() < most ? why : "");
  }

  /** About how many packets will cross how many cables, there and back. */
  private static double packetHops(Setup setup) {
    FlowTable flows = setup.flows;
    double packets = 0;
    for (int row = 0; row < flows.count(); row++) {
      packets += Math.ceilDiv(flows.sizeBytes(row), setup.payloadBytes);
    }
    return packets * 2 * 4; // data and acknowledgements, over four cables
  }

  /** About how long the flows take: at least from the first start to the last, and as long as the hosts need to send them. */
  private static double spanPs(Setup setup) {
    FlowTable flows = setup.flows;
    double bytes = 0;
    long first = Long.MAX_VALUE;
    long last = 0;
    for (int row = 0; row < flows.count(); row++) {
      bytes += flows.sizeBytes(row);
      first = Math.min(first, flows.startPs(row));
      last = Math.max(last, flows.startPs(row));
    }
    Topology topology = setup.topology;
    double rate = topology.links().stream().filter(link -> !topology.isSwitch(link.a()) || !topology.isSwitch(link.b()))
        .mapToDouble(Topology.Link::rateBitsPerSec).sum();
    return Math.max(last - first, bytes * 8e12 / Math.max(1, rate));
  }

  private static int parse(String written) {
    SourceLocation option = SourceLocation.of("--threads");
    long number = option.check(() -> Units.whole("threads", written));
    if (number < 1 || number > MOST) {
      throw option.error("threads " + number + " is outside 1 to " + MOST);
    }
    return (int) number;
  }

  /** What the screen says of it. */
  String onScreen() {
    int parts = division.parts();
    int processors = Runtime.getRuntime().availableProcessors();
    String on = parts > processors ? " on " + Humanize.count(processors, "processor") : "";
    return (parts == 1 ? "one thread" : parts + " threads") + on + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
