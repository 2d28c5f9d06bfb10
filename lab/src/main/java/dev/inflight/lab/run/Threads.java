package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.Others;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import org.jspecify.annotations.Nullable;

/**
 * On how many threads a run goes, and in how many parts: each thread has one part or more. The results are the same for any numbers.
 *
 * @param division the parts
 * @param number of threads
 * @param others the processes that have the other parts
 * @param why there are no more; empty when there are as many as were asked for, or as the machine has processors
 */
public record Threads(Division division, int number, String why, Others others) {
  private static final int MOST = 1024;
  /** Below this, what a thread does in a window is not worth the meeting at its end. */
  private static final double LEAST_HOPS_IN_WINDOW = 300;
  /** Below this, a run is over before more threads have begun to pay. */
  private static final double LEAST_HOPS = 1_000_000;
  /** The ports and packets of about so many hosts, and of the switches between them, stay in the cache of a processor. */
  private static final int HOSTS_OF_PART = 64;

  /**
   * Chooses the numbers.
   *
   * @param wanted as written after {@code --threads}; null when the user leaves it to us
   */
  public static Threads choose(Setup setup, @Nullable String wanted) {
    int processors = Runtime.getRuntime().availableProcessors();
    int most = wanted == null ? processors : parse(wanted);
    String whole = setup.whyWhole();
    if (whole != null) {
      return new Threads(Division.whole(setup.topology), 1, most == 1 ? "" : whole, Others.NONE);
    }
    var load = new Load(setup);
    double inWindow = load.packetHops / Math.max(1, load.spanPs / Division.of(setup.topology, Math.max(2, most)).lookaheadPs());
    int worthwhile = (int) Math.max(1, inWindow / LEAST_HOPS_IN_WINDOW);
    boolean isShort = load.packetHops * load.shareSimulated < LEAST_HOPS;
    int threads = wanted != null ? most : isShort ? 1 : Math.min(worthwhile, most);
    int roomy = isShort ? 1 : Math.ceilDiv(setup.topology.hostCount(), HOSTS_OF_PART * threads) * threads;
    Division division = Division.of(setup.topology, Math.max(threads, Math.min(roomy, worthwhile)));
    if (division.parts() < threads) {
      return new Threads(division, division.parts(), "the fabric has no more parts", Others.NONE);
    }
    return new Threads(division, threads, threads < most ? "too little happens at once for more" : "", Others.NONE);
  }

  /** Parts that fit into caches, the same number for each of some processes; fewer when the fabric has not so many. */
  static Division roomy(Setup setup, int processes) {
    int wanted = Math.ceilDiv(setup.topology.hostCount(), HOSTS_OF_PART * processes) * processes;
    return Division.of(setup.topology, Math.max(processes, wanted));
  }

  /** What the flows amount to. */
  private static final class Load {
    /** About how many packets will cross how many cables, there and back. */
    final double packetHops;
    /** About how long the flows take: at least from the first start to the last, and as long as the hosts need to send them. */
    final double spanPs;
    /** How much of that is simulated, 0 to 1. */
    final double shareSimulated;

    Load(Setup setup) {
      FlowTable flows = setup.flows;
      double packets = 0;
      double bytes = 0;
      long first = Long.MAX_VALUE;
      long last = 0;
      for (int row = 0; row < flows.count(); row++) {
        packets += Math.ceilDiv(flows.sizeBytes(row), setup.payloadBytes);
        bytes += flows.sizeBytes(row);
        first = Math.min(first, flows.startPs(row));
        last = Math.max(last, flows.startPs(row));
      }
      Topology topology = setup.topology;
      double rate = topology.links().stream().filter(link -> !topology.isSwitch(link.a()) || !topology.isSwitch(link.b()))
          .mapToDouble(Topology.Link::rateBitsPerSec).sum();
      packetHops = packets * 2 * 4; // data and acknowledgements, over four cables
      spanPs = Math.max(1, Math.max(last - first, bytes * 8e12 / Math.max(1, rate)));
      shareSimulated = Math.clamp((setup.untilPs - (double) first) / spanPs, 0, 1);
    }
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
    if (others.size() > 1) {
      return others.size() + " processes";
    }
    int processors = Runtime.getRuntime().availableProcessors();
    String on = number > processors ? " on " + Humanize.count(processors, "processor") : "";
    return (number == 1 ? "one thread" : number + " threads") + on + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
