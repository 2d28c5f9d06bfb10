package dev.inflight.lab.fabric;

import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.server.SwitchTiers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a topology with numbers for nodes: the format of the HPCC authors' simulator, and that of SimAI. */
final class NumberedFiles {
  /** Largest number of nodes, as addresses there contain 16 bits of a node's number. */
  private static final int MOST_NODES = 1 << 16;
  private static final String GPU = "H100";

  private NumberedFiles() {
  }

  static String authors(Topology topology) {
    requireFew(topology);
    int switches = topology.nodeCount() - topology.hostCount();
    return topology.nodeCount() + " " + switches + " " + topology.links().size() + "\n" + switches(topology) + cables(topology);
  }

  /** Returns SimAI's form, with server switches as NVSwitches. It numbers GPUs first, then NVSwitches, then other nodes. */
  static String simAi(Topology topology) {
    requireFew(topology);
    if (!CableListWriter.hostsFirst(topology)) {
      throw new IllegalArgumentException("SimAI numbers GPUs first, and here a switch has a lower number than a host");
    }
    var tiers = new SwitchTiers(topology);
    List<Integer> inServers = IntStream.range(0, topology.nodeCount()).filter(tiers::isInServer).boxed().toList();
    int gpus = topology.hostCount();
    if (!inServers.isEmpty() && inServers.getLast() - inServers.size() + 1 != gpus) {
      throw new IllegalArgumentException(
          "SimAI numbers the switches inside servers right after the GPUs, and here other switches come between them");
    }
    int perServer = 1;
    if (!inServers.isEmpty()) {
      List<List<Link>> links = topology.linksOfNodes();
      List<Long> sizes = inServers.stream().map(each -> links.get(each).stream()
          .map(link -> link.a() == each ? link.b() : link.a()).filter(peer -> !topology.isSwitch(peer)).distinct().count())
          .distinct().toList();
      long servers = inServers.size();
      if (sizes.size() != 1 || sizes.getFirst() * servers % gpus != 0) {
        throw new IllegalArgumentException("SimAI has the same number of GPUs in every server, and here servers have "
            + sizes.stream().map(String::valueOf).collect(Collectors.joining(" and ")));
      }
      perServer = sizes.getFirst().intValue();
    }
    int others = topology.nodeCount() - gpus - inServers.size();
    return topology.nodeCount() + " " + perServer + " " + inServers.size() + " " + others + " " + topology.links().size() + " "
        + GPU + "\n" + switches(topology) + cables(topology);
  }

  private static void requireFew(Topology topology) {
    if (topology.nodeCount() > MOST_NODES) {
      throw new IllegalArgumentException("this format has up to " + MOST_NODES + " nodes, and these are " + topology.nodeCount()
          + "; csv, dot, graphml and json have more");
    }
  }

  private static String switches(Topology topology) {
    String list = IntStream.range(0, topology.nodeCount()).filter(topology::isSwitch).mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
    return list.isEmpty() ? "" : list + "\n";
  }

  private static String cables(Topology topology) {
    var text = new StringBuilder();
    for (Link link : topology.links()) {
      text.append(link.a()).append(' ').append(link.b()).append(' ').append(Units.formatRate(link.rateBitsPerSec())).append(' ')
          .append(Units.formatTime(link.delayPs())).append(' ').append(Units.formatReal(link.lossRate())).append('\n');
    }
    return text.toString();
  }
}
