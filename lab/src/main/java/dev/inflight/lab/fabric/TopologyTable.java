package dev.inflight.lab.fabric;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TextTable;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.server.SwitchTiers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Summary of a topology in a few lines: nodes, cables, tiers with their oversubscription, and bisection. */
public final class TopologyTable {
  private static final int IN_SERVERS = 0;
  private static final int NOWHERE = Integer.MAX_VALUE;

  /** Switches of a tier. */
  private static final class Tier {
    int switches;
    int first = -1;
    int last;
    long portsDown;
    long portsUp;
    long portsAcross;
    long downBitsPerSec;
    long upBitsPerSec;
  }

  private TopologyTable() {
  }

  /** Returns the lines. */
  public static List<String> of(Topology topology) {
    var tiers = new SwitchTiers(topology);
    var rows = new TreeMap<Integer, Tier>();
    List<List<Link>> links = topology.linksOfNodes();
    for (int node = 0; node < topology.nodeCount(); node++) {
      if (topology.isSwitch(node)) {
        int number = tiers.isInServer(node) ? IN_SERVERS : tiers.of(node) < 0 ? NOWHERE : tiers.of(node);
        add(rows.computeIfAbsent(number, _ -> new Tier()), node, links.get(node), tiers);
      }
    }
    var lines = new ArrayList<String>();
    lines.add(Humanize.count(topology.hostCount(), "host") + ", "
        + Humanize.count(topology.nodeCount() - topology.hostCount(), "switch", "switches") + ", "
        + Humanize.count(topology.links().size(), "cable"));
    hosts(topology, links, tiers, lines);
    var table = new ArrayList<List<String>>();
    rows.forEach((number, tier) -> table.add(row(topology, number, tier)));
    lines.addAll(
        new TextTable(List.of("tier", "switches", "names", "ports down", "up", "rate down", "up", "oversubscription"), table)
            .lines());
    lines.add(bisection(topology, links, tiers));
    return lines.stream().map(Quoted::printable).toList();
  }

  private static void add(Tier tier, int node, List<Link> links, SwitchTiers tiers) {
    tier.switches++;
    tier.first = tier.first < 0 ? node : tier.first;
    tier.last = node;
    for (Link link : links) {
      int other = tiers.of(link.a() == node ? link.b() : link.a());
      int own = tiers.of(node);
      if (tiers.isInServer(node) || other < own) {
        tier.portsDown++;
        tier.downBitsPerSec += link.rateBitsPerSec();
      } else if (other > own) {
        tier.portsUp++;
        tier.upBitsPerSec += link.rateBitsPerSec();
      } else {
        tier.portsAcross++;
      }
    }
  }

  private static List<String> row(Topology topology, int number, Tier tier) {
    String first = topology.names().name(tier.first);
    String name = tier.switches == 1 ? first : first + " to " + topology.names().name(tier.last);
    double ratio = (double) tier.downBitsPerSec / tier.upBitsPerSec;
    return List.of(number == IN_SERVERS ? "in servers" : number == NOWHERE ? "apart" : Integer.toString(number),
        Humanize.count(tier.switches), Quoted.shortened(name),
        Humanize.count(tier.portsDown) + (tier.portsAcross > 0 ? ", " + Humanize.count(tier.portsAcross) + " across" : ""),
        Humanize.count(tier.portsUp), Humanize.rate(tier.downBitsPerSec),
        tier.portsUp == 0 ? "" : Humanize.rate(tier.upBitsPerSec),
        tier.portsUp == 0 ? "" : Humanize.decimal(ratio, ratio == Math.rint(ratio) ? 0 : 2) + ":1");
  }

  private static void hosts(Topology topology, List<List<Link>> links, SwitchTiers tiers, List<String> lines) {
    var kinds = new TreeMap<String, Integer>();
    for (int host : topology.hosts()) {
      var ports = new TreeMap<String, Integer>();
      for (Link link : links.get(host)) {
        int peer = link.a() == host ? link.b() : link.a();
        String where = tiers.isInServer(peer) ? " in the server" : topology.isSwitch(peer) ? "" : " to hosts";
        ports.merge(Humanize.rate(link.rateBitsPerSec()) + where, 1, Integer::sum);
      }
      var text = new ArrayList<String>();
      ports.forEach((rate, count) -> text.add(count + " x " + rate));
      if (kinds.size() < 5) {
        kinds.merge(String.join(" and ", text), 1, Integer::sum);
      }
    }
    kinds.forEach(
        (ports, count) -> lines.add("  " + Humanize.count(count, "host") + " with " + (ports.isEmpty() ? "no port" : ports)));
  }

  private static String bisection(Topology topology, List<List<Link>> links, SwitchTiers tiers) {
    OptionalLong rate = Bisection.bitsPerSec(topology);
    if (rate.isEmpty()) {
      return "bisection: not computed for so many cables or so few hosts";
    }
    int[] hosts = topology.hosts();
    long sent = 0;
    for (int at = 0; at < hosts.length / 2; at++) {
      int host = hosts[at];
      sent += links.get(host).stream().filter(link -> !tiers.isInServer(link.a() == host ? link.b() : link.a()))
          .mapToLong(Link::rateBitsPerSec).sum();
    }
    return "bisection: " + Humanize.rate(rate.getAsLong()) + " from the first half of the hosts to the second"
        + (sent == 0 ? "" : ", " + Humanize.percent((double) rate.getAsLong() / sent) + " of their total rate");
  }
}
