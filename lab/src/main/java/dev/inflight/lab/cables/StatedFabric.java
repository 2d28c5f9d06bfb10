package dev.inflight.lab.cables;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.names.NodeName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Content of a file about a fabric: nodes in the order in which the file names them, and cables. */
public final class StatedFabric {
  /** Most nodes, as in built-in topologies. */
  public static final int MOST_NODES = 1 << 18;
  /** Most cables, as in built-in topologies. */
  public static final int MOST_CABLES = 1 << 21;

  /** Most characters of a name with its blanks. */
  private static final int LONGEST = 1000;

  private final SourceLocation file;
  private SourceLocation header;
  private final boolean isDirected;
  private final List<StatedNode> nodes = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final List<StatedCable> cables = new ArrayList<>();
  private final TreeSet<String> withoutEffect = new TreeSet<>();

  /**
   * Creates a fabric without nodes.
   *
   * @param path the file
   * @param isDirected true if the file may list a cable twice, once for each direction
   */
  public StatedFabric(Path path, boolean isDirected) {
    file = SourceLocation.of(path);
    header = file;
    this.isDirected = isDirected;
  }

  /**
   * Returns the index of the node with this name, and adds the node where the file has not named it before.
   *
   * @throws dev.inflight.lab.read.InputError when the name is empty, or there are too many nodes
   */
  public int node(String written, SourceLocation place) {
    if (written.length() > LONGEST) { // the patterns below would take many seconds
      place.check(() -> {
        NodeName.require(written, "a node");
        return written;
      });
    }
    String name = written.strip().replaceAll("\\s+", " ");
    Integer known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (name.isEmpty()) {
      throw place.error("a node has no name");
    }
    if (nodes.size() == MOST_NODES) {
      throw place.error("more than " + MOST_NODES + " nodes");
    }
    byName.put(name, nodes.size());
    nodes.add(new StatedNode(name, place));
    return nodes.size() - 1;
  }

  /** Node with this index. */
  public StatedNode node(int at) {
    return nodes.get(at);
  }

  /**
   * Sets the role or the number of a node that an attribute states.
   *
   * @throws dev.inflight.lab.read.InputError when the value is invalid
   */
  public void set(int node, CableKey.Field field, String value, SourceLocation place) {
    if (value.isBlank()) {
      return;
    }
    if (field == CableKey.Field.ROLE) {
      nodes.get(node).role(value);
    } else if (field == CableKey.Field.NUMBER) {
      long number = place.check(() -> Units.whole("number", value.strip()));
      if (number < 0 || number >= MOST_NODES) {
        throw place
            .error("number " + number + " of node " + Quoted.of(nodes.get(node).name()) + " is outside 0 to " + (MOST_NODES - 1));
      }
      nodes.get(node).number((int) number, place);
    }
  }

  /**
   * Adds a cable. A cable with both ends at one node is skipped with a warning, because no path leads over it.
   *
   * @throws dev.inflight.lab.read.InputError when there are too many cables
   */
  public StatedCable cable(int a, int b, SourceLocation place) {
    if (a == b) {
      Notices.add(place, "cable to its own node",
          () -> "this cable leads from " + Quoted.of(nodes.get(a).name()) + " to itself; no path uses it, and it is skipped");
      return new StatedCable(place, a, b);
    }
    if (cables.size() == MOST_CABLES) {
      throw place.error("more than " + MOST_CABLES + " cables");
    }
    var cable = new StatedCable(place, a, b);
    cables.add(cable);
    return cable;
  }

  /** Keeps the name of a column or attribute without effect, for the message about a missing rate. */
  public void withoutEffect(String name) {
    if (withoutEffect.size() < 20) {
      withoutEffect.add(name.strip());
    }
  }

  /** Returns a hint for a value that the file does not state: the names without effect that are similar to it. */
  String hint(String meant) {
    return withoutEffect.stream().filter(name -> Suggestion.near(name, List.of(meant), 2).isPresent()).findFirst()
        .map(name -> " (is it column " + Quoted.of(name) + "?)").orElse("");
  }

  /** Sets the place of the line that names the columns. */
  public void header(SourceLocation place) {
    header = place;
  }

  /** Place of the line that names the columns; for files without such a line, the file. */
  SourceLocation header() {
    return header;
  }

  SourceLocation file() {
    return file;
  }

  boolean isDirected() {
    return isDirected;
  }

  List<StatedNode> nodes() {
    return nodes;
  }

  List<StatedCable> cables() {
    return cables;
  }
}
