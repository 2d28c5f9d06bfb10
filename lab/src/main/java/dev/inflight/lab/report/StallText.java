package dev.inflight.lab.report;

import java.util.Optional;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.TableOut;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.StallReport.FlowRow;
import dev.inflight.sim.StallReport.Held;
import dev.inflight.sim.StallReport.InFlight;
import dev.inflight.sim.StallReport.Pause;
import dev.inflight.sim.StallReport.Reason;
import dev.inflight.sim.StallReport.Silence;
import dev.inflight.sim.StallReport.Stall;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.NodeUp;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text about unfinished flows: the places of their packets, and the reasons. */
public final class StallText {
  private static final int SHOWN = 10;
  private static final int PLACES = 4;
  private static final int LINKS = 4;
  private static final int ROOTS = 2;
  /** Reasons, most important first. */
  private static final List<Reason> ORDER = List.of(Reason.FAILED, Reason.FLUSHED, Reason.NO_ROUTE, Reason.CONNECTING,
      Reason.PAUSED, Reason.NO_ACK, Reason.QUEUED, Reason.PACED, Reason.WAITING_FOR_SLOT, Reason.QUEUED_BEHIND,
      Reason.PROGRESSING, Reason.AWAITING, Reason.NOT_STARTED);

  private final Setup setup;
  private final Topology topology;
  private final Simulation simulation;
  private final String downLinks;
  private final boolean interrupted;
  private boolean stuck;
  private int overdue;
  private final Map<Reason, Integer> counts = new EnumMap<>(Reason.class);
  private final List<StalledFlow> worst = new ArrayList<>();
  private @Nullable StallReport report; // none if all flows finished

  public StallText(Setup setup, Simulation simulation, boolean interrupted) {
    this.setup = setup;
    this.simulation = simulation;
    this.interrupted = interrupted;
    topology = setup.topology();
    downLinks = downLinks(simulation.fabric(), topology);
  }

  /**
   * Collects states of unfinished flows of all processes, before the first one writes. A process has only its own part's packets.
   */
  public void gather() {
    if (simulation.flowsFinished() < simulation.flows()) {
      report = new StallReport(simulation);
    }
  }

  /**
   * Writes {@code stalled.csv}, if flows are unfinished.
   *
   * @param largestSlowdown largest slowdown of the finished flows; null if none finished
   */
  public void write(RunFolder folder, @Nullable Double largestSlowdown) {
    if (report == null) {
      return;
    }
    var atUntil = new FlowsAtUntil(setup, simulation.flowTable(), this::rttPs, largestSlowdown);
    var out = new TableOut(folder, ResultFiles.STALLED);
    report.forEach(each -> {
      var stall = new StalledFlow(each, where(each.inFlight()), why(each));
      counts.merge(each.reason(), 1, Integer::sum);
      stuck |= isStuck(each);
      keep(stall);
      FlowRow row = each.row();
      overdue += atUntil.mayBeLeft(row) ? 0 : 1;
      out.whole("flow", row.flow()).whole("source", row.source()).whole("destination", row.destination())
          .whole("size_bytes", row.sizeBytes()).time("start_ns", row.startPs()).whole("sent_bytes", each.progress().sentBytes())
          .whole("acked_bytes", each.progress().ackedBytes()).choice("reason", EnumNames.of(each.reason()))
          .text("place", stall.where()).text("detail", stall.why()).end();
    });
  }

  private long rttPs(long source, long destination) {
    UnloadedPaths paths = simulation.basePaths();
    return paths.reaches((int) source, (int) destination) ? paths.rttPs((int) source, (int) destination) : 0;
  }

  /**
   * Reports whether flows are unfinished, but none is a failure by its hosts' load at the scenario's end; valid after writing.
   */
  public boolean mayAllBeLeft() {
    return report != null && overdue == 0;
  }

  /** Returns sentences about the packets of an unfinished flow, and about the reason. */
  public String sentence(Stall stall) {
    return "At the end: " + where(stall.inFlight()) + ". It did not finish because " + why(stall) + ".";
  }

  /**
   * Reports whether a flow needs more than time to finish, or the run ended because deliveries had stopped; valid after writing.
   */
  public boolean areStuck() {
    return stuck || simulation.hasStalled();
  }

  private static boolean isStuck(Stall stall) {
    return switch (stall.reason()) {
      case FAILED, FLUSHED, NO_ROUTE -> true;
      case PAUSED -> stall.inFlight().pause() != null && !stall.inFlight().pause().circle().isEmpty();
      case CONNECTING, NO_ACK -> stall.silence().timeoutsInARow() > 1;
      case QUEUED_BEHIND, PROGRESSING, QUEUED, PACED, WAITING_FOR_SLOT, AWAITING, NOT_STARTED -> false;
    };
  }

  private void keep(StalledFlow stall) {
    worst.add(stall);
    if (worst.size() > SHOWN) {
      worst.sort(Comparator.comparingInt(kept -> ORDER.indexOf(kept.stall().reason())));
      worst.removeLast();
    }
  }

  /** Returns a few lines per flow for the screen; empty if all flows finished. */
  public String show() {
    if (worst.isEmpty()) {
      return "";
    }
    worst.sort(Comparator.comparingInt(kept -> ORDER.indexOf(kept.stall().reason())));
    int unfinished = simulation.flows() - simulation.flowsFinished();
    var text = new StringBuilder(Humanize.count(unfinished, "flow")).append(" did not finish (");
    text.append(String.join(", ",
        ORDER.stream().filter(counts::containsKey)
            .map(reason -> Humanize.count(counts.getOrDefault(reason, 0)) + " " + label(reason)).toList()))
        .append("): ").append(end()).append('\n');
    for (StalledFlow stall : worst) {
      if (isShown(stall)) {
        show(stall, text);
      }
    }
    int more = unfinished - (int) worst.stream().filter(StallText::isShown).count();
    if (more > 0) {
      text.append("  and ").append(Humanize.count(more)).append(" more in stalled.csv\n");
    }
    return text.toString();
  }

  /** Reports whether a flow has lines of its own. Flows that sent nothing have one reason, which the counts by reason name. */
  private static boolean isShown(StalledFlow stalled) {
    Reason reason = stalled.stall().reason();
    return reason != Reason.NOT_STARTED && reason != Reason.AWAITING;
  }

  private void show(StalledFlow stalled, StringBuilder text) {
    Stall stall = stalled.stall();
    FlowRow row = stall.row();
    text.append("  flow ").append(row.flow()).append(", ").append(topology.name(row.source())).append(" to ")
        .append(topology.name(row.destination())).append(": ").append(Humanize.bytes(stall.progress().ackedBytes()))
        .append(" of ").append(Humanize.bytes(row.sizeBytes())).append(" acknowledged");
    if (stall.reason() == Reason.PROGRESSING) {
      if (stall.progress().ackedBytes() > 0) {
        text.append(", last response ").append(Humanize.time(stall.silence().ps())).append(" before the end");
      }
      text.append('\n');
    } else {
      text.append("\n    where  ").append(stalled.where()).append("\n    why    ").append(stalled.why()).append('\n');
    }
  }

  private static String label(Reason reason) {
    return switch (reason) {
      case FAILED -> "failed";
      case FLUSHED -> "flushed after another failure";
      case QUEUED_BEHIND -> "behind others on their queue pair";
      case CONNECTING -> "without a queue pair";
      case NO_ROUTE -> "without a route";
      case PAUSED -> "paused";
      case NO_ACK -> "waiting to retransmit";
      case QUEUED -> "queued";
      case PACED -> "held by its pace";
      case WAITING_FOR_SLOT -> "waiting for a slot in the NIC";
      case PROGRESSING -> "still progressing";
      case AWAITING -> "waiting for other operations of their job";
      case NOT_STARTED -> "not started";
    };
  }

  private String end() {
    if (interrupted) {
      return "the run was interrupted at " + Humanize.time(simulation.endPs());
    }
    if (simulation.hasStalled()) {
      return "no more data was delivered, so the run ended at " + Humanize.time(simulation.endPs());
    }
    if (setup.untilPs() == Long.MAX_VALUE) {
      return "the run ended at " + Humanize.time(simulation.endPs()) + ", with no event left";
    }
    return "the run ended at " + Units.formatTime(setup.untilPs()) + ", as until sets";
  }

  /** Returns the places of a flow's packets. */
  private String where(InFlight inFlight) {
    var places = new ArrayList<String>();
    for (Held held : inFlight.held().stream().limit(PLACES).toList()) {
      var kinds = new ArrayList<String>();
      if (held.dataPackets() > 0) {
        kinds.add(Humanize.count(held.dataPackets(), "packet"));
      }
      if (held.acks() > 0) {
        kinds.add(Humanize.count(held.acks(), "ack"));
      }
      places.add(String.join(" and ", kinds) + " (" + Humanize.bytes(held.bytes()) + ") at " + name(held.port()));
    }
    if (inFlight.held().size() > PLACES) {
      places.add("some at " + Humanize.count(inFlight.held().size() - PLACES, "other port"));
    }
    if (inFlight.elsewhereBytes() > 0) {
      places.add(Humanize.bytes(inFlight.elsewhereBytes()) + " on the wire or lost");
    }
    return places.isEmpty() ? "nothing is in flight" : String.join("; ", places);
  }

  /** Returns the reason why a flow did not finish. */
  private String why(Stall stall) {
    return switch (stall.reason()) {
      case NOT_STARTED -> "it starts at " + Humanize.time(stall.row().startPs()) + ", after the end of the run";
      case AWAITING -> "it is a message of a job, and its send waits for operations that are not done";
      case FLUSHED -> "an operation or message before it on its queue pair failed";
      case QUEUED_BEHIND -> "operations posted before it on its queue pair are not done";
      case FAILED -> "its queue pair gave up: the other end did not respond to any retransmission" + downLinks
          + faults(event -> !(event instanceof LinkDown));
      case CONNECTING -> "the other host has not responded to its request for a queue pair";
      case NO_ROUTE -> "no route leads from " + topology.name(stall.row().source()) + " to "
          + topology.name(stall.row().destination()) + downLinks + faults(event -> !(event instanceof LinkDown));
      case PROGRESSING -> "it was progressing, and needed more time" + (stall.progress().ackedBytes() > 0
          ? ": last response " + Humanize.time(stall.silence().ps()) + " before the end"
          : "") + faults(_ -> true);
      case PAUSED -> stall.inFlight().pause() == null ? "it is paused" : why(stall.inFlight().pause());
      case WAITING_FOR_SLOT -> "other flows have held all slots of its NIC for " + Humanize.time(stall.slotWaitPs());
      case QUEUED -> "its packets wait behind others" + silence(stall.silence());
      case NO_ACK -> "its bytes in flight were not acknowledged" + silence(stall.silence()) + faults(_ -> true);
      case PACED -> "its pace does not let the next packet leave yet" + silence(stall.silence());
    };
  }

  private static String silence(Silence silence) {
    String text = "; no response for " + Humanize.time(silence.ps());
    if (silence.timeoutsInARow() > 0) {
      text = "; it has timed out "
          + (silence.timeoutsInARow() == 1 ? "once" : "at least " + silence.timeoutsInARow() + " times in a row");
    }
    return silence.givesUpAtPs() == Long.MAX_VALUE
        ? text
        : text + ", and it retransmits at " + Humanize.time(silence.givesUpAtPs());
  }

  private String why(Pause pause) {
    PortName port = pause.port();
    Optional<String> fault = pausing(port);
    if (fault.isPresent()) {
      return name(port) + " is paused for priority " + pause.priority() + ": " + fault.get();
    }
    String text = name(port) + " is paused for priority " + pause.priority() + ": " + topology.nameAlone(port.peerNode())
        + " holds " + Humanize.bytes(pause.bufferedBytes()) + " from there, and its buffer is above the threshold";
    if (pause.circle().isEmpty()) {
      return text + pause.roots().stream().map(root -> pausing(root).map(event -> "; the root is " + name(root) + ": " + event))
          .flatMap(Optional::stream).limit(ROOTS).collect(Collectors.joining());
    }
    return text + "; DEADLOCK, a circle of ports that wait for each other: "
        + String.join(" -> ", pause.circle().stream().map(this::name).toList());
  }

  /** Returns the event by which the neighbor of a port pauses it at the end of the run; empty if congestion does. */
  private Optional<String> pausing(PortName port) {
    return EventText.pausing(setup.events(), topology, port.peerNode(), port.peerNumber(), simulation.endPs() - 1,
        simulation.endPs() + 1);
  }

  private String name(PortName port) {
    return topology.portName(port.node(), port.number(), port.peerNode());
  }

  /** Returns the events of some kinds that are active at the end of the run. */
  private String faults(Predicate<FabricEvent> kinds) {
    long endPs = simulation.endPs();
    List<String> lasting = setup.events().stream().filter(event -> event.atPs() < endPs && event.untilPs() > endPs)
        .filter(event -> !hasEnded(event)).filter(kinds).map(event -> EventText.sentence(event, topology)).toList();
    return lasting.isEmpty()
        ? ""
        : "; ongoing events: " + String.join(", ", lasting.stream().limit(LINKS).toList())
            + (lasting.size() > LINKS ? " and " + (lasting.size() - LINKS) + " more" : "");
  }

  /** Reports whether an event is a return, which has no duration, or a failure that a return before the end of the run ended. */
  private boolean hasEnded(FabricEvent event) {
    return switch (event) {
      case LinkUp _,NodeUp _ -> true;
      case LinkDown down ->
        hasReturn(down, later -> later instanceof LinkUp up && up.ends().are(down.ends().a(), down.ends().b()));
      case NodeDown down -> hasReturn(down, later -> later instanceof NodeUp up && up.node() == down.node());
      default -> false;
    };
  }

  private boolean hasReturn(FabricEvent down, Predicate<FabricEvent> returns) {
    return setup.events().stream()
        .anyMatch(later -> later.atPs() > down.atPs() && later.atPs() < simulation.endPs() && returns.test(later));
  }

  private static String downLinks(Fabric fabric, Topology topology) {
    var down = new ArrayList<String>();
    for (int link = 0; link < topology.links().size(); link++) {
      Topology.Link ends = topology.links().get(link);
      if (!fabric.cabling().isUp(fabric.cabling().endA(link))) {
        down.add(topology.name(ends.a()) + " - " + topology.name(ends.b()));
      }
    }
    if (down.isEmpty()) {
      return "";
    }
    String more = down.size() > LINKS ? " and " + (down.size() - LINKS) + " more" : "";
    return "; down: " + String.join(", ", down.stream().limit(LINKS).toList()) + more;
  }
}
