package dev.inflight.sim.period;

import java.util.Arrays;

/** Times at which periods of a track were complete, in picoseconds of the loop. When it is full, every second one is dropped. */
public final class PeriodTimes {
  private static final int CAPACITY = 512;

  private long[] atPs = {};
  /** Mean duration of the messages that ended since the previous time, in picoseconds. */
  private double[] tookPs = {};
  private double sumPs;
  private long messages;
  private int count;
  private int stride = 1;
  private int untilNext = 1;
  private long periods;

  /** Counts a message with this duration that has ended. */
  void message(long fctPs) {
    sumPs += fctPs;
    messages++;
  }

  /** Counts another complete period. */
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
      untilNext = stride; // this one is between two that are kept
      stride *= 2;
      return;
    }
    tookPs[count] = messages == 0 ? 0 : sumPs / messages;
    sumPs = 0;
    messages = 0;
    atPs[count++] = nowPs;
  }

  /** Number of complete periods since the last {@link #clear}. */
  public long periods() {
    return periods;
  }

  /** Number of times that are kept, each {@link #stride} periods after the one before. */
  public int kept() {
    return count;
  }

  /** Periods between two times that are kept, 1 or more. */
  public int stride() {
    return stride;
  }

  /** Time at which a period was complete, in picoseconds of the loop: the kept time of that number, from 0 on. */
  public long atPs(int number) {
    return atPs[number];
  }

  /** Removes all times. */
  void clear() {
    count = 0;
    sumPs = 0;
    messages = 0;
    stride = 1;
    untilNext = 1;
    periods = 0;
  }

  /**
   * Recent rates, in periods per picosecond, over equal numbers of successive periods in the later half of the stored ones.
   *
   * @param most largest number of rates
   * @return that many, or as many as there are periods; none if fewer than {@code least} are stored
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

  /** Mean durations of messages in as many parts of the later half of the stored periods as there are rates, in picoseconds. */
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

  /** Duration of the later half of the stored periods, in picoseconds. */
  public double windowPs() {
    return count == 0 ? 0 : atPs[count - 1] - atPs[count / 2];
  }

  /** Rate over a number of the last periods, which are stored, in periods per picosecond. */
  public double lastRate(int last) {
    int over = Math.clamp(last / stride, 1, count - 1);
    return (double) over * stride / Math.max(1, atPs[count - 1] - atPs[count - 1 - over]);
  }
}
