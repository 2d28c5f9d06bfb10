package dev.inflight.lab.fabric;

import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.csv.CsvCells;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.BitSet;

/** Writes a topology as lines of a table or of DOT. Numbers of nodes appear only where their order does not show them. */
final class CableListWriter {
  private CableListWriter() {
  }

  /** Returns a line for each cable, with the ports that the order of cables implies, and a line for each node without cables. */
  static String csv(Topology topology) {
    boolean loss = topology.links().stream().anyMatch(link -> link.lossRate() > 0);
    boolean numbered = !isInOrder(topology);
    var text = new StringBuilder("a,a_port,b,b_port,rate,delay").append(loss ? ",loss" : "").append(",a_role,b_role")
        .append(numbered ? ",a_number,b_number" : "").append('\n');
    int[] ports = new int[topology.nodeCount()];
    for (Link link : topology.links()) {
      text.append(CsvCells.quote(topology.names().name(link.a()))).append(',').append(++ports[link.a()]).append(',')
          .append(CsvCells.quote(topology.names().name(link.b()))).append(',').append(++ports[link.b()]).append(',')
          .append(Units.formatRate(link.rateBitsPerSec())).append(',').append(Units.formatTime(link.delayPs()));
      text.append(loss ? "," + Units.formatReal(link.lossRate()) : "").append(',').append(topology.kind(link.a())).append(',')
          .append(topology.kind(link.b())).append(numbered ? "," + link.a() + "," + link.b() : "").append('\n');
    }
    for (int node = 0; node < ports.length; node++) {
      if (ports[node] == 0) {
        text.append(CsvCells.quote(topology.names().name(node))).append(",,,,,").append(loss ? "," : "").append(',')
            .append(topology.kind(node)).append(',').append(numbered ? "," + node + "," : "").append('\n');
      }
    }
    return text.toString();
  }

  /** Reports whether hosts come first, and cables name the hosts, and the switches, in the order of their numbers. */
  private static boolean isInOrder(Topology topology) {
    var named = new BitSet();
    int host = 0;
    int other = topology.hostCount();
    for (Link link : topology.links()) {
      for (int node : new int[] {link.a(), link.b()}) {
        if (!named.get(node)) {
          int next = topology.isSwitch(node) ? other++ : host++;
          if (node != next) {
            return false;
          }
          named.set(node);
        }
      }
    }
    return named.cardinality() == topology.nodeCount();
  }

  static boolean hostsFirst(Topology topology) {
    for (int node = 0; node < topology.hostCount(); node++) {
      if (topology.isSwitch(node)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the nodes in the order of their numbers, then the cables. */
  static String dot(Topology topology) {
    boolean numbered = !hostsFirst(topology);
    var text = new StringBuilder("graph {\n");
    for (int node = 0; node < topology.nodeCount(); node++) {
      text.append("  ").append(quote(topology.names().name(node))).append(" [role=").append(topology.kind(node))
          .append(numbered ? ", number=" + node : "").append(topology.isSwitch(node) ? ", shape=box" : "").append("];\n");
    }
    for (Link link : topology.links()) {
      text.append("  ").append(quote(topology.names().name(link.a()))).append(" -- ")
          .append(quote(topology.names().name(link.b()))).append(" [rate=\"").append(Units.formatRate(link.rateBitsPerSec()))
          .append("\", delay=\"").append(Units.formatTime(link.delayPs())).append('"')
          .append(link.lossRate() > 0 ? ", loss=" + Units.formatReal(link.lossRate()) : "").append("];\n");
    }
    return text.append("}\n").toString();
  }

  private static String quote(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
