package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.key.Overrides.Replacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Puts a value of the command line into a scenario's tree. The new nodes know the option that they come from, so what is wrong with
 * them is reported there, by the same code that reads the file.
 */
public final class YamlEdit {
  private static final String ECN = "ecn";
  private static final String RATE = "rate";
  private static final Set<String> THRESHOLDS = Set.of("kmin", "kmax", "pmax");

  private final SourceLocation option;
  private final Optional<Mark> mark;
  private final Node value;

  private YamlEdit(Replacement replacement) {
    option = replacement.option();
    mark = Optional.of(new Mark(option.toString(), 0, 0, 0, new int[0], 0));
    value = (replacement.isYaml() ? YamlNode.parse(replacement.value(), option) : Optional.<Node>empty())
        .orElseGet(() -> word(replacement.isYaml() ? "" : replacement.value()));
  }

  /** The tree with all replacements. */
  public static Node apply(Node root, Overrides replacements) {
    Node edited = root;
    for (Replacement replacement : replacements.list()) {
      edited = new YamlEdit(replacement).at(edited, replacement.key());
    }
    return edited;
  }

  /** A scenario of replacements only. */
  public static Node alone(Overrides replacements) {
    return apply(new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK), replacements);
  }

  private Node at(Node root, String key) {
    if (!(root instanceof MappingNode mapping)) {
      return root; // whoever reads it says so
    }
    if (key.startsWith(ECN + ".")) {
      return put(mapping, ECN, marking(find(mapping, ECN), key.substring(ECN.length() + 1)));
    }
    String[] path = key.split("\\.", -1);
    if (path.length > 1 && ScenarioKeys.ALL.contains(path[0]) && !ScenarioKeys.isMap(path[0]) && !ScenarioKeys.isList(path[0])) {
      throw option.error(path[0] + " has no entries; set " + path[0]);
    }
    return put(mapping, path, 0);
  }

  private Node put(@Nullable Node in, String[] path, int depth) {
    if (depth == path.length) {
      return value;
    }
    String key = path[depth];
    if (in instanceof SequenceNode sequence) {
      var items = new ArrayList<>(sequence.getValue());
      int index = index(path[depth - 1], key, items.size());
      items.set(index, put(items.get(index), path, depth + 1));
      return list(items);
    }
    if (in instanceof ScalarNode && depth == 1 && ScenarioKeys.isList(path[0])) { // the only entry, without brackets
      index(path[0], key, 1);
      return put(in, path, depth + 1);
    }
    MappingNode mapping = in instanceof MappingNode there ? there : map(List.of());
    return put(mapping, key, put(find(mapping, key), path, depth + 1));
  }

  private int index(String list, String key, int size) {
    if (!key.matches("\\d{1,9}")) {
      throw option.error(list + " is a list: its entries are 0 to " + (size - 1) + ", not " + Quoted.of(key));
    }
    int index = Integer.parseInt(key);
    if (index >= size) {
      throw option.error("there is no entry " + index + ": " + list + " has the entries 0 to " + (size - 1));
    }
    return index;
  }

  /** Thresholds are found by their rate: {@code 100Gbps}, or {@code 100Gbps.kmax}. */
  private Node marking(@Nullable Node before, String rateAndKey) {
    int dot = rateAndKey.lastIndexOf('.');
    String key = dot > 0 && THRESHOLDS.contains(rateAndKey.substring(dot + 1)) ? rateAndKey.substring(dot + 1) : null;
    String rate = key == null ? rateAndKey : rateAndKey.substring(0, dot);
    long wanted = option.check(() -> Units.rate(rate));
    var items = new ArrayList<>(before instanceof SequenceNode sequence ? sequence.getValue() : List.of());
    OptionalInt place = IntStream.range(0, items.size()).filter(at -> isOf(items.get(at), wanted)).findFirst();
    if (key != null) {
      int at = place.orElseThrow(() -> option.error("no thresholds are set for " + rate + "; set all three, as in ecn." + rate
          + "='{kmin: 100KB, kmax: 400KB, pmax: 0.2}'"));
      items.set(at, put((MappingNode) items.get(at), key, value));
      return list(items);
    }
    Node item = value instanceof MappingNode mapping ? withRate(mapping, rate) : value;
    if (place.isPresent()) {
      items.set(place.getAsInt(), item);
    } else {
      items.add(item);
    }
    return list(items);
  }

  private Node withRate(MappingNode thresholds, String rate) {
    var tuples = new ArrayList<NodeTuple>();
    tuples.add(new NodeTuple(word(RATE), word(rate)));
    tuples.addAll(thresholds.getValue());
    return map(tuples);
  }

  private static boolean isOf(Node item, long rate) {
    if (item instanceof MappingNode mapping && find(mapping, RATE) instanceof ScalarNode written) {
      try {
        return Units.rate(written.getValue()) == rate;
      } catch (IllegalArgumentException wrong) {
        return false; // whoever reads it says so
      }
    }
    return false;
  }

  private static @Nullable Node find(MappingNode mapping, String key) {
    return mapping.getValue().stream().filter(tuple -> isKey(tuple, key)).map(NodeTuple::getValueNode).findFirst().orElse(null);
  }

  private static boolean isKey(NodeTuple tuple, String key) {
    return tuple.getKeyNode() instanceof ScalarNode name && name.getValue().strip().equals(key);
  }

  private Node put(MappingNode mapping, String key, Node entry) {
    var tuples = new ArrayList<>(mapping.getValue());
    int before = IntStream.range(0, tuples.size()).filter(at -> isKey(tuples.get(at), key)).findFirst().orElse(-1);
    if (before < 0) {
      tuples.add(new NodeTuple(word(key), entry));
    } else {
      tuples.set(before, new NodeTuple(tuples.get(before).getKeyNode(), entry));
    }
    return new MappingNode(Tag.MAP, true, tuples, FlowStyle.BLOCK, mapping.getStartMark().or(() -> mark), mark);
  }

  private Node word(String text) {
    return new ScalarNode(Tag.STR, true, text, ScalarStyle.PLAIN, mark, mark);
  }

  private MappingNode map(List<NodeTuple> tuples) {
    return new MappingNode(Tag.MAP, true, tuples, FlowStyle.BLOCK, mark, mark);
  }

  private Node list(List<Node> items) {
    return new SequenceNode(Tag.SEQ, true, items, FlowStyle.BLOCK, mark, mark);
  }
}
