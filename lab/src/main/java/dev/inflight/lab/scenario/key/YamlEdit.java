package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.key.Overrides.Replacement;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
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

/** Inserts a command-line value into a scenario's tree. The place of new nodes is the option, so that errors name it. */
public final class YamlEdit {
  private static final String RATE = "rate";

  private final InputText text;
  private final Function<String, List<String>> others;
  private final SourceLocation option;
  private final Optional<Mark> mark;
  private final KeyPath place;
  private final Node value;

  private YamlEdit(InputText text, Replacement replacement, Function<String, List<String>> others) {
    this.text = text;
    this.others = others;
    option = replacement.option();
    mark = Optional.of(new Mark(option.mark(), 0, 0, 0, new int[0], 0));
    place = KeyPath.of(replacement.key());
    value = replacement.node().orElseGet(() -> word(replacement.isYaml() ? "" : replacement.value()));
  }

  /**
   * Returns the tree with all replacements.
   *
   * @param text file of the tree
   * @param others returns the default specs of a key that the tree lacks; none for a required key
   */
  static Node apply(InputText text, Node root, Overrides replacements, Function<String, List<String>> others) {
    Node edited = root;
    for (Replacement replacement : replacements.outermostFirst()) {
      var edit = new YamlEdit(text, replacement, others);
      edited = SweptPlaces.without(edited instanceof MappingNode mapping ? edit.put(mapping, ScenarioKeys.LAYOUT, 0) : edited,
          edit.place);
    }
    return edited; // the reader reports a tree without keys
  }

  /** Returns a scenario of replacements only. */
  static Node alone(InputText text, Overrides replacements, Function<String, List<String>> others) {
    return apply(text, new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK), replacements, others);
  }

  private Node put(@Nullable Node in, Layout layout, int depth) {
    List<String> steps = place.steps();
    if (depth == steps.size()) {
      return value;
    }
    String step = steps.get(depth);
    return switch (layout) {
      case Layout.Entries entries -> {
        MappingNode mapping = in instanceof MappingNode there ? there : map(List.of());
        yield put(mapping, step, put(find(mapping, step), KeyPath.within(entries, step), depth + 1));
      }
      case Layout.Items items -> entry(in, items, depth);
      case Layout.Rated rated -> marking(in, rated, depth);
      case Layout.Named named -> parameter(in, named, depth);
      case Layout.Value _ when depth == 1 && !ScenarioKeys.ALL.contains(steps.getFirst()) ->
        put(map(List.of()), Layout.values(), depth); // the reader reports an unknown key
      case Layout.Value _ -> throw option.error(before(depth) + " has no entries; set " + before(depth));
    };
  }

  /** Returns the text of the steps before this one. */
  private String before(int depth) {
    return String.join(".", place.steps().subList(0, depth));
  }

  private Node entry(@Nullable Node in, Layout.Items items, int depth) {
    Node list = in == null ? others(depth) : in;
    // one value without brackets
    var entries = new ArrayList<>(list instanceof SequenceNode sequence ? sequence.getValue() : List.of(list));
    int index = index(place.steps().get(depth), depth, entries, items.entry());
    entries.set(index, put(entries.get(index), items.entry(), depth + 1));
    return list(entries);
  }

  private int index(String step, int depth, List<Node> entries, Layout entry) {
    String list = before(depth);
    if (entries.isEmpty()) {
      throw option.error(list + " is an empty list, so there is no entry to set; set " + list);
    }
    if (!step.matches("0|[1-9]\\d{0,8}")) {
      String meant = entry instanceof Layout.Named named
          ? IntStream.range(0, entries.size()).filter(at -> hasParameter(named, entries.get(at), step))
              .mapToObj(at -> "; set " + list + "." + at + "." + step).findFirst().orElse("")
          : "";
      throw option.error(list + " is a list: its " + numbers(entries) + ", not " + Quoted.of(step) + meant);
    }
    int index = Integer.parseInt(step);
    if (index >= entries.size()) {
      throw option.error("there is no entry " + index + " in " + list + ": its " + numbers(entries));
    }
    return index;
  }

  private static String numbers(List<Node> entries) {
    return entries.size() == 1 ? "only entry is 0" : "entries are 0 to " + (entries.size() - 1);
  }

  private static boolean hasParameter(Layout.Named named, Node entry, String parameter) {
    return entry instanceof ScalarNode scalar
        && named.binder().hasParameter(scalar.getValue().replaceAll("\\(.*", "").strip(), parameter);
  }

  /** Returns a choice with one parameter replaced. Other parameters do not change, and relative file names keep their folder. */
  private Node parameter(@Nullable Node in, Layout.Named named, int depth) {
    if (depth + 1 < place.steps().size()) {
      throw option.error(before(depth + 1) + " has no entries; set " + before(depth + 1));
    }
    var written = new YamlNode(text, before(depth), in == null ? others(depth) : in);
    Spec spec = named.binder().checkNames(written.text(word -> Spec.parse(word, written.place())), written.place());
    String parameter = named.binder().parameter(spec, place.steps().get(depth), option);
    String word = new YamlNode(text, place.key(), value).text(one -> one);
    return word(spec.withAbsolutePaths(written).with(parameter, word).format());
  }

  /** Returns the default value of a key that the tree lacks. */
  private Node others(int depth) {
    String key = before(depth);
    List<String> specs = others.apply(key);
    if (specs.isEmpty()) {
      throw option.error(key + " is not set, so there is nothing in it to change; set " + key);
    }
    return specs.size() == 1 ? word(specs.getFirst()) : list(specs.stream().<Node>map(this::word).toList());
  }

  /**
   * Thresholds of all ports of a rate are found by the rate, {@code 100Gbps} or {@code 100Gbps.kmax}; those of fewer ports by
   * their number from 0: {@code 1.kmax}.
   */
  private Node marking(@Nullable Node before, Layout.Rated rated, int depth) {
    String rate = place.steps().get(depth);
    var items = new ArrayList<>(before instanceof SequenceNode sequence ? sequence.getValue() : List.of());
    if (rate.matches("\\d+") && !items.isEmpty()) {
      int at = index(rate, depth, items, rated.entry());
      items.set(at, put(items.get(at), rated.entry(), depth + 1));
      return list(items);
    }
    long wanted = option.check(() -> Units.rate(rate));
    OptionalInt found = IntStream.range(0, items.size()).filter(at -> isOf(items.get(at), wanted)).findFirst();
    if (depth + 1 < place.steps().size()) {
      int at = found.orElseThrow(() -> option.error("no thresholds are set for " + rate + "; set all three, as in ecn." + rate
          + "='{kmin: 100KB, kmax: 400KB, pmax: 0.2}'"));
      items.set(at, put(items.get(at), rated.entry(), depth + 1));
      return list(items);
    }
    Node item = value instanceof MappingNode mapping ? withRate(mapping, rate) : value;
    if (found.isPresent()) {
      items.set(found.getAsInt(), item);
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
    if (item instanceof MappingNode mapping && isWide(mapping) && find(mapping, RATE) instanceof ScalarNode written) {
      try {
        return Units.rate(written.getValue()) == rate;
      } catch (IllegalArgumentException wrong) {
        return false; // the reader reports it
      }
    }
    return false;
  }

  private static boolean isWide(MappingNode entry) {
    return EcnText.isWide(entry.getValue().stream().map(NodeTuple::getKeyNode).filter(ScalarNode.class::isInstance)
        .map(key -> ((ScalarNode) key).getValue()).collect(Collectors.toSet()));
  }

  private static @Nullable Node find(MappingNode mapping, String key) {
    return mapping.getValue().stream().filter(tuple -> isKey(tuple, key)).map(NodeTuple::getValueNode).findFirst().orElse(null);
  }

  /** Returns the value of a file's key; null without the key. */
  static @Nullable YamlNode find(YamlNode root, String key) {
    Node value = root.node() instanceof MappingNode mapping ? find(mapping, key) : null;
    return value == null ? null : new YamlNode(root.text(), key, value);
  }

  /** Reports whether an entry has this key. */
  static boolean isKey(NodeTuple tuple, String key) {
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
