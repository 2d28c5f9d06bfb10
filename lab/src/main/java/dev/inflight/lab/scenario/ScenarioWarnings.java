package dev.inflight.lab.scenario;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Signal;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Units;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Selective;
import dev.inflight.lab.scenario.switches.PortKind;
import dev.inflight.lab.scenario.switches.ProfilesText;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switching.admission.CompleteSharing;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.Headroom;
import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Priorities;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Warnings about valid settings of a scenario that are likely mistakes of its author. */
final class ScenarioWarnings {
  private static final int EVENTS_NAMED = 3;
  private static final int PAIRS_NAMED = 5;
  private static final double MUCH_BYTES = 1e9;
  /** Delays of acknowledgements below this part of the base RTT cost less than a fifth of the throughput. */
  private static final int LEAST_PART_OF_RTT = 4;

  private ScenarioWarnings() {
  }

  /** Returns a sentence for each. */
  static List<String> of(Setup setup, KeyLocations places) {
    var warnings = new ArrayList<String>();
    lateEvents(setup, places, warnings);
    parallelCables(setup, places, warnings);
    longSeries(setup, places, warnings);
    warnings.addAll(UnusedTelemetry.of(setup, places));
    queuesBelowMarks(setup, places, warnings);
    unusedThreshold(setup, places, warnings);
    MarkedPorts.unmatched(setup, places).ifPresent(warnings::add);
    smallHeadroom(setup, places, warnings);
    unusedProfiles(setup, places, warnings);
    unusedCnps(setup, places, warnings);
    trimmedTelemetry(setup, places, warnings);
    dataBesideHeaders(setup, places, warnings);
    disorder(setup, places, warnings);
    acksBeyondWindow(setup, places, warnings);
    return List.copyOf(warnings);
  }

  private static void lateEvents(Setup setup, KeyLocations places, List<String> warnings) {
    var late = new ArrayList<String>();
    for (int at = 0; at < setup.events().size(); at++) {
      long beginsPs = setup.events().get(at).atPs();
      if (beginsPs >= setup.untilPs()) {
        late.add(Units.formatTime(beginsPs) + " (" + places.of("events", at) + ")");
      }
    }
    if (!late.isEmpty()) {
      int more = late.size() - EVENTS_NAMED;
      String named = String.join(", ", late.subList(0, Math.min(EVENTS_NAMED, late.size())))
          + (more > 0 ? " and " + more + " more" : "");
      warnings.add(places.of("until") + ": the simulation ends at " + Units.formatTime(setup.untilPs())
          + ", before the events at " + named + " would happen");
    }
  }

  /** The authors' simulator identifies a cable by its two nodes, so that the last one replaces earlier ones. */
  private static void parallelCables(Setup setup, KeyLocations places, List<String> warnings) {
    if (setup.framing() != Framing.REFERENCE) {
      return;
    }
    var cables = new LinkedHashMap<Long, Integer>();
    for (Link link : setup.topology().links()) {
      cables.merge((long) Math.min(link.a(), link.b()) << Integer.SIZE | Math.max(link.a(), link.b()), 1, Integer::sum);
    }
    List<String> parallel = cables.entrySet().stream().filter(pair -> pair.getValue() > 1)
        .map(pair -> pair.getValue() + " between " + setup.topology().name((int) (pair.getKey() >> Integer.SIZE)) + " and "
            + setup.topology().name((int) (long) pair.getKey()))
        .toList();
    if (!parallel.isEmpty()) {
      int more = parallel.size() - PAIRS_NAMED;
      warnings.add(places.of("topology")
          + ": of parallel cables only the last one carries packets, as in the authors' simulator: "
          + String.join(", ", parallel.subList(0, Math.min(PAIRS_NAMED, parallel.size())))
          + (more > 0 ? " and " + Humanize.count(more, "more pair") : "") + "; a scenario with another framing uses all of them");
    }
  }

  /** Without PFC, a queue is never longer than egressAlpha times the free memory, and a packet. */
  private static void queuesBelowMarks(Setup setup, KeyLocations places, List<String> warnings) {
    FlowClass marked = setup.flowClasses().stream().filter(one -> one.needs(Signal.ECN)).findFirst().orElse(null);
    if (setup.pfc() || marked == null || !(setup.admission() instanceof DynamicThresholdRule)) {
      return;
    }
    setup.ecn().forEach((of, marks) -> {
      double alpha = alpha(setup, of.priority());
      double most = alpha / (1 + alpha) * setup.bufferBytes();
      long rate = of.rateBitsPerSec();
      boolean used = setup.topology().links().stream().anyMatch(link -> link.rateBitsPerSec() == rate);
      if (used && marks.kMinBytes() >= most + Headroom.LARGEST_FRAME_BYTES) {
        String key = Stream.of("egressAlpha", ProfilesText.KEY, "buffer", "trim").filter(places::has).findFirst().orElse("pfc");
        warnings.add(places.of(key) + ": a queue holds " + Humanize.bytes((long) most)
            + " at most (egressAlpha / (1 + egressAlpha) of the buffer), and switches mark above kmin "
            + Humanize.bytes(marks.kMinBytes()) + " on links of " + Units.formatRate(rate) + ", so scheme "
            + marked.scheme().name()
            + " receives no mark from them; use a larger buffer or egressAlpha, or ecn with a smaller kmin");
      }
    });
  }

  /** The largest multiple of a priority, or of all that flows have. */
  private static double alpha(Setup setup, int priority) {
    int priorities = priority == PortClass.ANY ? setup.flows().prioritiesInUse() : 1 << priority;
    return IntStream.range(0, Packet.PRIORITIES).filter(one -> (priorities >> one & 1) != 0)
        .mapToDouble(one -> setup.pfcRules().byPriority().alpha(one, setup.egressAlpha())).max().orElse(setup.egressAlpha());
  }

  /** Complete sharing has no thresholds; an extension's rule may use egressAlpha. */
  private static void unusedThreshold(Setup setup, KeyLocations places, List<String> warnings) {
    if (places.has("egressAlpha") && !setup.pfc() && setup.trim() == null && setup.admission() instanceof CompleteSharing) {
      warnings.add(places.of("egressAlpha") + ": egressAlpha changes nothing here: admission " + setup.admission().name()
          + " has no threshold");
    }
  }

  /** The authors' rule neglects pauses in flight, and does not warn. */
  private static void smallHeadroom(Setup setup, KeyLocations places, List<String> warnings) {
    List<PortKind> small = setup.profile().coversPausesOnTheirWay()
        ? PortKind.of(setup, PortKind.plainFrameBytes(setup)).stream().filter(PortKind::isTooSmall).toList()
        : List.of();
    if (small.isEmpty()) {
      return;
    }
    PortKind worst = small.stream().max(Comparator.comparingLong(kind -> kind.neededBytes() - kind.limits().headroomBytes()))
        .orElseThrow();
    String own = worst.priorities().isEmpty() ? "pfcProfile" : ProfilesText.KEY;
    String key = Stream.of(own, "pfcProfile", "pauseResponse").filter(places::has).findFirst().orElse("topology");
    warnings.add(places.of(key) + ": " + worst.name() + " have headroom of " + Humanize.bytes(worst.limits().headroomBytes())
        + " by pfcProfile " + worst.profile().name() + ", and up to " + Humanize.bytes(worst.neededBytes())
        + " can arrive after a pause, so packets can be lost despite PFC"
        + (small.size() == 1 ? "" : " (and at " + Humanize.count(small.size() - 1, "other kind") + " of ports)")
        + "; inflight advise prints what each kind needs");
  }

  /** Profiles of priorities without packets. */
  private static void unusedProfiles(Setup setup, KeyLocations places, List<String> warnings) {
    BufferProfiles profiles = setup.pfcRules().byPriority();
    int used = Priorities.inUse(setup) | (Priorities.hasApart(setup) ? 1 << Packet.APART_PRIORITY : 0);
    Stream.concat(profiles.lossless().keySet().stream(), profiles.alphas().keySet().stream()).sorted()
        .filter(priority -> (used >> priority & 1) == 0).forEach(
            priority -> warnings.add(places.of(ProfilesText.key(priority)) + ": the bufferProfiles entry of priority " + priority
                + " changes nothing here: no packet has that priority; packets have " + IntStream.range(1, Packet.PRIORITIES)
                    .filter(one -> (used >> one & 1) != 0).mapToObj(String::valueOf).collect(Collectors.joining(", "))));
  }

  private static void unusedCnps(Setup setup, KeyLocations places, List<String> warnings) {
    boolean used = setup.flowClasses().stream().anyMatch(one -> one.needs(Signal.CNP));
    List<String> idle = new ArrayList<>();
    if (!setup.cnp().equals(CnpRules.DEFAULT)) {
      idle.add("cnp");
    }
    if (setup.switchFeedback() instanceof FastCnp) {
      idle.add("switchFeedback");
    }
    if (!used && !idle.isEmpty()) {
      warnings.add(places.of(idle.getFirst()) + ": " + String.join(", ", idle) + (idle.size() > 1 ? " change" : " changes")
          + " nothing here: scheme " + setup.scheme().name() + " uses no congestion notification packets; dcqcn does");
    }
  }

  private static void trimmedTelemetry(Setup setup, KeyLocations places, List<String> warnings) {
    setup.flowClasses().stream().filter(one -> setup.trim() != null && one.carried() != null).findFirst()
        .ifPresent(one -> warnings.add(places.of("trim") + ": trimmed packets keep no telemetry, so scheme " + one.scheme().name()
            + " has no report of the queues that they found full; schemes that need none, such as nscc, go with trim"));
  }

  private static void disorder(Setup setup, KeyLocations places, List<String> warnings) {
    if (!setup.routing().choosesByPacket()) {
      return;
    }
    FlowTable flows = setup.flows();
    List<FlowClass> classes = setup.flowClasses();
    for (int number = 0; number < classes.size(); number++) {
      int wanted = number;
      FlowClass one = classes.get(number);
      if (!one.recoveryIn(setup).takesReordering()
          && IntStream.range(0, flows.count()).anyMatch(row -> flows.flowClass(row) == wanted)) {
        warnings.add(
            places.of("routing") + ": routing: " + setup.routing().name() + " lets packets overtake each other, and recovery "
                + one.recoveryIn(setup).name() + (one.recovery() == null ? "" : " of class " + one.name())
                + " takes those overtaken for lost, so it retransmits what arrives; recovery: " + Selective.DEFAULT.name()
                + " waits for them");
        return;
      }
    }
  }

  /** Headers of trimmed packets are fast only because no data shares or precedes their priority. */
  private static void dataBesideHeaders(Setup setup, KeyLocations places, List<String> warnings) {
    if (setup.trim() == null) {
      return;
    }
    int priorities = setup.flows().prioritiesInUse();
    for (int priority = Packet.APART_PRIORITY; priority < PortQueues.COUNT; priority++) {
      boolean together = priority == Packet.APART_PRIORITY;
      boolean before = setup.queues() instanceof StrictOverDeficit order && order.strictFrom() <= priority;
      if ((priorities >> priority & 1) != 0 && (together || before)) {
        warnings.add(places.of("trim") + ": flows of priority " + priority
            + (together ? " wait at switches together with the" : " go at switches before the")
            + " headers of trimmed packets, which are of priority " + Packet.APART_PRIORITY
            + " and then no faster than data; use priorities below " + Packet.APART_PRIORITY + " for flows");
      }
    }
  }

  /**
   * A sender with a full window waits until acks.delay has passed. Small delays cost little; a scheme without a window sends on.
   */
  private static void acksBeyondWindow(Setup setup, KeyLocations places, List<String> warnings) {
    if (setup.ackEveryPackets() == 1 || setup.promptAcksFrom() < Double.POSITIVE_INFINITY) {
      return;
    }
    long rttPs = new UnloadedPaths(setup.topology(), setup.framing(), setup.payloadBytes(), null).largestRttPs();
    if (rttPs <= 0 || setup.ackDelayPs() < rttPs / LEAST_PART_OF_RTT) {
      return;
    }
    Topology topology = setup.topology();
    long rate = topology.links().stream().filter(link -> !topology.isSwitch(link.a()) || !topology.isSwitch(link.b()))
        .mapToLong(Link::rateBitsPerSec).max().orElse(1);
    for (FlowClass one : setup.flowClasses()) {
      if (one.recoveryIn(setup).ackEveryPackets(setup.ackEveryPackets()) != setup.ackEveryPackets()) {
        continue; // recovery tcp has its own number
      }
      long windowBytes = one.scheme().start(PathFacts.of(rate, rttPs, setup.payloadBytes())).windowBytes();
      long packets = (windowBytes - 1) / setup.payloadBytes() + 1; // the last packet may exceed the window
      if (windowBytes > 0 && windowBytes != CongestionControl.NO_WINDOW && packets < setup.ackEveryPackets()) {
        warnings.add(places.of("acks") + ": receivers acknowledge each " + Humanize.count(setup.ackEveryPackets(), "packet")
            + ", and the first window of scheme " + one.scheme().name() + " has " + Humanize.count(packets)
            + ", so flows wait for acks.delay, " + Units.formatTime(setup.ackDelayPs())
            + ", after each window; use acks.every of " + packets + " or less");
        return;
      }
    }
  }

  private static void longSeries(Setup setup, KeyLocations places, List<String> warnings) {
    if (!setup.series().isOn()) {
      return;
    }
    SeriesEstimate estimate = SeriesEstimate.of(setup);
    if (estimate.bytes() > MUCH_BYTES) {
      warnings.add(places.of("series") + ": the series will take about " + Humanize.bytes((long) estimate.bytes()) + ", for "
          + Humanize.roughly(estimate.flowRows()) + " rows of flows and " + Humanize.roughly(estimate.portRows())
          + " of ports, one each " + Units.formatTime(setup.series().everyPs())
          + "; a longer every, an until, or fewer flows and ports make it smaller");
    }
  }
}
