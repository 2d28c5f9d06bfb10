package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Lab of containerlab, {@code *.clab.yml}: nodes, and links in the short form ({@code ["a:eth1", "b:eth1"]}) or the extended one.
 * Nodes of kind linux are hosts unless their names, groups or labels show switches; those of other kinds are switches. The
 * {@code vars} of a link state its rate, delay, length and loss. Links that leave the lab, and nodes without links, such as
 * collectors of telemetry, are skipped with a warning.
 */
public final class Containerlab {
  private static final List<String> OUTSIDE = List.of("host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch", "dummy");
  private static final List<String> INSIDE = List.of("veth", "veth-stitch");
  private static final String LINUX = "linux";
  /** Start of an expression of Go's templates. */
  private static final String TEMPLATE = "{{";
  /** Key of mappings that a mapping includes. */
  private static final String MERGE = "<<";
  /** Maximum number of mappings that one mapping includes, and of mappings in one list of them. */
  private static final int MOST_MERGED = 64;

  private final StatedFabric fabric;
  private final YamlNode root;
  private final Faults faults = new Faults();
  private final Set<String> names = new HashSet<>();
  private final Set<String> linked = new HashSet<>();
  private final List<Link> links = new ArrayList<>();

  /** One end of a link. */
  private record End(String node, String port) {
  }

  /** Link between two nodes of the lab. */
  private record Link(YamlNode whole, End a, End b) {
  }

  private Containerlab(InputText text) {
    fabric = new StatedFabric(text.path(), false);
    root = root(text).called("the lab");
  }

  private static YamlNode root(InputText text) {
    try {
      return YamlNode.root(text, node -> node);
    } catch (InputError invalid) {
      for (int line = 1; line <= text.lines().size(); line++) {
        if (text.lines().get(line - 1).contains(TEMPLATE)) {
          throw text.at(line).error("this lab is a template, which containerlab fills in where it has '" + TEMPLATE
              + "'; write the lab with its values");
        }
      }
      throw invalid;
    }
  }

  /**
   * Returns the fabric that a file states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public static StatedFabric read(InputText text) {
    text.requireUtf8();
    return new Containerlab(text).read();
  }

  private StatedFabric read() {
    YamlNode topology = required(root, "topology");
    YamlNode nodes = required(topology, "nodes");
    String usual = get(topology, "defaults").filter(YamlNode::isMap).flatMap(defaults -> text(defaults, "kind")).orElse("");
    var places = new HashMap<String, SourceLocation>();
    pairs(nodes).forEach(node -> faults.collect(() -> {
      String name = node.getKey().text(word -> word);
      names.add(name);
      SourceLocation before = places.putIfAbsent(name, node.getKey().place());
      if (before != null) {
        throw setTwice("node " + Quoted.of(name), before, node.getKey().place());
      }
    }));
    get(topology, "links").ifPresent(links -> links.items().forEach(link -> faults.collect(() -> link(link))));
    for (Map.Entry<YamlNode, YamlNode> node : pairs(nodes)) {
      faults.collect(() -> node(node.getKey(), node.getValue(), usual));
    }
    links.forEach(link -> faults.collect(() -> cable(link)));
    faults.throwIfAny();
    return fabric;
  }

  /** Returns the error of a repeated key: YAML readers differ in which of its values they take. */
  private static InputError setTwice(String what, SourceLocation first, SourceLocation second) {
    return second.error(what + " is set twice, in lines " + first.line() + " and " + second.line());
  }

  private static YamlNode required(YamlNode of, String key) {
    return get(of, key).orElseThrow(() -> of.place().error("'" + key + "' is missing; a lab has topology, with nodes and links"));
  }

  private void node(YamlNode key, YamlNode value, String usual) {
    String name = key.text(word -> word);
    if (!linked.contains(name)) {
      Notices.add(key.place(), "node without links",
          () -> "node " + Quoted.of(name) + " has no link to another node of the lab, and is left out");
      return;
    }
    int node = fabric.node(name, key.place());
    if (!value.isMap()) {
      kind(node, usual, key.place());
      return;
    }
    get(value, "labels").filter(YamlNode::isMap).ifPresent(labels -> pairs(labels).stream()
        .filter(label -> isFilled(label.getKey()) && isFilled(label.getValue())).forEach(label -> {
          CableKey about = CableKey.of(label.getKey().text(word -> word));
          if (about.side() == CableKey.Side.NONE) {
            fabric.set(node, about.field(), label.getValue().text(word -> word), label.getKey().place());
          }
        }));
    text(value, "group").ifPresent(group -> fabric.set(node, CableKey.Field.ROLE, group, key.place()));
    kind(node, text(value, "kind").orElse(usual), key.place());
  }

  /** Sets the kind of a node. A network operating system means a switch; a linux node is a host unless named like a switch. */
  private void kind(int node, String kind, SourceLocation place) {
    if (kind.isEmpty() || kind.equals(LINUX)) {
      fabric.node(node).usuallyHost();
    } else {
      fabric.set(node, CableKey.Field.ROLE, "switch", place);
    }
  }

  private void link(YamlNode link) {
    SourceLocation place = link.place();
    String type = text(link, "type").orElse(INSIDE.getFirst());
    if (OUTSIDE.contains(type)) {
      passOver(place, type);
      return;
    }
    if (!INSIDE.contains(type)) {
      throw place.error(
          "unknown link type " + Quoted.of(type) + "; known: " + String.join(", ", INSIDE) + ", " + String.join(", ", OUTSIDE));
    }
    List<YamlNode> ends = required(link, "endpoints").items();
    if (ends.size() != 2) {
      throw place.error("a link needs two endpoints, found " + ends.size());
    }
    End a = end(ends.get(0));
    End b = end(ends.get(1));
    for (End end : List.of(a, b)) {
      if (OUTSIDE.contains(end.node) && !names.contains(end.node)) {
        passOver(place, end.node);
        return;
      }
      if (!names.contains(end.node)) {
        throw place.error("this link names the node " + Quoted.of(end.node) + ", which the lab does not have");
      }
    }
    links.add(new Link(link, a, b));
    linked.add(a.node);
    linked.add(b.node);
  }

  private void cable(Link link) {
    SourceLocation place = link.whole.place();
    StatedCable cable = fabric.cable(fabric.node(link.a.node, place), fabric.node(link.b.node, place), place);
    cable.port(CableKey.Side.A, link.a.port);
    cable.port(CableKey.Side.B, link.b.port);
    var values = new LinkedHashMap<String, String>();
    get(link.whole, "vars").filter(YamlNode::isMap)
        .ifPresent(vars -> pairs(vars).stream().filter(each -> isFilled(each.getKey()) && isFilled(each.getValue()))
            .forEach(each -> values.put(each.getKey().text(word -> word), each.getValue().text(word -> word))));
    GraphAttributes.edge(fabric, cable, values);
  }

  private static void passOver(SourceLocation place, String type) {
    Notices.add(place, "link out of the lab",
        () -> "this link leads out of the lab, to " + Quoted.of(type) + ", and is passed over");
  }

  /** Returns the node and the port of {@code node:port}, or of keys {@code node} and {@code interface}. */
  private static End end(YamlNode end) {
    if (end.isMap()) {
      return new End(required(end, "node").text(word -> word), text(end, "interface").orElse(""));
    }
    return end.called("an endpoint").text(word -> {
      int colon = word.indexOf(':');
      if (colon <= 0) {
        throw new IllegalArgumentException("an endpoint must be node:port, found " + Quoted.of(word));
      }
      return new End(word.substring(0, colon), word.substring(colon + 1));
    });
  }

  private static Optional<String> text(YamlNode of, String key) {
    return get(of, key).filter(Containerlab::isFilled).map(value -> value.text(word -> word));
  }

  private static boolean isFilled(YamlNode value) {
    return value.node() instanceof ScalarNode scalar && !scalar.getValue().isBlank();
  }

  /** Returns the value of a key, which a mapping merged by {@code <<} may state. */
  private static Optional<YamlNode> get(YamlNode of, String key) {
    List<Map.Entry<YamlNode, YamlNode>> those = pairs(of).stream().filter(pair -> isKey(pair, key)).toList();
    if (those.size() > 1) {
      throw setTwice(Quoted.of(key), those.get(0).getKey().place(), those.get(1).getKey().place());
    }
    return those.stream().map(pair -> pair.getValue().called(key)).findFirst();
  }

  /**
   * Returns the entries of a mapping, and those of mappings that it merges by {@code <<: *a} or {@code <<: [*a, *b]}: a mapping's
   * own entries replace merged ones, and the first merged mapping with a key has its value.
   */
  private static List<Map.Entry<YamlNode, YamlNode>> pairs(YamlNode of) {
    var all = new ArrayList<Map.Entry<YamlNode, YamlNode>>();
    merge(of, all, new HashSet<>(), new HashSet<>());
    return all;
  }

  /**
   * Adds the entries of a mapping under keys that are not set.
   *
   * @param seen mappings with their entries in the list; merged ones may refer to each other, and to one of them many times
   */
  private static void merge(YamlNode of, List<Map.Entry<YamlNode, YamlNode>> all, Set<String> set, Set<Node> seen) {
    if (seen.size() == MOST_MERGED || !seen.add(of.node())) {
      return;
    }
    List<Map.Entry<YamlNode, YamlNode>> pairs = of.pairs();
    var own = new HashSet<String>();
    for (Map.Entry<YamlNode, YamlNode> pair : pairs) {
      String key = isFilled(pair.getKey()) ? pair.getKey().text(word -> word) : "";
      if (!key.equals(MERGE) && !set.contains(key)) {
        all.add(pair);
        own.add(key);
      }
    }
    set.addAll(own);
    pairs.stream().filter(pair -> isKey(pair, MERGE)).map(Map.Entry::getValue)
        .flatMap(value -> value.isList() ? value.items().stream().limit(MOST_MERGED) : Stream.of(value)).filter(YamlNode::isMap)
        .forEach(merged -> merge(merged, all, set, seen));
  }

  private static boolean isKey(Map.Entry<YamlNode, YamlNode> pair, String key) {
    return isFilled(pair.getKey()) && pair.getKey().text(word -> word).equals(key);
  }
}
