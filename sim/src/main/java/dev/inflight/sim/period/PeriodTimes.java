package dev.inflight.sim.period;

import java.util.Arrays;

/** When each period of a track was complete, in picoseconds of the loop. When there is no room for more, every second one is dropped. */
public final class PeriodTimes {
  private static final int CAPACITY = 512;

  private long[] atPs = {};
  /** What messages have taken that ended since the time before, on average. */
  private double[] tookPs = {};
  private double sumPs;
  private long messages;
  private int count;
  private int stride = 1;
  private int untilNext = 1;
  private long periods;

  /** A message has ended that took so long. */
  void message(long fctPs) {
    sumPs += fctPs;
    messages++;
  }

  /** Another period is complete. */
  void complete(long nowPs) {
    periods++;
    if (--untilNext > 0) {
      return;
    }
    untilNext = stride;
    if (atPs.length == 0) {
      atPs = new long[CAPACITY];
      tookPs = new double[CAPACITY];
    }
    if (count == CAPACITY) {
      for (int at = 0; at < CAPACITY / 2; at++) {
        atPs[at] = atPs[2 * at + 1];
        tookPs[at] = (tookPs[2 * at] + tookPs[2 * at + 1]) / 2;
      }
      count /= 2;
      stride *= 2;
      untilNext = stride;
    }
    tookPs[count] = messages == 0 ? 0 : sumPs / messages;
    sumPs = 0;
    messages = 0;
    atPs[count++] = nowPs;
  }

  /** How many periods are complete, of all that were not forgotten. */
  public long periods() {
    return periods;
  }

  /** Forgets all. */
  void clear() {
    count = 0;
    sumPs = 0;
    messages = 0;
    stride = 1;
    untilNext = 1;
    periods = 0;
  }

  /**
   * The rates of late: periods a picosecond in equal numbers of periods, one after the other, of the later half of what is known.
   *
   * @param most how many rates
   * @return that many, or as many as there are periods; none where fewer than {@code least} are known
   */
  public double[] rates(int least, int most) {
    int from = count / 2;
    int known = count - 1 - from;
    if (known < least) {
      return new double[0];
    }
    int batches = Math.min(most, known);
    int batch = known / batches;
    double[] rates = new double[batches];
    Arrays.setAll(rates, number -> {
      int end = count - 1 - (batches - 1 - number) * batch;
      return (double) batch * stride / Math.max(1, atPs[end] - atPs[end - batch]);
    });
    return rates;
  }

  /** What messages took on average in as many parts of the later half of what is known as there are rates, in picoseconds. */
  public double[] messageTimesPs(int batches) {
    double[] means = new double[batches];
    int batch = (count - 1 - count / 2) / batches;
    for (int number = 0; number < batches; number++) {
      int end = count - 1 - (batches - 1 - number) * batch;
      for (int at = end - batch + 1; at <= end; at++) {
        means[number] += tookPs[at] / batch;
      }
    }
    return means;
  }

  /** How long the later half of what is known took, in picoseconds. */
  public double windowPs() {
    return count == 0 ? 0 : atPs[count - 1] - atPs[count / 2];
  }

  /** The rate over so many of the last periods, which are known, in periods a picosecond. */
  public double lastRate(int last) {
    int over = Math.clamp(last / stride, 1, count - 1);
    return (double) over * stride / Math.max(1, atPs[count - 1] - atPs[count - 1 - over]);
  }
}
