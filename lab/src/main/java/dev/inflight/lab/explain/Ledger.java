package dev.inflight.lab.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each part of a flow's time went to. Every picosecond is in one entry, so they add up to the flow's completion time. */
public final class Ledger {
  private static final int SLICES = 64;
  private static final long FIRST_WIDTH_PS = 1_000;
  /** Of an entry's time, what a span must hold to be told as where it was. */
  private static final double MOST_OF_IT = 0.8;

  /**
   * What time goes to.
   *
   * @param at the port where; null where there is none
   */
  public record Entry(Cause cause, @Nullable PathPort at) {
  }

  /**
   * A part of the flow's life.
   *
   * @param fromPs since its start
   * @param toPs since its start
   */
  public record Span(long fromPs, long toPs) {
  }

  private final long startPs;
  private final @Nullable FlowTrace trace;
  private final Map<Entry, Long> totals = new LinkedHashMap<>();
  private List<Map<Entry, Long>> slices = new ArrayList<>();
  private long widthPs = FIRST_WIDTH_PS;

  Ledger(long startPs, @Nullable FlowTrace trace) {
    this.startPs = startPs;
    this.trace = trace;
  }

  long startPs() {
    return startPs;
  }

  /** Time from {@code fromPs} on, of which there may be none. */
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
    long left = ps;
    while (left > 0) {
      while (from / widthPs >= SLICES) {
        halve();
      }
      int slice = (int) (from / widthPs);
      long here = Math.min(left, (slice + 1) * widthPs - from);
      while (slices.size() <= slice) {
        slices.add(new LinkedHashMap<>());
      }
      slices.get(slice).merge(entry, here, Long::sum);
      from += here;
      left -= here;
    }
  }

  private void halve() {
    var wider = new ArrayList<Map<Entry, Long>>();
    for (int at = 0; at < slices.size(); at++) {
      if (at % 2 == 0) {
        wider.add(new LinkedHashMap<>(slices.get(at)));
      } else {
        slices.get(at).forEach((entry, ps) -> wider.getLast().merge(entry, ps, Long::sum));
      }
    }
    slices = wider;
    widthPs *= 2;
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

  /** How long each part of the flow's life is that is kept apart, in picoseconds. */
  public long partPs() {
    return widthPs;
  }

  /** What an entry took of each of these parts, in picoseconds. */
  public List<Long> byPart(Entry entry) {
    return slices.stream().map(slice -> slice.getOrDefault(entry, 0L)).toList();
  }

  /** The shortest part of the flow's life, of as many parts as are kept apart, that holds most of an entry's time. */
  public Span spanOf(Entry entry) {
    double wanted = MOST_OF_IT * totals.getOrDefault(entry, 0L);
    int first = 0;
    int last = slices.size() - 1;
    for (int from = 0; from < slices.size(); from++) {
      long sum = 0;
      for (int to = from; to < slices.size() && to - from < last - first; to++) {
        sum += slices.get(to).getOrDefault(entry, 0L);
        if (sum >= wanted) {
          first = from;
          last = to;
        }
      }
    }
    return new Span(first * widthPs, (last + 1) * widthPs);
  }
}
