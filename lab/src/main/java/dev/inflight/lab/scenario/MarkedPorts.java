package dev.inflight.lab.scenario;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.ecn.PortClasses;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.setup.Priorities;
import dev.inflight.sim.setup.Setup;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks that ports, packets and a rule use each entry of {@code ecn}. */
final class MarkedPorts {
  private static final int CLASSES_NAMED = 6;

  private MarkedPorts() {
  }

  /** Returns one warning about all entries for ports or priorities that the scenario lacks. */
  static Optional<String> unmatched(Setup setup, KeyLocations places) {
    List<PortClass> written = setup.ecn().keySet().stream().filter(of -> places.has(EcnText.key(of))).toList();
    if (written.isEmpty()) {
      return Optional.empty();
    }
    if (!setup.marking().usesThresholds()) {
      return Optional.of(places.of(EcnText.key(written.getFirst())) + ": ecn changes nothing here: marking "
          + setup.marking().name() + " goes by no thresholds");
    }
    TreeSet<PortClass> ports = ports(setup, written.stream().allMatch(PortClass::isWide));
    int priorities = Priorities.inUse(setup);
    List<PortClass> idle = written.stream()
        .filter(of -> ports.stream().noneMatch(port -> of.common(port) != null) || lacksPriority(of, priorities)).toList();
    return idle.stream().findFirst()
        .map(of -> places.of(EcnText.key(of)) + ": the ecn entry {" + EcnText.of(of) + "} marks nothing: "
            + (lacksPriority(of, priorities) ? noPacket(priorities) : noPort(of, ports))
            + (idle.size() == 1
                ? ""
                : " (and "
                    + Humanize.count(idle.size() - 1, "other entry", "other entries") + ": " + idle.stream().skip(1)
                        .map(other -> places.of(EcnText.key(other)).toString()).distinct().collect(Collectors.joining(", "))
                    + ")"));
  }

  private static boolean lacksPriority(PortClass of, int priorities) {
    return of.priority() != PortClass.ANY && (priorities >> of.priority() & 1) == 0;
  }

  /** Classes of all switch ports, at each rate that their cables have or events announce; only wide ones, if these suffice. */
  private static TreeSet<PortClass> ports(Setup setup, boolean wide) {
    Topology topology = setup.topology();
    var classes = new PortClasses(topology);
    var found = new TreeSet<PortClass>();
    for (Topology.Link link : LinkDegraded.statedLinks(topology, setup.events())) {
      add(link.a(), link.b(), link.rateBitsPerSec(), topology, wide ? null : classes, found);
      add(link.b(), link.a(), link.rateBitsPerSec(), topology, wide ? null : classes, found);
    }
    return found;
  }

  private static void add(int node, int peer, long rateBitsPerSec, Topology topology, @Nullable PortClasses classes,
      TreeSet<PortClass> found) {
    if (topology.isSwitch(node)) {
      found.add(classes == null ? PortClass.ofRate(rateBitsPerSec) : classes.of(node, peer, rateBitsPerSec));
    }
  }

  private static String noPacket(int priorities) {
    return "no flow has that priority; flows have " + IntStream.rangeClosed(1, PortClass.MOST_PRIORITIES)
        .filter(priority -> (priorities >> priority & 1) != 0).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String noPort(PortClass of, TreeSet<PortClass> ports) {
    List<String> ofRate = ports.stream().filter(port -> port.rateBitsPerSec() == of.rateBitsPerSec()).map(EcnText::of)
        .map(text -> "{" + text + "}").toList();
    if (ofRate.isEmpty()) {
      return "no port of a switch has that rate; ports have " + ports.stream().map(PortClass::rateBitsPerSec).distinct()
          .limit(CLASSES_NAMED).map(Units::formatRate).collect(Collectors.joining(", "));
    }
    return "no port of a switch is of that class; those of that rate are "
        + ofRate.stream().limit(CLASSES_NAMED).collect(Collectors.joining(", "))
        + (ofRate.size() > CLASSES_NAMED ? " and others" : "");
  }
}
