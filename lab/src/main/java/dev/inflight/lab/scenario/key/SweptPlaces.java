package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Declaration of {@code sweep}: places of the scenario with lists of values to try. */
public final class SweptPlaces {
  /** Name of the key. */
  public static final String NAME = "sweep";
  static final ScenarioKey KEY = new ScenarioKey(NAME,
      "values to try: keys of the scenario, each with a list; inflight sweep runs each combination", Shape::lists, false,
      Layout.VALUE, SweptPlaces::refuse, _ -> null);

  private SweptPlaces() {
  }

  /**
   * Returns the places and their values, in the order of the file.
   *
   * @param faults receives the errors in their names
   */
  public static Map<String, YamlNode> of(YamlNode value, Faults faults) {
    if (!value.isMap()) {
      throw value.place().error("sweep must be keys and their lists of values, as in {scheme: [hpcc, dcqcn], seed: [1, 2, 3]}");
    }
    return value.entries(SweptPlaces::place, faults);
  }

  private static String place(YamlNode key) {
    String name = key.text(word -> word);
    List<String> steps = KeyPath.of(name).steps();
    List<String> known = ScenarioKeys.ALL.stream().filter(one -> !one.equals(NAME)).toList();
    key.requireKnown(steps.getFirst(), known, ScenarioKeys.OPTIONS);
    return name;
  }

  /** Rejects lists of values by one rule for all places: a run needs single values. */
  private static void refuse(YamlNode value, ScenarioKey.Reading reading) {
    Map<String, YamlNode> places = of(value, reading.faults());
    if (!places.isEmpty()) {
      throw value.place().error(
          "a run takes one value for " + String.join(", ", places.keySet()) + "; to try a list of values, use inflight sweep");
    }
  }

  /** Returns the tree without a place to sweep, because the place's value is set. */
  static Node without(Node root, KeyPath place) {
    if (!(root instanceof MappingNode mapping)) {
      return root;
    }
    List<NodeTuple> tuples = mapping.getValue().stream()
        .map(tuple -> YamlEdit.isKey(tuple, NAME) && tuple.getValueNode() instanceof MappingNode places
            ? new NodeTuple(tuple.getKeyNode(), withoutPlace(places, place))
            : tuple)
        .filter(tuple -> !(YamlEdit.isKey(tuple, NAME) && tuple.getValueNode() instanceof MappingNode left
            && left.getValue().isEmpty()))
        .toList(); // it contains no list
    return with(mapping, tuples);
  }

  private static Node withoutPlace(MappingNode places, KeyPath place) {
    return with(places, places.getValue().stream()
        .filter(one -> !(one.getKeyNode() instanceof ScalarNode name && KeyPath.of(name.getValue().strip()).is(place))).toList());
  }

  private static MappingNode with(MappingNode mapping, List<NodeTuple> tuples) {
    return new MappingNode(Tag.MAP, true, tuples, FlowStyle.BLOCK, mapping.getStartMark(), mapping.getEndMark());
  }
}
