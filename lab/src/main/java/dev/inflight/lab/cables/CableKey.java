package dev.inflight.lab.cables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Meaning of a table's column, or of an attribute of a node or edge, by its name, such as {@code Source Port},
 * {@code b_interface}, {@code LinkSpeedRaw} or {@code delay_ns}.
 *
 * @param field property that the column or attribute states
 * @param side end of the cable that has the property
 * @param unit unit in the name, in lower case; empty where the name has none
 */
public record CableKey(Field field, Side side, String unit) {
  /** Properties that a column or attribute can state. */
  public enum Field {
    NODE, PORT, RATE, DELAY, LENGTH, LENGTH_UNIT, LOSS, ROLE, NUMBER, OTHER
  }

  /** The end of a cable. */
  public enum Side {
    A, B, NONE
  }

  /** Key of a name without a known meaning. */
  public static final CableKey OTHER = new CableKey(Field.OTHER, Side.NONE, "");

  /** Words of a name: a capital letter starts a word, and so does a digit after a letter. */
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z\u00B5\u03BC]+|[A-Z]+(?![a-z])|\\d+");
  private static final int MOST_LETTERS = 64;

  /** Word for end b of the ends A and Z; alone, it may be a coordinate. */
  private static final String LAST = "z";
  private static final Set<String> ENDS_A = Set.of("a", "source", "src", "from", "local", "1", "left", "near");
  private static final Set<String> ENDS_B = Set.of("b", "target", "dst", "dest", "destination", "to", "remote", "2", "right",
      "far", "peer", "neighbor", "neighbour", LAST);
  /** Words for ends that may be written together with the next word, as in {@code srcport}. */
  private static final List<String> LONG_ENDS = List.of("source", "src", "local", "target", "dst", "remote");
  /** Words that add nothing to the words next to them. */
  private static final Set<String> FILLERS = Set.of("link", "cable", "end", "endpoint", "raw", "id", "value");
  private static final Set<String> RATES = Set.of("rate", "speed", "bandwidth", "bw", "capacity", "datarate", "linkrate",
      "linkspeed", "bitrate");
  private static final Set<String> DELAYS = Set.of("delay", "latency", "propagation", "prop");
  private static final Set<String> LENGTHS = Set.of("length", "distance", "dist", "metres", "meters");
  private static final Set<String> PORTS = Set.of("port", "interface", "intf", "iface", "if", "ifname", "nic", "termination");
  private static final Set<String> ROLES = Set.of("role", "kind", "type", "class", "function", "layer", "tier");
  private static final Set<String> NODES = Set.of("device", "node", "host", "hostname", "switch", "system", "server", "router",
      "parent", "name", "side");
  private static final Map<String, String> UNITS = Map.ofEntries(Map.entry("tbps", "tbps"), Map.entry("tb", "tbps"),
      Map.entry("gbps", "gbps"), Map.entry("gb", "gbps"), Map.entry("gbit", "gbps"), Map.entry("gbits", "gbps"),
      Map.entry("g", "gbps"), Map.entry("mbps", "mbps"), Map.entry("mb", "mbps"), Map.entry("mbit", "mbps"),
      Map.entry("mbits", "mbps"), Map.entry("kbps", "kbps"), Map.entry("bps", "bps"), Map.entry("s", "s"), Map.entry("sec", "s"),
      Map.entry("ms", "ms"), Map.entry("us", "us"), Map.entry("\u00B5s", "us"), Map.entry("\u03BCs", "us"), Map.entry("ns", "ns"),
      Map.entry("ps", "ps"), Map.entry("m", "m"), Map.entry("metres", "m"), Map.entry("meters", "m"), Map.entry("km", "km"),
      Map.entry("cm", "cm"), Map.entry("ft", "ft"), Map.entry("feet", "ft"));

  /** Returns the key of a name. A name that is only the letter z has no meaning. */
  public static CableKey of(String name) {
    CableKey key = ofOtherEnd(name);
    return key.field == Field.NODE && key.side == Side.B && words(name).stream().allMatch(CableKey::isLastOrFiller) ? OTHER : key;
  }

  private static boolean isLastOrFiller(String word) {
    return word.equals(LAST) || FILLERS.contains(word);
  }

  /** Returns the key of a name in a table with an end a, but without another end b; there, the letter z is end b. */
  public static CableKey ofOtherEnd(String name) {
    if (name.length() > MOST_LETTERS) {
      return OTHER;
    }
    Side side = Side.NONE;
    var rest = new ArrayList<String>();
    for (String word : words(name)) {
      if (side == Side.NONE && ENDS_A.contains(word)) {
        side = Side.A;
      } else if (side == Side.NONE && ENDS_B.contains(word)) {
        side = Side.B;
      } else if (!FILLERS.contains(word)) {
        rest.add(word);
      }
    }
    return new CableKey(field(rest, side), side, rest.stream().skip(1).map(UNITS::get).filter(unit -> unit != null).findFirst()
        .orElse(rest.contains("metres") || rest.contains("meters") ? "m" : ""));
  }

  /**
   * Returns the key of a name without a word for an end, as that of end a, if all its words are about a node and its port. Tables
   * of neighbors have such columns for the node itself: {@code hostname,ifname,peerHostname,peerIfname}.
   */
  public static CableKey ofOwnEnd(String name) {
    CableKey key = of(name);
    if (key.side != Side.NONE || name.length() > MOST_LETTERS) {
      return key;
    }
    List<String> words = words(name);
    boolean isNode = words.stream().anyMatch(NODES::contains);
    Set<String> allowed = key.field == Field.ROLE && isNode ? ROLES : PORTS;
    boolean isOwn = !words.isEmpty() && words.stream().allMatch(word -> NODES.contains(word) || allowed.contains(word));
    return isOwn ? new CableKey(key.field == Field.ROLE ? Field.ROLE : ofEnd(words), Side.A, "") : key;
  }

  /** Returns the words of a name, in lower case; there are none if the name is longer than names of columns are. */
  public static List<String> words(String name) {
    if (name.length() > MOST_LETTERS) {
      return List.of();
    }
    var words = new ArrayList<String>();
    Matcher matcher = WORD.matcher(name.strip());
    while (matcher.find()) {
      String word = matcher.group().toLowerCase(Locale.ROOT);
      String end = ENDS_A.contains(word) || ENDS_B.contains(word)
          ? ""
          : LONG_ENDS.stream().filter(word::startsWith).findFirst().orElse("");
      if (!end.isEmpty()) {
        words.add(end);
      }
      words.add(word.substring(end.length()));
    }
    return words;
  }

  private static Field field(List<String> words, Side side) {
    if (words.stream().anyMatch(LENGTHS::contains)) {
      return words.contains("unit") || words.contains("units") ? Field.LENGTH_UNIT : Field.LENGTH;
    }
    boolean first = !words.isEmpty();
    if (first && words.stream().anyMatch(RATES::contains)) {
      return words.contains("loss") || words.contains("error") ? Field.LOSS : words.contains("units") ? Field.OTHER : Field.RATE;
    }
    if (first && words.stream().anyMatch(DELAYS::contains)) {
      return Field.DELAY;
    }
    if (first && words.getFirst().equals("loss")) {
      return Field.LOSS;
    }
    if (words.stream().anyMatch(ROLES::contains)) {
      return Field.ROLE;
    }
    if (words.equals(List.of("number"))) {
      return Field.NUMBER;
    }
    if (side == Side.NONE) {
      return Field.OTHER;
    }
    return ofEnd(words);
  }

  /**
   * Returns the field of an end: the port for {@code Termination A} and {@code side_a_name}, the node for
   * {@code Termination A Device}.
   */
  private static Field ofEnd(List<String> words) {
    if (words.isEmpty()) {
      return Field.NODE;
    }
    boolean device = words.stream().anyMatch(word -> NODES.contains(word) && !word.equals("name") && !word.equals("side"));
    if (device) {
      return words.stream().anyMatch(word -> PORTS.contains(word) && !word.equals("termination")) ? Field.PORT : Field.NODE;
    }
    if (words.stream().anyMatch(PORTS::contains) || words.contains("side") && words.contains("name")) {
      return Field.PORT;
    }
    return words.stream().allMatch(NODES::contains) ? Field.NODE : Field.OTHER;
  }
}
