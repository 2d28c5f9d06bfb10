package dev.inflight.lab.cables;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.names.NodeName;
import dev.inflight.lab.scenario.names.NodeReference;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.name.GivenNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Topology of a stated fabric. Node numbers follow the order in which the file names the nodes, hosts first. Where the file
 * states numbers, they determine the order; gaps are closed.
 */
public final class CableFabric {
  /** Name of the scenario's parameter for the rate of cables. */
  public static final String RATE = "rate";
  /** Name of the scenario's parameter for the delay of cables. */
  public static final String DELAY = "delay";

  private final StatedFabric fabric;
  private final CableDefaults defaults;
  private final Faults faults = new Faults();

  private CableFabric(StatedFabric fabric, CableDefaults defaults) {
    this.fabric = fabric;
    this.defaults = defaults;
  }

  /**
   * Builds the topology, and warns of legal but unusual properties.
   *
   * @throws dev.inflight.lab.read.InputError when the fabric is inconsistent or incomplete; the message lists all such places
   */
  public static Topology build(StatedFabric fabric, CableDefaults defaults) {
    return new CableFabric(fabric, defaults).build();
  }

  /** Returns which of {@link #RATE} and {@link #DELAY} a fabric does not state for all of its cables. */
  public static List<String> missing(StatedFabric fabric) {
    List<StatedCable> cables = new CableFabric(fabric, CableDefaults.NONE).joined();
    var missing = new ArrayList<String>();
    if (cables.stream().anyMatch(cable -> cable.rateBitsPerSec() == StatedCable.NOT_STATED)) {
      missing.add(RATE);
    }
    if (cables.stream().anyMatch(cable -> cable.delayPs() == StatedCable.NOT_STATED)) {
      missing.add(DELAY);
    }
    return missing;
  }

  /** Returns each cable once, with the values of all its entries. */
  private List<StatedCable> joined() {
    return new CableRepeats(fabric, faults)
        .cables(fabric.isDirected() ? new CableDirections(fabric, faults).cables() : fabric.cables());
  }

  private Topology build() {
    if (fabric.cables().isEmpty()) {
      throw fabric.file().error("this file has no cables");
    }
    List<StatedCable> cables = joined();
    new FabricChecks(fabric, faults).refuse(cables);
    boolean isNumbered = isNumberedByName();
    Map<Integer, String> spelled = names(isNumbered);
    var missing = new MissingValues(fabric, defaults, faults);
    missing.require(cables);
    faults.sortByLine(fabric.file());
    faults.throwIfAny();
    BitSet hosts = HostRule.hosts(fabric, defaults);
    int[] numberOf = numbers(hosts, isNumbered);
    var switches = new BitSet();
    for (int node = 0; node < numberOf.length; node++) {
      switches.set(numberOf[node], !hosts.get(node));
    }
    var links = new ArrayList<Link>();
    for (StatedCable cable : cables) {
      links.add(cable.place().check(
          () -> new Link(numberOf[cable.a()], numberOf[cable.b()], missing.rate(cable), missing.delay(cable), cable.lossRate())));
    }
    var topology = new Topology(numberOf.length, switches, links);
    FabricChecks.warn(fabric, cables, hosts);
    if (isNumbered) {
      return topology;
    }
    var names = new HashMap<Integer, String>();
    spelled.forEach((node, name) -> names.put(numberOf[node], name));
    return topology.named(new GivenNames(topology.names(), names));
  }

  /** Reports whether the names are the numbers 0 to n - 1, as in generated files. */
  private boolean isNumberedByName() {
    int count = fabric.nodes().size();
    var found = new BitSet();
    for (StatedNode node : fabric.nodes()) {
      if (!node.name().matches("0|[1-9]\\d{0,8}") || Integer.parseInt(node.name()) >= count) {
        return false;
      }
      found.set(Integer.parseInt(node.name()));
    }
    return found.cardinality() == count;
  }

  /** Returns the names of nodes; a name that reads as a number gets the prefix n. */
  private Map<Integer, String> names(boolean isNumbered) {
    var names = new HashMap<Integer, String>();
    var places = new HashMap<String, SourceLocation>();
    for (int at = 0; at < fabric.nodes().size() && !isNumbered; at++) {
      StatedNode node = fabric.nodes().get(at);
      String name = NodeReference.isNumber(node.name()) ? "n" + node.name() : node.name();
      names.put(at, name);
      faults.collect(() -> {
        node.place().check(() -> {
          NodeName.require(name, "a node");
          return name;
        });
        SourceLocation other = places.putIfAbsent(name, node.place());
        if (other != null) {
          throw node.place()
              .error("node " + Quoted.of(node.name()) + " would be called " + Quoted.of(name) + " as another one is, " + other);
        }
      });
    }
    return names;
  }

  /** Returns the nodes' numbers in the topology, by index in the file. */
  private int[] numbers(BitSet hosts, boolean isNumbered) {
    List<StatedNode> nodes = fabric.nodes();
    int[] numbers = new int[nodes.size()];
    int[] stated = nodes.stream().mapToInt(node -> isNumbered ? Integer.parseInt(node.name()) : node.number()).toArray();
    int known = (int) IntStream.of(stated).filter(number -> number != StatedNode.NOT_STATED).count();
    if (known > 0 && known < stated.length) {
      int without = IntStream.range(0, stated.length).filter(at -> stated[at] == StatedNode.NOT_STATED).findFirst().orElse(0);
      throw nodes.get(without).place().error("node " + Quoted.of(nodes.get(without).name()) + " has no number, and " + known
          + " of " + stated.length + " nodes have one; number all nodes or none");
    }
    List<Integer> order = IntStream.range(0, stated.length).boxed()
        .sorted((one,
            other) -> known > 0 ? Integer.compare(stated[one], stated[other]) : Boolean.compare(hosts.get(other), hosts.get(one)))
        .toList();
    for (int number = 0; number < numbers.length; number++) {
      int node = order.get(number);
      if (known > 0 && number > 0 && stated[node] == stated[order.get(number - 1)]) {
        throw nodes.get(node).place().error("nodes " + Quoted.of(nodes.get(order.get(number - 1)).name()) + " and "
            + Quoted.of(nodes.get(node).name()) + " have the same number, " + stated[node]);
      }
      if (known > 0 && stated[node] != number) {
        int shown = number;
        Notices.add(nodes.get(node).place(), "gap of numbers", () -> "numbers of nodes have a gap: "
            + Quoted.of(nodes.get(node).name()) + " with the number " + stated[node] + " becomes node " + shown);
      }
      numbers[node] = number;
    }
    return numbers;
  }

  /** Rates and delays of cables, from the file or else from the scenario. */
  private record MissingValues(StatedFabric fabric, CableDefaults defaults, Faults faults) {
    void require(List<StatedCable> cables) {
      if (defaults.rateBitsPerSec() == 0) {
        require(cables, cable -> cable.rateBitsPerSec() == StatedCable.NOT_STATED, RATE, "rate=400Gbps");
      }
      if (defaults.delayPs() == 0) {
        require(cables, cable -> cable.delayPs() == StatedCable.NOT_STATED, DELAY,
            "delay=" + Units.formatTime(100 * CableUnits.PS_PER_METER));
      }
    }

    /** Collects an error for each cable without a value, but only one if no cable has it, as without its column. */
    private void require(List<StatedCable> cables, Predicate<StatedCable> isMissing, String what, String example) {
      if (cables.size() > 1 && cables.stream().allMatch(isMissing)) {
        faults.add(fabric.header().error("none of the " + cables.size() + " cables has a " + what + fabric.hint(what)
            + "; add it there, or give one for all cables, as in file(..., " + example + ")"));
        return;
      }
      cables.stream().filter(isMissing).forEach(cable -> missing(cable, what, example));
    }

    private void missing(StatedCable cable, String what, String example) {
      faults.add(cable.place()
          .error("the cable from " + Quoted.of(fabric.node(cable.a()).name()) + " to " + Quoted.of(fabric.node(cable.b()).name())
              + " has no " + what + fabric.hint(what) + "; give it there, or one for all such cables, as in file(..., " + example
              + ")"));
    }

    long rate(StatedCable cable) {
      return cable.rateBitsPerSec() == StatedCable.NOT_STATED ? defaults.rateBitsPerSec() : cable.rateBitsPerSec();
    }

    long delay(StatedCable cable) {
      return cable.delayPs() == StatedCable.NOT_STATED ? defaults.delayPs() : cable.delayPs();
    }
  }
}
