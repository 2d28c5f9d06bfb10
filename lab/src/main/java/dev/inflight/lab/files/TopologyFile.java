package dev.inflight.lab.files;

import dev.inflight.lab.files.ns3.Ns3Units;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Topology file of the HPCC authors' simulator and its forks: a line of counts ({@link TopologyHeader}); the switches' numbers;
 * then one cable a line, {@code a b rate delay loss}. Cables beyond the announced number are not read. htsim's files differ in
 * the first word.
 */
final class TopologyFile {
  // Addresses contain 16 bits of a node's number.
  static final int MAX_NODES = 1 << 16;
  private static final String HTSIM = ".topo";
  private static final int DIGITS_OF_SWITCH = 5;
  private static final int LINK_WORDS = 5;
  private static final int FLOODGATE_LINK_WORDS = 4;
  private static final String LINK = "node node rate delay loss-rate";
  private static final String FLOODGATE_LINK = "node node Gb/s ns";

  private final List<Tokens> lines;
  private final TopologyHeader header;
  private final BitSet switches = new BitSet();
  private int next = 1;

  private TopologyFile(List<Tokens> lines) {
    this.lines = lines;
    header = TopologyHeader.read(lines.getFirst());
  }

  /** Reads a topology. */
  static Topology read(InputText text) {
    List<Tokens> lines = text.fields();
    boolean counts = TopologyHeader.mayBegin(lines.getFirst().words());
    if (!counts && text.path().toString().endsWith(HTSIM) || HtsimKeys.mayBegin(lines.getFirst())) {
      return HtsimTopology.build(lines);
    }
    var file = new TopologyFile(lines);
    file.readSwitches();
    return new Topology(file.header.nodes(), file.switches, file.readLinks());
  }

  private void readSwitches() {
    int most = header.switches() + header.moreSwitches();
    int found = 0;
    while (next < lines.size() && isListOfSwitches(lines.get(next), found, most)) {
      Tokens line = lines.get(next);
      for (int at = 0; at < line.count(); at++) {
        int id = node(line, at, "switch");
        if (switches.get(id)) {
          throw line.place().error("switch " + id + " is listed twice");
        }
        switches.set(id);
        found++;
      }
      next++;
    }
    if (found != header.switches() && found != most) {
      SourceLocation place = next > 1 ? lines.get(next - 1).place() : header.place();
      throw place.error("the number of switches in line " + header.place().line() + " is " + header.switches()
          + (most > header.switches() ? ", or " + most + " with the third number" : "") + ", found " + found);
    }
  }

  /** Reports whether a line lists switches: whole numbers only. Such a cable follows all switches, and its rate is no switch. */
  private boolean isListOfSwitches(Tokens line, int found, int most) {
    return line.words().stream().allMatch(word -> word.matches("[+-]?\\d+")) && (found < header.switches()
        || line.count() != header.linkWords() || found < most && line.word(2).length() <= DIGITS_OF_SWITCH);
  }

  private List<Link> readLinks() {
    var links = new ArrayList<Link>();
    while (next < lines.size() && links.size() < header.links()) {
      links.add(header.linkWords() == FLOODGATE_LINK_WORDS ? floodgateLink(lines.get(next)) : link(lines.get(next)));
      next++;
    }
    if (links.size() < header.links()) {
      throw header.place().error("the number of links is " + header.links() + ", found " + links.size());
    }
    TrailingLines.warn(lines, next, "link", links.size(), header.place());
    return links;
  }

  private Link link(Tokens line) {
    line.require(LINK_WORDS, LINK);
    int a = node(line, 0, "node");
    int b = node(line, 1, "node");
    long rate = Ns3Units.rate(line.place(), line.word(2));
    long delay = Ns3Units.time(line.place(), line.word(3));
    double loss = line.fraction(4, "loss rate");
    return line.place().check(() -> new Link(a, b, rate, delay, loss));
  }

  private Link floodgateLink(Tokens line) {
    line.require(FLOODGATE_LINK_WORDS, FLOODGATE_LINK);
    int a = node(line, 0, "node");
    int b = node(line, 1, "node");
    long rate = Ns3Units.rate(line.place(), line.word(2) + "Gbps");
    long delay = Ns3Units.time(line.place(), line.word(3) + "ns");
    return line.place().check(() -> new Link(a, b, rate, delay, 0));
  }

  private int node(Tokens line, int index, String what) {
    long node = line.whole(index, what, Long.MIN_VALUE, Long.MAX_VALUE);
    if (node < 0 || node >= header.nodes()) {
      throw line.place().error(what + " " + node + " does not exist; nodes are 0 to " + (header.nodes() - 1));
    }
    return (int) node;
  }
}
