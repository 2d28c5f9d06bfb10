package dev.inflight.lab.files;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Tokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of a {@code .topo} file of htsim: a key and a whole number in each line. {@code #} starts a comment, and case does not
 * matter. First come {@code Nodes} (hosts), {@code Tiers} (2 or 3) and {@code Podsize} (hosts in a pod), then for each
 * {@code Tier} from 0 up its keys.
 */
final class HtsimKeys {
  /**
   * Switches of one tier.
   *
   * @param place place of the tier's first line
   * @param gigabits rate of each link down, in Gb/s
   * @param down links down of each switch
   * @param up links up of each switch; 0 for the top tier
   * @param bundle parallel links down to one node
   * @param oversubscribed bits down for each bit up
   * @param linkNs delay of a link down, in nanoseconds
   * @param switchNs time that a packet takes to pass a switch, in nanoseconds
   */
  record Tier(SourceLocation place, long gigabits, int down, int up, int bundle, int oversubscribed, long linkNs, long switchNs) {
  }

  private static final int MOST_GIGABITS = 1_000_000;
  private static final int MOST_NS = 1_000_000_000;
  private static final List<String> HEADER = List.of("Nodes", "Tiers", "Podsize");
  private static final String GIGABITS = "Downlink_speed_Gbps";
  private static final String DOWN = "Radix_Down";
  private static final String UP = "Radix_Up";
  private static final String BUNDLE = "Bundle";
  private static final String RATIO = "Oversubscribed";
  private static final String LINK_NS = "Downlink_Latency_ns";
  private static final String SWITCH_NS = "Switch_Latency_ns";
  private static final List<String> OF_TIER = List.of(GIGABITS, DOWN, UP, BUNDLE, RATIO, LINK_NS, SWITCH_NS);
  private static final String TIER = "Tier";
  private static final String COMMENT = "#";
  private static final List<String> QUEUES = List.of("queue_down", "queue_up");

  /** Lines of the header, or of one tier. */
  private static final class Section {
    private final SourceLocation place;
    private final String name;
    private final Map<String, Tokens> lines = new HashMap<>();

    Section(SourceLocation place, String name) {
      this.place = place;
      this.name = name;
    }

    void add(String key, Tokens line) {
      Tokens before = lines.put(key, line);
      if (before != null) {
        throw line.place().error(key + " of " + name + " is set twice, first in line " + before.place().line());
      }
    }

    int number(String key, int least, int most) {
      Tokens line = lines.get(key);
      if (line == null) {
        throw place.error(name + " has no " + key);
      }
      return line.whole(1, key, least, most);
    }

    int number(String key, int least, int most, int otherwise) {
      return lines.containsKey(key) ? number(key, least, most) : otherwise;
    }
  }

  private final Section header;
  private final List<Tier> tiers = new ArrayList<>();

  private HtsimKeys(Section header) {
    this.header = header;
  }

  /** Reports whether a file with this first line is an htsim topology. */
  static boolean mayBegin(Tokens line) {
    String word = line.words().getFirst();
    return word.startsWith(COMMENT) || HEADER.stream().anyMatch(word::equalsIgnoreCase);
  }

  static HtsimKeys read(List<Tokens> lines) {
    var header = new Section(lines.getFirst().place(), "the header");
    var sections = new ArrayList<Section>();
    for (Tokens written : lines) {
      Tokens line = withoutComment(written);
      if (line.count() == 0) {
        continue;
      }
      line.require(2, "key number");
      if (line.word(0).equalsIgnoreCase(TIER)) {
        int number = line.whole(1, TIER, 0, 2);
        if (number != sections.size()) {
          throw line.place().error("Tier " + number + " is found where Tier " + sections.size() + " is expected");
        }
        sections.add(new Section(line.place(), "tier " + number));
      } else {
        Section into = sections.isEmpty() ? header : sections.getLast();
        into.add(key(line, sections.isEmpty() ? HEADER : OF_TIER), line);
      }
    }
    var keys = new HtsimKeys(header);
    int count = header.number("Tiers", 2, 3);
    if (sections.size() != count) {
      throw header.place.error("Tiers is " + count + ", found " + sections.size());
    }
    for (int number = 0; number < count; number++) {
      keys.tiers.add(tier(sections.get(number), number == count - 1));
    }
    return keys;
  }

  /** Returns the words before a comment, which may have any bytes. */
  private static Tokens withoutComment(Tokens line) {
    return new Tokens(line.place(), line.words().stream().takeWhile(word -> !word.startsWith(COMMENT)).toList());
  }

  private static String key(Tokens line, List<String> known) {
    for (String key : known) {
      if (key.equalsIgnoreCase(line.word(0))) {
        return key;
      }
    }
    if (QUEUES.contains(line.word(0).toLowerCase(Locale.ROOT))) {
      throw line.place().error(line.word(0) + " is not supported: the scenario's buffer sets the shared buffer of switches");
    }
    String near = Suggestion.to(line.word(0), known).map(key -> "; did you mean " + key + "?").orElse("");
    throw line.place()
        .error("unknown key '" + line.word(0) + "'" + near + "; keys here are " + String.join(", ", known) + " and Tier");
  }

  private static Tier tier(Section of, boolean isTop) {
    @Nullable
    Tokens up = of.lines.get(UP);
    if (isTop && up != null) {
      throw up.place().error("Radix_Up of the top tier: no links lead up from there");
    }
    int most = TopologyFile.MAX_NODES;
    return new Tier(of.place, of.number(GIGABITS, 1, MOST_GIGABITS), of.number(DOWN, 1, most), isTop ? 0 : of.number(UP, 1, most),
        of.number(BUNDLE, 1, most, 1), of.number(RATIO, 1, most, 1), of.number(LINK_NS, 0, MOST_NS),
        of.number(SWITCH_NS, 0, MOST_NS, 0));
  }

  /** Place of the file's first line. */
  SourceLocation place() {
    return header.place;
  }

  /** Number of hosts. */
  int nodes() {
    return header.number("Nodes", 1, TopologyFile.MAX_NODES);
  }

  /** Number of hosts in a pod. */
  int podSize() {
    return header.number("Podsize", 1, TopologyFile.MAX_NODES);
  }

  /** Tiers, from the lowest. */
  List<Tier> tiers() {
    return tiers;
  }
}
