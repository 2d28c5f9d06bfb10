package dev.inflight.lab.explain;

import dev.inflight.lab.explain.pause.PauseFaults;
import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.route.EventsText;
import dev.inflight.lab.explain.route.RouteText;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.print.TextTable;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explanation in words, with the tables that it is based on. */
public final class ExplanationText {
  private static final int OTHERS = 3;
  private static final int ROUTE_CHANGES = 3;
  /** Smallest part of the flow's time, or of its excess over the ideal FCT, that merits a sentence. */
  private static final double WORTH_A_SENTENCE = 0.1;
  /** Slowdown above which a flow counts as slow, so that the text gives reasons. */
  private static final double SLOW = 1.05;

  private final Explanation of;
  private final FlowTable flows;

  private ExplanationText(Explanation of) {
    this.of = of;
    flows = of.setup().flows();
  }

  /** Returns the text, line by line. */
  public static List<String> lines(Explanation explanation) {
    return new ExplanationText(explanation).lines();
  }

  private List<String> lines() {
    var lines = new ArrayList<String>();
    lines.addAll(TextColumns.wrap(headline(), "", TextColumns.WIDTH));
    for (String sentence : sentences()) {
      lines.add("");
      lines.addAll(TextColumns.wrap(sentence, "", TextColumns.WIDTH));
    }
    lines.add("");
    lines.addAll(costs().lines());
    lines.add("");
    lines.addAll(hops().lines());
    return lines;
  }

  private String headline() {
    FlowResult result = of.result();
    String what = name(of.flow());
    return result == null
        ? what + " did not finish: the simulation ended " + Humanize.time(of.lifePs()) + " after its start"
        : what + " took " + Humanize.time(result.fctPs()) + "; its ideal FCT is " + Humanize.time(result.idealFctPs())
            + ": slowdown " + Humanize.decimal(result.slowdown(), 2);
  }

  private String name(int flow) {
    return of.names().name(flow);
  }

  private String node(int node) {
    return of.setup().topology().nameAlone(node);
  }

  /** Returns a sentence for each large cost, the largest first. */
  private List<String> sentences() {
    var sentences = new ArrayList<String>();
    var named = new HashSet<List<Ledger.Entry>>();
    var rest = new LinkedHashMap<Ledger.Entry, Long>();
    long worthPs = (long) (WORTH_A_SENTENCE * (isSlow() ? excessPs() : of.lifePs()));
    for (Map.Entry<Ledger.Entry, Long> cost : of.ledger().byCost()) {
      List<Ledger.Entry> together = together(cost.getKey());
      long ps = together.stream().mapToLong(one -> of.ledger().of(one.cause(), one.at())).sum();
      boolean own = cost.getKey().cause() == Cause.SENDING || cost.getKey().cause() == Cause.LAST_WAY;
      if (!own && ps < worthPs) {
        rest.put(cost.getKey(), cost.getValue());
      } else if (!own && named.add(together)) {
        sentences.add(sentence(cost.getKey(), ps, of.ledger().spanOf(together.toArray(Ledger.Entry[]::new))));
      }
    }
    if (isSlow()) {
      sentences.addAll(RestText.of(of, rest, excessPs()));
    }
    String unfinished = of.unfinished();
    if (unfinished != null) {
      sentences.addFirst(unfinished);
    }
    boolean costNothing = sentences.isEmpty();
    of.routeChanges().stream().limit(ROUTE_CHANGES).map(change -> RouteText.of(of.setup().topology(), change))
        .forEach(sentences::add);
    sentences.addAll(EventsText.of(of.setup(), of.names(), of.flow(), of.path().stream().map(PathPort::port).toList(),
        of.startPs(), of.startPs() + of.lifePs()));
    if (costNothing) {
      sentences.add("No single cause cost it much: it was sending for " + Humanize.percent(share(of.ledger().of(Cause.SENDING)))
          + " of its time, and the round trip of its last packet took " + Humanize.percent(share(of.ledger().of(Cause.LAST_WAY)))
          + ".");
    }
    return sentences;
  }

  private boolean isSlow() {
    return of.result() instanceof FlowResult result && result.slowdown() >= SLOW;
  }

  /** Excess of the flow's time over its ideal FCT, in picoseconds; all of its time where it did not finish. */
  private long excessPs() {
    FlowResult result = of.result();
    return result == null ? of.lifePs() : Math.max(0, of.lifePs() - result.idealFctPs());
  }

  /** Returns the entries of one sentence: window, pace and the last packet's queue at one port; or losses, with one reason. */
  private List<Ledger.Entry> together(Ledger.Entry entry) {
    return switch (entry.cause()) {
      case WINDOW, PACE, LAST_QUEUE -> List.of(new Ledger.Entry(Cause.WINDOW, entry.at()),
          new Ledger.Entry(Cause.PACE, entry.at()), new Ledger.Entry(Cause.LAST_QUEUE, entry.at()));
      case OWN_WINDOW, OWN_PACE -> List.of(new Ledger.Entry(Cause.OWN_WINDOW, null), new Ledger.Entry(Cause.OWN_PACE, null));
      case LOSS_WAIT, TIMEOUT, RETRANSMISSION ->
        of.ledger().byCost().stream().map(Map.Entry::getKey).filter(one -> isOfLosses(one.cause())).toList();
      default -> List.of(entry);
    };
  }

  private static boolean isOfLosses(Cause cause) {
    return cause == Cause.LOSS_WAIT || cause == Cause.TIMEOUT || cause == Cause.RETRANSMISSION;
  }

  private double share(long ps) {
    return (double) ps / Math.max(1, of.lifePs());
  }

  private String sentence(Ledger.Entry entry, long ps, Ledger.Span span) {
    String time = Humanize.time(ps) + " of " + Humanize.time(of.lifePs()) + ", most of it from " + Humanize.time(span.fromPs())
        + " to " + Humanize.time(Math.min(span.toPs(), of.lifePs())) + " after its start";
    PathPort at = entry.at();
    var losses = new LossText(of);
    return switch (entry.cause()) {
      case WINDOW, PACE -> held(time, Objects.requireNonNull(at), span);
      case OWN_WINDOW, OWN_PACE ->
        "For " + time + ", its congestion control held it back although its path was free" + ControlText.of(of, span);
      case CREDIT -> "For " + time + ", it waited for credit of its receiver, " + node(flows.destination(of.flow()))
          + (at == null ? "." : ". The receiver's link limits the credit: " + name(at) + ". " + others(at, span));
      case PAUSED -> "For " + time + ", it was paused at " + name(Objects.requireNonNull(at)) + ": " + pausedBy(at);
      case SLOWED -> "For " + time + ", its NIC sent below the rate of its cable at " + name(Objects.requireNonNull(at)) + "."
          + EventsText.slowing(of.setup(), at.port, of.startPs(), of.startPs() + of.lifePs());
      case CONNECTION_BUSY -> "For " + time + ", the connection of its ranks, which keeps their order, sent earlier messages.";
      case NIC_BUSY -> "For " + time + ", the NIC of its host sent packets of other flows. " + others(at, span);
      case NIC_ENGINE -> "For " + time + ", the scheduling engines of its host's NIC were full or busy with other flows (nic: "
          + Catalog.NICS.describeBriefly(of.setup().nic()) + "), although window, pace and port allowed it to send. "
          + others(at, span);
      case LINK_DOWN -> "For " + time + ", it made no progress, because the cable at " + name(Objects.requireNonNull(at))
          + " was down" + LossText.downAt(of.setup(), at) + (of.losses().isEmpty() ? "." : losses.where());
      case LOSS_WAIT, TIMEOUT, RETRANSMISSION -> {
        PathPort full = losses.fullQueue();
        yield "For " + time + losses.sentence()
            + (full == null ? "" : " At that port, " + uncapitalized(others(full, new Ledger.Span(0, span.toPs()))));
      }
      case LATE_ACKS -> "For " + time + ", its window was full because acknowledgements arrived late: they waited at "
          + back(Objects.requireNonNull(at), span);
      case LAST_QUEUE -> {
        long heldPs = of.ledger().of(Cause.WINDOW, at) + of.ledger().of(Cause.PACE, at);
        yield heldPs >= WORTH_A_SENTENCE * ps
            ? held(time, Objects.requireNonNull(at), span)
            : "For " + time + ", its last packet waited in the queue of " + name(Objects.requireNonNull(at)) + ". "
                + others(at, span);
      }
      case LAST_ACK ->
        "For " + time + ", its last acknowledgement, which completes it, waited at " + back(Objects.requireNonNull(at), span);
      case SENDING, LAST_WAY -> throw new IllegalStateException("no sentence for " + entry.cause());
    };
  }

  private String held(String time, PathPort at, Ledger.Span span) {
    var ways = new LinkedHashMap<String, Long>();
    ways.put(" with a full window", of.ledger().of(Cause.WINDOW, at));
    ways.put(" by its pace", of.ledger().of(Cause.PACE, at));
    ways.put(" with its last packet in the queue", of.ledger().of(Cause.LAST_QUEUE, at));
    return "For " + time + ", its congestion control held it back (" + RestText.list(ways) + ") because of " + because(at, span);
  }

  private static String uncapitalized(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private String because(PathPort at, Ledger.Span span) {
    PortTraffic then = at.within(span);
    String load = then.reports == 0
        ? ""
        : "; its congestion control measured a load U of " + Humanize.decimal(then.utilizationSum / then.reports, 2)
            + " there on average and " + Humanize.decimal(then.mostUtilization, 1) + " at most";
    String queue = then.packets == 0 || then.waitPs / then.packets < at.packetPs()
        ? ""
        : ", where its packets waited " + Humanize.time(then.waitPs / then.packets) + " on average and "
            + Humanize.time(then.longestWaitPs) + " at most";
    return name(at) + queue + load + ". " + others(at, span);
  }

  /** Returns text about a port of the return path, where acknowledgements waited. */
  private String back(PathPort at, Ledger.Span span) {
    PortTraffic then = at.within(span);
    return name(at) + (then.waitPs == 0
        ? ""
        : ", " + Humanize.time(then.waitPs / then.packets) + " on average and " + Humanize.time(then.longestWaitPs) + " at most")
        + (at.pauses() == 0 ? ". " : ", because of " + pausedBy(at) + " ") + others(at, span);
  }

  /** Returns a sentence about the other flows with most bytes at a port. */
  private String others(@Nullable PathPort at, Ledger.Span span) {
    if (at == null) {
      return "No other flow used that port.";
    }
    PortTraffic then = at.within(span);
    if (then.otherBytes.isEmpty()) {
      return "No other flow used that port in that time." + before(at);
    }
    List<Map.Entry<Integer, Long>> most = then.otherBytes.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
        .limit(OTHERS).toList();
    String named = most.stream().map(one -> name(one.getKey()) + since(one.getKey()) + then.remark(one.getKey()))
        .collect(Collectors.joining(", "));
    int count = then.otherBytes.size();
    return Humanize.count(count, "other flow") + " took " + Humanize.percent(then.othersShare())
        + " of the bytes that left there in that time: " + named + (count > OTHERS ? " and " + (count - OTHERS) + " more" : "")
        + "." + servedFirst(at, then);
  }

  /** Returns a sentence about earlier flows that left a queue of the flow's own packets; empty without any. */
  private String before(PathPort at) {
    PortTraffic all = at.total();
    return all.otherBytes.isEmpty() || at.port.node() == flows.source(of.flow())
        ? ""
        : " The queue held its own packets, behind those of other flows: since its start these took "
            + Humanize.percent(all.othersShare()) + ", "
            + all.otherBytes.entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue()
                    .thenComparing(Map.Entry.<Integer, Long>comparingByKey().reversed()))
                .map(most -> name(most.getKey())).orElse("")
            + " most.";
  }

  /** Returns a sentence about flows of priorities that the port serves before the flow's own; empty when there were none. */
  private String servedFirst(PathPort at, PortTraffic then) {
    int own = flows.priority(of.flow());
    Map<Integer, Long> first = new TreeMap<>();
    if (of.setup().topology().isSwitch(at.port.node())) {
      then.otherBytes.forEach((other, bytes) -> {
        int priority = flows.priority(other);
        if (priority > own && of.setup().queues().isStrict(priority)) {
          first.merge(priority, bytes, Long::sum);
        }
      });
    }
    if (first.isEmpty()) {
      return "";
    }
    long bytes = first.values().stream().mapToLong(Long::longValue).sum();
    return " The cause is their priority: the port serves priority "
        + first.keySet().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " strictly before priority " + own
        + " of this flow (queues: " + of.setup().queues().name() + "), and "
        + Humanize.percent((double) bytes / Math.max(1, then.otherBytesInAll() + then.ownBytes))
        + " of the bytes that left had that priority.";
  }

  private String since(int other) {
    long later = of.names().startPs(other) - of.startPs();
    return later <= 0 ? "" : ", which started " + Humanize.time(later) + " later";
  }

  private String pausedBy(PathPort at) {
    return pauses(at) + new PauseFaults(of.setup(), of.startPs(), of.startPs() + of.lifePs()).sentence(at.port, at.pauseRoot());
  }

  private String pauses(PathPort at) {
    String peer = of.setup().topology().name(at.port.far().node());
    String pauses = Humanize.count(at.pauses(), "PFC pause") + " by " + peer;
    return at.pauseRootsPs.entrySet().stream().max(Map.Entry.comparingByValue())
        .map(root -> pauses + (at.pauses() == 1 ? "; its root is" : "; the root of most is") + " the queue of " + root.getKey()
            + ", which is " + (of.path().stream().anyMatch(port -> name(port).equals(root.getKey())) ? "" : "not ")
            + "on the flow's path.")
        .orElse(pauses + ".");
  }

  private String name(PathPort port) {
    return PortPhrases.name(of.setup().topology(), port.port);
  }

  /** Returns the flow's name and duration. */
  public static String title(Explanation explanation) {
    return new ExplanationText(explanation).headline();
  }

  /** Returns the reasons of the duration, the costliest first. */
  public static List<String> reasons(Explanation explanation) {
    return new ExplanationText(explanation).sentences();
  }

  /** Returns a table of the flow's time by cause. */
  public static TextTable costs(Explanation explanation) {
    return new ExplanationText(explanation).costs();
  }

  /** Returns a table of the ports on the flow's path. */
  public static TextTable hops(Explanation explanation) {
    return new ExplanationText(explanation).hops();
  }

  /** Returns the name of an entry on a line of its own. */
  public static String name(Explanation explanation, Ledger.Entry entry) {
    return entry.cause().words() + (entry.at() == null ? "" : ", " + new ExplanationText(explanation).name(entry.at()));
  }

  private TextTable costs() {
    var rows = new ArrayList<List<String>>();
    for (Map.Entry<Ledger.Entry, Long> cost : of.ledger().byCost()) {
      PathPort at = cost.getKey().at();
      Ledger.Span span = of.ledger().spanOf(cost.getKey());
      rows.add(List.of(Humanize.time(cost.getValue()), Humanize.percent(share(cost.getValue())), cost.getKey().cause().words(),
          at == null ? "" : name(at), Humanize.time(span.fromPs()) + " to " + Humanize.time(Math.min(span.toPs(), of.lifePs()))));
    }
    return new TextTable(List.of("time", "share", "what", "where", "most of it"), rows);
  }

  private TextTable hops() {
    var rows = new ArrayList<List<String>>();
    for (PathPort port : of.path()) {
      PortTraffic all = port.total();
      boolean nic = all.packets == 0;
      rows.add(List.of(name(port), nic ? Humanize.count(of.packets().sent()) : Humanize.count(all.packets),
          nic ? "" : Humanize.time(all.waitPs / all.packets), nic ? "" : Humanize.time(all.longestWaitPs),
          port.pauses() == 0 ? "" : Humanize.count(port.pauses(), "time"), Humanize.percent(all.othersShare()),
          all.reports == 0 ? "" : String.format(Locale.ROOT, "%.2f", all.utilizationSum / all.reports),
          all.reports == 0 ? "" : Humanize.percent((double) all.ruled / all.reports)));
    }
    return new TextTable(List.of("hop", "packets", "mean wait", "longest", "paused", "others", "mean U", "ruled"), rows);
  }
}
