package dev.inflight.lab.advice;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.BufferCheck;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.scenario.switches.PortKind;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Thresholds of PFC and ECN for each kind of port of the switches, next to the scenario's own: HPCC §5.1. */
final class PortAdvice {
  private static final int MOST_KINDS = 10;
  private static final double PS_BITS_PER_BYTE = 8e12;

  private final Setup setup;
  private final UnloadedPaths paths;
  private final List<PortKind> kinds;

  PortAdvice(Setup setup, UnloadedPaths paths) {
    this.setup = setup;
    this.paths = paths;
    kinds = PortKind.of(setup, paths.frameBytes());
  }

  /** Headroom by kind of port, those with too little first. */
  List<Advice> headroom() {
    if (kinds.isEmpty()) {
      return List.of(new Advice("headroom", "none",
          (setup.pfc() ? "no priority in use has PFC" : "pfc: false") + ", so ports reserve no headroom", "5.1"));
    }
    List<PortKind> sorted = kinds.stream().sorted(Comparator.comparing(kind -> !kind.isTooSmall())).toList();
    var all = new ArrayList<Advice>();
    for (PortKind kind : sorted.subList(0, Math.min(MOST_KINDS, sorted.size()))) {
      all.add(headroom(kind));
    }
    if (sorted.size() > MOST_KINDS) {
      List<PortKind> more = sorted.subList(MOST_KINDS, sorted.size());
      long small = more.stream().filter(PortKind::isTooSmall).count();
      all.add(new Advice("", "", "and " + Humanize.count(more.size(), "more kind") + " of ports, "
          + (small == 0 ? "none" : Humanize.count(small)) + " of them with too little headroom", "5.1"));
    }
    return all;
  }

  private Advice headroom(PortKind kind) {
    long responsePs = setup.pfcRules().response().ps(kind.toSwitches(), kind.rateBitsPerSec());
    String limits = Catalog.PFC_PROFILES.describeBriefly(kind.profile()) + " reserves "
        + Humanize.bytes(kind.limits().headroomBytes());
    return new Advice("headroom", Humanize.bytes(kind.neededBytes()),
        "at least, for " + kind.name() + ": 3 frames of " + paths.frameBytes()
            + " B, pause frames, and rate * (2 delay + pauseResponse of " + Humanize.time(responsePs) + "); " + limits
            + (kind.isTooSmall() ? ", which is TOO SMALL: packets can be lost despite PFC" : ", which is sufficient"),
        "5.1");
  }

  /** Returns the pause thresholds with one busy port of a switch, and with all ports busy. */
  List<Advice> xoff() {
    if (kinds.isEmpty()) {
      return List.of();
    }
    int node = BufferCheck.mostSetAside(setup).node();
    long pool = setup.bufferBytes() - BufferCheck.mostSetAside(setup).bytes().longValueExact();
    return kinds.stream().map(PortKind::priorities).distinct().map(priorities -> xoff(node, pool, priorities)).toList();
  }

  private Advice xoff(int node, long pool, List<Integer> priorities) {
    List<PfcLimits> ports = limitsAt(node, priorities);
    PfcLimits most = ports.stream().max(Comparator.comparingLong(limits -> limits.thresholdBytes(pool))).orElseThrow();
    String shares = setup.topology().name(node) + " shares " + Humanize.bytes(pool) + " of its buffer";
    String of = kinds.stream().filter(kind -> kind.priorities().equals(priorities)).findFirst().orElseThrow().priorityNames();
    return most.xoffBytes() == PfcLimits.NEVER
        ? dynamicXoff(most, ports, pool, of + "; " + shares)
        : staticXoff(most, ports, pool, of + "; " + shares);
  }

  private Advice dynamicXoff(PfcLimits most, List<PfcLimits> ports, long pool, String shares) {
    double alpha = alpha(most);
    double all = ports.stream().mapToDouble(PortAdvice::alpha).sum();
    long together = (long) (alpha * pool / (1 + all));
    return new Advice("xoff", Humanize.bytes((long) (alpha * pool / (1 + alpha))),
        "threshold of a single ingress, alpha / (1 + alpha) of the pool with alpha " + Units.formatReal(alpha) + shares + "; all "
            + ports.size() + " at once pause at " + Humanize.bytes(together) + " each, alpha / (1 + sum of alphas)"
            + (together < paths.frameBytes() ? ", which is less than a frame" : ""),
        "5.1");
  }

  private static double alpha(PfcLimits limits) {
    return StrictMath.scalb(1.0, limits.th());
  }

  private static Advice staticXoff(PfcLimits most, List<PfcLimits> ports, long pool, String shares) {
    long together = ports.stream().mapToLong(PfcLimits::xoffBytes).sum();
    return new Advice("xoff", Humanize.bytes(most.xoffBytes()),
        "threshold of each ingress while the pool has free bytes" + shares + "; all " + ports.size() + " at once take "
            + Humanize.bytes(together)
            + (together <= pool
                ? ", so each keeps its xoff"
                : ", so " + pool / most.xoffBytes() + " of them keep their xoff, and the others pause when the pool is full"),
        "5.1");
  }

  /** Returns the limits of the ports of a switch for these priorities, from the kinds. */
  private List<PfcLimits> limitsAt(int node, List<Integer> priorities) {
    Topology topology = setup.topology();
    var limits = new ArrayList<PfcLimits>();
    for (Topology.Link link : topology.links()) {
      if (link.a() == node || link.b() == node) {
        boolean toSwitch = topology.isSwitch(link.a() + link.b() - node);
        kinds.stream()
            .filter(kind -> kind.rateBitsPerSec() == link.rateBitsPerSec() && kind.delayPs() == link.delayPs()
                && kind.toSwitches() == toSwitch && kind.priorities().equals(priorities))
            .findFirst().ifPresent(kind -> limits.add(kind.limits()));
      }
    }
    return limits;
  }

  /** Returns the scenario's own thresholds relative to a bandwidth-delay product, and to the use at which one ingress pauses. */
  List<Advice> marks() {
    var all = new ArrayList<Advice>();
    if (!setup.marking().usesThresholds()) {
      return all;
    }
    setup.ecn()
        .forEach((ports,
            marks) -> all.add(new Advice("ecn as it is", EcnText.entry(ports, marks),
                besideBdp(ports.rateBitsPerSec(), marks.kMinBytes(), marks.kMaxBytes())
                    + besidePause(ports.rateBitsPerSec(), marks.kMaxBytes()),
                "5.1")));
    return all;
  }

  /** Returns thresholds as multiples of the rate times T. */
  String besideBdp(long rateBitsPerSec, long kMinBytes, long kMaxBytes) {
    double bdp = rateBitsPerSec * (paths.largestRttPs() / PS_BITS_PER_BYTE);
    return "rate * T is " + Humanize.bytes(Math.round(bdp)) + ": kmin is " + Humanize.decimal(kMinBytes / bdp, 2)
        + " of it, kmax " + Humanize.decimal(kMaxBytes / bdp, 2);
  }

  private String besidePause(long rateBitsPerSec, long kMaxBytes) {
    if (kinds.isEmpty()) {
      return "";
    }
    long pool = setup.bufferBytes() - BufferCheck.mostSetAside(setup).bytes().longValueExact();
    long xoff = kinds.stream().filter(kind -> kind.rateBitsPerSec() == rateBitsPerSec)
        .mapToLong(kind -> alone(kind.limits(), pool)).min().orElse(Long.MAX_VALUE);
    return xoff == Long.MAX_VALUE
        ? ""
        : kMaxBytes <= xoff
            ? "; one ingress pauses at " + Humanize.bytes(xoff) + ", so all packets are marked before"
            : "; one ingress pauses at " + Humanize.bytes(xoff) + ", before all packets are marked";
  }

  private static long alone(PfcLimits limits, long pool) {
    return limits.xoffBytes() == PfcLimits.NEVER ? (long) (alpha(limits) * pool / (1 + alpha(limits))) : limits.xoffBytes();
  }
}
