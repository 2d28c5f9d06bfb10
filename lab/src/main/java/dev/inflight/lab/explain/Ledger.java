package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.statistics.TimeParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Account of a flow's time by cause. Every picosecond is in one entry, so the entries add up to the flow's completion time. */
public final class Ledger {
  /** Share of an entry's time that a span must include to represent the entry. */
  private static final double MOST_OF_IT = 0.8;

  /**
   * Cause and place of a part of the time.
   *
   * @param at port of the cause; null for a cause without a port
   */
  public record Entry(Cause cause, @Nullable PathPort at) {
  }

  /**
   * Part of the flow's time.
   *
   * @param fromPs start of the part, in picoseconds since the flow's start
   * @param toPs end of the part, in picoseconds since the flow's start
   */
  public record Span(long fromPs, long toPs) {
  }

  private final long startPs;
  private final @Nullable FlowTrace trace;
  private final Map<Entry, Long> totals = new LinkedHashMap<>();
  private final TimeParts<Map<Entry, Long>> parts = new TimeParts<>(LinkedHashMap::new,
      (sum, more) -> more.forEach((entry, ps) -> sum.merge(entry, ps, Long::sum)));

  Ledger(long startPs, @Nullable FlowTrace trace) {
    this.startPs = startPs;
    this.trace = trace;
  }

  long startPs() {
    return startPs;
  }

  /** Adds time from {@code fromPs} on, which may be 0. */
  void add(Cause cause, @Nullable PathPort at, long fromPs, long ps) {
    if (ps <= 0) {
      return;
    }
    var entry = new Entry(cause, at);
    totals.merge(entry, ps, Long::sum);
    if (trace != null) {
      trace.part(entry, fromPs, ps);
    }
    long from = fromPs - startPs;
    long end = from + ps;
    while (from < end) {
      Map<Entry, Long> part = parts.at(from);
      long until = Math.min(end, parts.endPs(from));
      part.merge(entry, until - from, Long::sum);
      from = until;
    }
  }

  /** All entries, the costliest first. */
  public List<Map.Entry<Entry, Long>> byCost() {
    return totals.entrySet().stream().sorted(Map.Entry.<Entry, Long>comparingByValue().reversed()).toList();
  }

  long of(Cause cause) {
    return totals.entrySet().stream().filter(one -> one.getKey().cause == cause).mapToLong(Map.Entry::getValue).sum();
  }

  long of(Cause cause, @Nullable PathPort at) {
    return totals.getOrDefault(new Entry(cause, at), 0L);
  }

  /** Length, in picoseconds, of the parts of the flow's time that are recorded apart. */
  public long partPs() {
    return parts.widthPs();
  }

  /** Time of an entry in each of these parts, in picoseconds. */
  public List<Long> byPart(Entry entry) {
    return parts.parts().stream().map(part -> part.getOrDefault(entry, 0L)).toList();
  }

  /** Returns the shortest span of recorded parts that includes most of the time of these entries. */
  public Span spanOf(Entry... entries) {
    List<Long> ofParts = parts.parts().stream().map(part -> sum(part, entries)).toList();
    double wanted = MOST_OF_IT * sum(totals, entries);
    int first = 0;
    int last = ofParts.size() - 1;
    for (int from = 0; from < ofParts.size(); from++) {
      long sum = 0;
      for (int to = from; to < ofParts.size() && to - from < last - first; to++) {
        sum += ofParts.get(to);
        if (sum >= wanted) {
          first = from;
          last = to;
        }
      }
    }
    return new Span(first * partPs(), (last + 1) * partPs());
  }

  private static long sum(Map<Entry, Long> times, Entry... entries) {
    long sum = 0;
    for (Entry entry : entries) {
      sum += times.getOrDefault(entry, 0L);
    }
    return sum;
  }
}
