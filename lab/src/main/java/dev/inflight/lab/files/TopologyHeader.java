package dev.inflight.lab.files;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import java.util.List;

/**
 * First line of a topology file of the HPCC authors' simulator or one of its forks.
 *
 * @param place place of the line
 * @param nodes number of nodes
 * @param switches number of nodes in the list of switches
 * @param moreSwitches number of further switches: four values are {@code nodes switches ToRs links} in ns3-datacenter, which
 *   lists the ToRs among the switches, and {@code nodes switches WAN-switches links} in IntCC, which lists more switches after
 *   them
 * @param links number of lines of cables that follow
 * @param linkWords number of values of a cable: 5, or 4 in files of Floodgate, {@code node node Gb/s ns}
 */
record TopologyHeader(SourceLocation place, int nodes, int switches, int moreSwitches, long links, int linkWords) {
  private static final String PLAIN = "nodes switches links";
  private static final int LINK_WORDS = 5;
  private static final int FLOODGATE_LINK_WORDS = 4;
  /** Smallest rate of a cable, in bit/s: every number of switches or cables in such a file is smaller. */
  private static final double LEAST_RATE = 1e6;
  private static final String FORMS = PLAIN
      + "; nodes switches ToRs links, also with two rates in bit/s; nodes gpus-per-server NVSwitches"
      + " switches links GPU; or nodes switches hosts-per-rack ToRs cores links";

  /** Reads the line; the number of values, and whether they are words, rates or counts, determine its form. */
  static TopologyHeader read(Tokens line) {
    return switch (line.count()) {
      case 4 -> datacenter(line);
      case 6, 7 -> isNumber(line.word(5)) ? ofNumbers(line) : simAi(line);
      case 5 -> throw line.place().error("expected 3, 4 or 6 values (" + FORMS + "), found 5");
      default -> plain(line);
    };
  }

  private static TopologyHeader plain(Tokens line) {
    line.require(3, PLAIN);
    int nodes = nodes(line);
    return new TopologyHeader(line.place(), nodes, switches(line, 1, nodes), 0, links(line, 2), LINK_WORDS);
  }

  private static TopologyHeader datacenter(Tokens line) {
    int nodes = nodes(line);
    return new TopologyHeader(line.place(), nodes, switches(line, 1, nodes),
        line.whole(2, "number of ToRs or more switches", 0, nodes), links(line, 3), LINK_WORDS);
  }

  private static TopologyHeader ofNumbers(Tokens line) {
    line.require(6, FORMS);
    List<Double> last = List.of(number(line, 4), number(line, 5));
    if (last.stream().allMatch(value -> value >= LEAST_RATE)) {
      return datacenter(line);
    }
    if (last.stream().anyMatch(value -> value >= LEAST_RATE)) {
      throw line.place()
          .error("the last two of six values are either both rates in bit/s (nodes switches ToRs links rate rate) or both"
              + " counts (nodes switches hosts-per-rack ToRs cores links), found " + line.word(4) + " and " + line.word(5));
    }
    int nodes = nodes(line);
    int switches = switches(line, 1, nodes);
    line.whole(2, "number of hosts in a rack", 0, nodes);
    line.whole(3, "number of ToRs", 0, switches);
    line.whole(4, "number of core switches", 0, switches);
    return new TopologyHeader(line.place(), nodes, switches, 0, links(line, 5), FLOODGATE_LINK_WORDS);
  }

  /** Reads SimAI's header. NVSwitches are switches, listed with the others; all other nodes are GPUs, which are hosts. */
  private static TopologyHeader simAi(Tokens first) {
    int nodes = nodes(first);
    int gpusPerServer = first.whole(1, "number of GPUs in a server", 1, nodes);
    int nvSwitches = first.whole(2, "number of NVSwitches", 0, nodes);
    int switches = switches(first, 3, nodes);
    long links = links(first, 4);
    int gpus = nodes - nvSwitches - switches;
    if (gpus < 0) {
      throw first.place().error(nvSwitches + " NVSwitches and " + switches + " switches are more than all " + nodes + " nodes");
    }
    if (gpus % gpusPerServer != 0) {
      throw first.place().error(nodes + " nodes without " + nvSwitches + " NVSwitches and " + switches + " switches are " + gpus
          + " GPUs, which do not fill servers of " + gpusPerServer);
    }
    return new TopologyHeader(first.place(), nodes, nvSwitches + switches, 0, links, LINK_WORDS);
  }

  private static int nodes(Tokens line) {
    return line.whole(0, "number of nodes", 1, TopologyFile.MAX_NODES);
  }

  private static int switches(Tokens line, int at, int nodes) {
    return line.whole(at, "number of switches", 0, nodes);
  }

  private static long links(Tokens line, int at) {
    return line.whole(at, "number of links", 0, Long.MAX_VALUE);
  }

  private static boolean isNumber(String word) {
    return Units.isReal(word);
  }

  private static double number(Tokens line, int at) {
    return line.place().check(() -> Units.real("value " + (at + 1), line.word(at)));
  }

  /** Reports whether words can start the first line of such a file. */
  static boolean mayBegin(List<String> words) {
    return words.size() >= 3 && words.size() <= 7 && words.subList(0, 3).stream().allMatch(word -> word.matches("\\d{1,9}"));
  }
}
