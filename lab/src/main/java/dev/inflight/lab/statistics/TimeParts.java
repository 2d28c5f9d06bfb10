package dev.inflight.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Sums over time, in at most 64 parts of equal width. If the time exceeds them, the width doubles, and pairs of parts are added.
 *
 * @param <T> type of the sum, a mutable object
 */
public final class TimeParts<T> {
  private static final int MOST = 64;
  private static final long FIRST_WIDTH_PS = 1_000;

  private final Supplier<T> empty;
  private final BiConsumer<T, T> addTo;
  private List<T> parts = new ArrayList<>();
  private long widthPs = FIRST_WIDTH_PS;

  /**
   * Creates empty sums.
   *
   * @param empty creates an empty sum
   * @param addTo adds its second argument to its first
   */
  public TimeParts(Supplier<T> empty, BiConsumer<T, T> addTo) {
    this.empty = empty;
    this.addTo = addTo;
  }

  /**
   * Sum of the part that contains a time; callers add to it.
   *
   * @param sinceStartPs time in ps since the first part's start, 0 or more
   */
  public T at(long sinceStartPs) {
    while (sinceStartPs / widthPs >= MOST) {
      widen();
    }
    int part = (int) (sinceStartPs / widthPs);
    while (parts.size() <= part) {
      parts.add(empty.get());
    }
    return parts.get(part);
  }

  /** End of the part that {@link #at} returns for a time, in ps since the first part's start. */
  public long endPs(long sinceStartPs) {
    return (sinceStartPs / widthPs + 1) * widthPs;
  }

  private void widen() {
    var wider = new ArrayList<T>();
    for (int at = 0; at < parts.size(); at++) {
      if (at % 2 == 0) {
        wider.add(parts.get(at));
      } else {
        addTo.accept(wider.getLast(), parts.get(at));
      }
    }
    parts = wider;
    widthPs *= 2;
  }

  /** Width of a part in ps. */
  public long widthPs() {
    return widthPs;
  }

  /** Sums, earliest part first. */
  public List<T> parts() {
    return List.copyOf(parts);
  }

  /** Sum of the parts that overlap a time span. */
  public T within(long fromPs, long toPs) {
    T sum = empty.get();
    for (int part = 0; part < parts.size(); part++) {
      if (part * widthPs < toPs && (part + 1) * widthPs > fromPs) {
        addTo.accept(sum, parts.get(part));
      }
    }
    return sum;
  }

  /** Sum of all parts. */
  public T total() {
    return within(0, Long.MAX_VALUE);
  }
}
