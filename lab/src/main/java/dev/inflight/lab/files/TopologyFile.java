package dev.inflight.lab.files;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The topology file of the HPCC authors' simulator: {@code nodes switches links}; the numbers of the switches; then a line a
 * cable, {@code a b rate delay loss}. Other simulators' files are told by their first word, or by how many words are in the first line.
 */
final class TopologyFile {
  // Addresses are made of 16 bits of a node's number.
  static final int MAX_NODES = 1 << 16;
  private static final String HTSIM = ".topo";
  private static final String LINK = "node node rate delay loss-rate";
  private static final int LINK_WORDS = 5;

  private final List<Tokens> lines;
  private final SourceLocation header;
  private final int nodes;
  private final int switchCount;
  private final long linkCount;
  private final BitSet switches = new BitSet();
  private int next = 1;

  private TopologyFile(List<Tokens> lines) {
    this.lines = lines;
    Tokens given = lines.getFirst();
    header = given.place();
    Tokens first = given.count() == SimAiTopology.HEADER_WORDS ? SimAiTopology.plainHeader(given) : given;
    first.require(3, "nodes switches links");
    nodes = first.whole(0, "number of nodes", 1, MAX_NODES);
    switchCount = first.whole(1, "number of switches", 0, nodes);
    linkCount = first.whole(2, "number of links", 0, Long.MAX_VALUE);
  }

  /** Reads a topology. */
  static Topology read(Path path) {
    List<Tokens> lines = InputText.read(path).fields();
    if (path.toString().endsWith(HTSIM) || HtsimKeys.mayBegin(lines.getFirst())) {
      return HtsimTopology.build(lines);
    }
    var file = new TopologyFile(lines);
    file.readSwitches();
    return new Topology(file.nodes, file.switches, file.readLinks());
  }

  private void readSwitches() {
    int found = 0;
    while (next < lines.size() && isNumbers(lines.get(next)) && (found < switchCount || lines.get(next).count() != LINK_WORDS)) {
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
    if (found != switchCount) {
      SourceLocation place = next > 1 ? lines.get(next - 1).place() : header;
      throw place.error("the number of switches in line " + header.line() + " is " + switchCount + ", found " + found);
    }
  }

  /** The list of switches holds nothing but whole numbers, a cable does not. */
  private static boolean isNumbers(Tokens line) {
    return line.words().stream().allMatch(word -> word.matches("[+-]?\\d+"));
  }

  private List<Link> readLinks() {
    var links = new ArrayList<Link>();
    for (Tokens line : lines.subList(next, lines.size())) {
      line.require(LINK_WORDS, LINK);
      int a = node(line, 0, "node");
      int b = node(line, 1, "node");
      long rate = line.place().check(() -> Units.rate(line.word(2)));
      long delay = line.place().check(() -> Units.time(line.word(3)));
      double loss = line.fraction(4, "loss rate");
      links.add(line.place().check(() -> new Link(a, b, rate, delay, loss)));
    }
    if (links.size() != linkCount) {
      throw header.error("the number of links is " + linkCount + ", found " + links.size());
    }
    return links;
  }

  private int node(Tokens line, int index, String what) {
    long node = line.whole(index, what, Long.MIN_VALUE, Long.MAX_VALUE);
    if (node < 0 || node >= nodes) {
      throw line.place().error(what + " " + node + " does not exist; nodes are 0 to " + (nodes - 1));
    }
    return (int) node;
  }
}
