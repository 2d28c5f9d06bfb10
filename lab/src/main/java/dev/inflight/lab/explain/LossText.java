package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.print.Humanize;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Comparator;

/** What became of packets of a flow that had to be sent again, in words. */
final class LossText {
  private final Explanation of;

  LossText(Explanation of) {
    this.of = of;
  }

  /** What became of its packets, behind "packets were". */
  String what() {
    boolean lost = of.packets().lostAcknowledgements() > 0 || of.losses().stream().anyMatch(port -> !port.losses.isEmpty());
    boolean trimmed = of.losses().stream().anyMatch(port -> port.trimmed > 0);
    return lost && trimmed ? "trimmed or lost" : trimmed ? "trimmed" : lost ? "lost" : "taken for lost";
  }

  /** The end of a sentence: where and why, and what makes good for it. */
  String where() {
    var parts = new ArrayList<String>();
    int trimmed = of.losses().stream().mapToInt(port -> port.trimmed).sum();
    of.losses().stream().max(Comparator.comparingInt(port -> port.trimmed)).filter(_ -> trimmed > 0)
        .ifPresent(port -> parts.add(Humanize.count(trimmed, "packet") + " of it trimmed"
            + (port.trimmed == trimmed ? "" : ", " + Humanize.count(port.trimmed) + " of them") + " at " + name(port)
            + " (the switch, which had no buffer for more, sent on the headers)"));
    for (PathPort port : of.losses()) {
      port.losses.forEach((why, count) -> parts.add(Humanize.count(count, "packet") + " at " + name(port) + why(port, why)));
    }
    if (of.packets().lostAcknowledgements() > 0) {
      parts.add(Humanize.count(of.packets().lostAcknowledgements(), "acknowledgement") + (parts.isEmpty() ? " of it" : ""));
    }
    return (parts.isEmpty() ? ", though none of its data were lost" : ": " + String.join(", ", parts)) + overtaken()
        + ". Loss recovery: " + of.setup().recovery().name() + ".";
  }

  private String overtaken() {
    return of.packets().overtaken() == 0
        ? ""
        : "; packets overtook each other: " + Humanize.count(of.packets().overtaken())
            + " came behind later ones, and those that come much later" + " are taken for lost";
  }

  private String why(PathPort at, LinkObserver.Loss why) {
    return switch (why) {
      case BUFFER -> " (dropped by the switch, which had no buffer for it)";
      case LINK_DOWN -> " (its cable was down" + downAt(of.setup(), at) + ")";
      case RANDOM -> " (lost by its cable at random)";
      case NO_ROUTE -> " (no route led to its destination)";
    };
  }

  /** Since when the cable of a port was down, behind "was down"; empty when it never was. */
  static String downAt(Setup setup, PathPort at) {
    int one = at.port.node();
    int other = at.port.far().node();
    return setup.linkEvents().stream().filter(event -> !event.up())
        .filter(event -> event.a() == one && event.b() == other || event.a() == other && event.b() == one)
        .mapToLong(LinkEvent::atPs).boxed().findFirst().map(ps -> " from " + Humanize.time(ps) + " on").orElse("");
  }

  private String name(PathPort port) {
    return PortPhrases.name(of.setup().topology(), port.port);
  }
}
