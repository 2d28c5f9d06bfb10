package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.pfc.Headroom;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Priorities;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Switch ports with cables and peers of one kind, and their PFC settings.
 *
 * @param rateBitsPerSec rate of the cable in bit/s
 * @param delayPs delay of the cable in ps
 * @param toSwitches true if switches are at the other end, otherwise hosts
 * @param ports number of ports
 * @param limits limits of each priority of such a port
 * @param neededBytes least headroom in bytes for which no packet is lost
 * @param profile the profile with these limits
 * @param priorities lossless priorities with this profile, in ascending order; none: all
 */
public record PortKind(long rateBitsPerSec, long delayPs, boolean toSwitches, int ports, PfcLimits limits, long neededBytes,
    PfcProfile profile, List<Integer> priorities) {
  /** A profile and the lossless priorities that have it. */
  private record Group(PfcProfile profile, List<Integer> priorities) {
  }

  /** Cable and the kind of its other end. */
  private record Key(long rateBitsPerSec, long delayPs, boolean toSwitches) {
    /** Explicit method: the JVM would generate classes for a record's own method at each start. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && rateBitsPerSec == key.rateBitsPerSec && delayPs == key.delayPs
          && toSwitches == key.toSwitches;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * rateBitsPerSec + delayPs) + (toSwitches ? 1 : 0));
    }
  }

  /** Returns the kinds of a setup with PFC, in the order of their first ports; none if no priority in use has PFC. */
  public static List<PortKind> of(Setup setup, int frameBytes) {
    PfcRules rules = setup.pfcRules();
    int lossless = rules.setAside(Priorities.inUse(setup), Priorities.hasApart(setup), setup.framing());
    if (!setup.pfc() || lossless == 0) {
      return List.of();
    }
    var counts = new LinkedHashMap<Key, Integer>();
    Topology topology = setup.topology();
    for (Topology.Link link : topology.links()) {
      count(link, topology.isSwitch(link.a()), topology.isSwitch(link.b()), counts);
      count(link, topology.isSwitch(link.b()), topology.isSwitch(link.a()), counts);
    }
    long nicRate = slowestNic(topology);
    var kinds = new ArrayList<PortKind>();
    List<Group> groups = groups(rules, rules.reserving(Priorities.inUse(setup), Priorities.hasApart(setup)));
    for (Map.Entry<Key, Integer> entry : counts.entrySet()) {
      Key key = entry.getKey();
      PfcProfile.Cable cable = rules.cable(key.rateBitsPerSec, key.delayPs, key.toSwitches, setup.framing());
      for (Group group : groups) {
        kinds.add(
            new PortKind(key.rateBitsPerSec, key.delayPs, key.toSwitches, entry.getValue(), group.profile.limits(cable, nicRate),
                Headroom.neededBytes(cable, frameBytes, lossless), group.profile, group.priorities));
      }
    }
    return kinds;
  }

  private static List<Group> groups(PfcRules rules, int lossless) {
    if (rules.byPriority().lossless().isEmpty()) {
      return List.of(new Group(rules.profile(), List.of()));
    }
    var groups = new LinkedHashMap<PfcProfile, List<Integer>>();
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      if ((lossless >> priority & 1) != 0) {
        groups.computeIfAbsent(rules.profile(priority), _ -> new ArrayList<>()).add(priority);
      }
    }
    return groups.entrySet().stream().map(one -> new Group(one.getKey(), one.getValue())).toList();
  }

  private static void count(Topology.Link link, boolean ofSwitch, boolean toSwitch, Map<Key, Integer> counts) {
    if (ofSwitch) {
      counts.merge(new Key(link.rateBitsPerSec(), link.delayPs(), toSwitch), 1, Integer::sum);
    }
  }

  /** Rate by which profiles scale thresholds. */
  private static long slowestNic(Topology topology) {
    return topology.links().stream().filter(link -> !topology.isSwitch(link.a()) || !topology.isSwitch(link.b()))
        .mapToLong(Topology.Link::rateBitsPerSec).min().orElse(Long.MAX_VALUE);
  }

  /** Bytes of a full data frame without telemetry: the largest of all classes, because they share the ports. */
  public static int plainFrameBytes(Setup setup) {
    return setup.flowClasses().stream().map(one -> one.in(setup).framing())
        .mapToInt(framing -> framing.dataBytes(setup.payloadBytes(), 0, framing.rethBytes())).max().orElseThrow();
  }

  /** Reports whether packets can be lost despite PFC. */
  public boolean isTooSmall() {
    return limits.headroomBytes() < neededBytes;
  }

  /** The priorities with these limits, after "for"; empty for all. */
  public String priorityNames() {
    return priorities.isEmpty()
        ? ""
        : " for " + (priorities.size() == 1 ? "priority " : "priorities ")
            + priorities.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Name of the kind: its number, rate and delay, and its priorities if others have another profile. */
  public String name() {
    return Humanize.count(ports, "port") + " to " + (toSwitches ? "switches" : "hosts") + " at "
        + Units.formatRate(rateBitsPerSec) + " and " + Units.formatTime(delayPs) + priorityNames();
  }
}
