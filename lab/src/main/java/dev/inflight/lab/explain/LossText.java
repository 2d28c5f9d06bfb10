package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.run.CableLog;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Text about the fate of packets of a flow that had to be retransmitted. */
final class LossText {
  private final Explanation of;

  LossText(Explanation of) {
    this.of = of;
  }

  /** Returns the fate of the flow's packets, for a sentence that starts with "packets were". */
  private String what() {
    boolean lost = of.packets().lostAcknowledgements() > 0 || of.losses().stream().anyMatch(port -> !port.losses.isEmpty());
    boolean trimmed = of.losses().stream().anyMatch(port -> port.trimmed > 0);
    return lost && trimmed ? "trimmed or lost" : trimmed ? "trimmed" : lost ? "lost" : "declared lost";
  }

  /**
   * Returns a sentence about the causes of the time that losses cost, and about the places and reasons of the losses, for use
   * after "for so long".
   */
  String sentence() {
    var ways = new LinkedHashMap<String, Long>();
    ways.put(" without sending until its retransmission timer expired (" + Humanize.count(of.packets().timeouts(), "timeout")
        + "; " + timer() + ")", of.ledger().of(Cause.TIMEOUT));
    ways.put(" without sending until a loss was reported", of.ledger().of(Cause.LOSS_WAIT));
    ways.put(" for retransmissions, " + Humanize.count(of.packets().sentAgain()) + " of the "
        + Humanize.count(of.packets().sent()) + " packets that left its NIC", of.ledger().of(Cause.RETRANSMISSION));
    return ", it recovered from losses (" + RestText.list(ways) + "), because packets were " + what() + where();
  }

  /** Returns the end of a sentence: the place and reason of the losses, and the recovery from them. */
  String where() {
    var parts = new ArrayList<String>();
    int trimmed = of.losses().stream().mapToInt(port -> port.trimmed).sum();
    of.losses().stream().max(Comparator.comparingInt(port -> port.trimmed)).filter(_ -> trimmed > 0)
        .ifPresent(port -> parts.add(Humanize.count(trimmed, "packet") + " trimmed"
            + (port.trimmed == trimmed ? "" : ", " + Humanize.count(port.trimmed) + " of them") + " at " + name(port)
            + " (the switch " + (isReturned() ? "returned the headers" : "forwarded the headers") + "; " + limit() + ")"));
    for (PathPort port : of.losses()) {
      port.losses.forEach((why, count) -> parts.add(Humanize.count(count, "packet") + place(port, why)));
    }
    if (of.packets().lostAcknowledgements() > 0) {
      parts.add(Humanize.count(of.packets().lostAcknowledgements(), "acknowledgement") + (parts.isEmpty() ? " of it" : ""));
    }
    return (parts.isEmpty() ? ", although no data was lost" : ": " + String.join(", ", parts)) + overtaken() + ". Loss recovery: "
        + recovery().name() + ".";
  }

  private String overtaken() {
    return of.packets().overtaken() == 0
        ? ""
        : "; packets overtook each other: " + Humanize.count(of.packets().overtaken())
            + " arrived behind later ones, and packets that arrive much later are declared lost";
  }

  /** Port with the queue that lacked room for most of the flow's dropped or trimmed packets; null where there were none. */
  @Nullable
  PathPort fullQueue() {
    return of.losses().stream().filter(port -> refused(port) > 0).max(Comparator.comparingInt(LossText::refused)).orElse(null);
  }

  private static int refused(PathPort port) {
    return port.trimmed + port.losses.getOrDefault(LinkObserver.Loss.BUFFER, 0);
  }

  /** Returns the timer's duration, and the key that sets it. */
  private String timer() {
    Recovery recovery = recovery();
    return recovery.ownWaits() == null
        ? "retransmitTimeout: " + Units.formatTime(of.setup().retransmitTimeoutPs())
        : "recovery: " + Catalog.RECOVERIES.describe(recovery);
  }

  private Recovery recovery() {
    Setup setup = of.setup();
    return setup.flowClasses().get(setup.flows().flowClass(of.flow())).recoveryIn(setup);
  }

  private String place(PathPort at, LinkObserver.Loss why) {
    return switch (why) {
      case BUFFER -> " dropped at the full queue of " + name(at) + " (" + limit() + ")";
      case LINK_DOWN -> " on the cable from " + cable(at) + " (it was down" + downAt(of.setup(), at) + ")";
      case RANDOM -> " on the cable from " + cable(at) + " (random loss of the cable)";
      case NO_ROUTE -> " at " + name(at) + " (no route led to its destination)";
      case WATCHDOG -> " by the watchdog of " + name(at) + " (that port was paused without end)";
    };
  }

  private boolean isReturned() {
    Trimming trimming = of.setup().trim();
    return trimming != null && trimming.to() == Trimming.To.SENDER;
  }

  private String cable(PathPort at) {
    Topology topology = of.setup().topology();
    return topology.nameAlone(at.port.node()) + " to " + topology.nameAlone(at.port.far().node());
  }

  /** Returns the rule by which a switch has no room. */
  private String limit() {
    String buffer = "the switch's buffer of " + Humanize.bytes(of.setup().bufferBytes());
    int priority = of.setup().flows().priority(of.flow());
    if (!(of.setup().admission() instanceof DynamicThresholdRule)) {
      return "admission " + of.setup().admission().name() + " limits the use of " + buffer;
    }
    return of.setup().pfc() && (of.setup().pfcRules().priorities() >> priority & 1) != 0
        ? buffer + " had no room for packets after a pause: headroom of pfcProfile "
            + of.setup().pfcRules().profile(priority).name() + "; advise compares it with the need of the cables"
        : "a queue may hold egressAlpha = "
            + Units.formatReal(of.setup().pfcRules().byPriority().alpha(priority, of.setup().egressAlpha()))
            + " times the free part of " + buffer;
  }

  /** Returns the time since which the cable of a port was down, for use after "was down"; empty when it never was. */
  static String downAt(Setup setup, PathPort at) {
    int one = at.port.node();
    int other = at.port.far().node();
    return CableLog.of(setup.topology(), setup.events()).stream().filter(event -> !event.up() && event.ends().are(one, other))
        .map(CableLog.CableChange::atPs).findFirst().map(ps -> EventText.since(ps) + knownLater(setup)).orElse("");
  }

  private static String knownLater(Setup setup) {
    long laterPs = setup.reroute().longestPs();
    return laterPs == 0 ? "" : ", and nodes may take " + Humanize.time(laterPs) + " to react to changes of cables";
  }

  private String name(PathPort port) {
    return PortPhrases.name(of.setup().topology(), port.port);
  }
}
