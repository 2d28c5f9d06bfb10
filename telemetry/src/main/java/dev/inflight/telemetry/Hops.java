package dev.inflight.telemetry;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.LinkHistory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Telemetry of one path in an acknowledgement: for each hop, in path order, the time at which the packet left the egress port,
 * the bytes sent before and waiting behind it, and the port's rate (HPCC, SIGCOMM'19 §3.1, §4.1). Mutable and reusable.
 *
 * <p>Time and sent bytes come from counters of limited width. {@link #elapsedPs} and {@link #bytesSince} correct one wrap of
 * each. If {@link #follows} is false, they may have wrapped more often, and the earlier report is not comparable.
 */
public final class Hops {
  private static final int TIME = 0;
  private static final int SENT = 1;
  static final int QUEUE = 2; // below 0 where a hop reports none: see HopRecords
  private static final int RATE = 3;
  private static final int LINK = 4;
  private static final int UTILIZATION = 5;
  static final int STRIDE = 6;
  private static final long NO_UTILIZATION = Double.doubleToRawLongBits(-1);

  /** Time modulus of a format without time stamps of hops. */
  public static final long NO_CLOCK = 0;

  long[] values;
  private int count;
  private int pathId;
  private boolean pathNamed;
  private boolean cutOff;
  private long timeModulusPs = Long.MAX_VALUE;
  private long sentModulusBytes = Long.MAX_VALUE;
  private @Nullable PathQuery answered;
  private double answer;
  private @Nullable LinkHistory past;

  /** Creates an empty report with room for {@code capacity} hops; it grows for longer paths. */
  public Hops(int capacity) {
    Check.count("capacity", capacity, 1);
    values = new long[capacity * STRIDE];
  }

  /** Empties the report and sets its moduli: of time, in picoseconds or {@link #NO_CLOCK}, and of sent bytes. */
  public void clear(long timeModulusPs, long sentModulusBytes) {
    count = 0;
    pathId = 0;
    pathNamed = false;
    cutOff = false;
    answered = null;
    past = null;
    this.timeModulusPs = timeModulusPs;
    this.sentModulusBytes = sentModulusBytes;
  }

  /**
   * Sets this to a report without hops that answers one question for the whole path.
   *
   * @param value {@link PathQuery#UTILIZATION}: of the busiest link, 0 to 1; {@link PathQuery#QUEUEING}: the longest queue
   *     divided by its link's rate, in picoseconds; {@link PathQuery#WAIT}: the longest wait, in picoseconds;
   *     {@link PathQuery#INFLIGHT}, {@link PathQuery#LOAD}: in bandwidth-delay products, 0 or more
   * @param locator location of the bottleneck, as far as the format has it
   */
  public void answer(PathQuery question, double value, int locator) {
    clear(NO_CLOCK, Long.MAX_VALUE);
    answered = question;
    answer = value;
    pathId = locator;
  }

  /** Question that this report answers for the whole path; null if it has a record for each hop. */
  public @Nullable PathQuery answered() {
    return answered;
  }

  /** Answer to {@link #answered}: see {@link #answer(PathQuery, double, int)}. */
  public double answer() {
    return answer;
  }

  /** Appends the next hop of the path, for a format that does not identify links. */
  public void add(long timePs, long sentBytes, long queueBytes, long rateBitsPerSec) {
    add(timePs, sentBytes, queueBytes, rateBitsPerSec, 0);
  }

  /**
   * Appends the next hop of the path.
   *
   * @param timePs time at which the packet's first bit left, modulo the format's time modulus
   * @param sentBytes bytes sent by the port before it, modulo the format's sent modulus
   * @param queueBytes bytes that still wait behind this packet
   * @param rateBitsPerSec the port's rate; 0 when the header's code is unknown, and the hop then cannot be measured
   * @param link the format's identity of the link (node and egress port); 0 if it has none
   */
  public void add(long timePs, long sentBytes, long queueBytes, long rateBitsPerSec, long link) {
    int at = count * STRIDE;
    if (at == values.length) {
      values = Arrays.copyOf(values, 2 * at);
    }
    values[at + TIME] = timePs;
    values[at + SENT] = sentBytes;
    values[at + QUEUE] = queueBytes;
    values[at + RATE] = rateBitsPerSec;
    values[at + LINK] = link;
    values[at + UTILIZATION] = NO_UTILIZATION;
    count++;
  }

  /** Sets the utilization that the last added hop reports, 0 to 1, in formats that carry it instead of sent bytes. */
  public void utilization(double ofLastHop) {
    values[(count - 1) * STRIDE + UTILIZATION] = Double.doubleToRawLongBits(ofLastHop);
  }

  /** Sets the history of the only hop, which the receiver chose among the links of a path. No other comparison applies to it. */
  public void past(LinkHistory ofOnlyHop) {
    past = ofOnlyHop;
  }

  /** History of the one chosen link; null in a report of a path. */
  public @Nullable LinkHistory past() {
    return past;
  }

  /** Identity of a link from the numbers in a header: node, and egress port of up to 16 bits. */
  public static long link(long node, int port) {
    return node << 16 | port;
  }

  /** Number of hops reported. */
  public int count() {
    return count;
  }

  /** Time at which the packet's first bit left hop {@code hop}, in picoseconds modulo the format's time modulus. */
  public long timePs(int hop) {
    return values[hop * STRIDE + TIME];
  }

  /** Bytes that hop {@code hop} had sent before the packet, modulo the format's sent modulus. */
  public long sentBytes(int hop) {
    return values[hop * STRIDE + SENT];
  }

  /** Bytes that waited behind the packet at hop {@code hop}; 0 if the hop {@linkplain HopRecords#isKnown reports none}. */
  public long queueBytes(int hop) {
    return Math.max(0, values[hop * STRIDE + QUEUE]);
  }

  /** Rate of hop {@code hop}'s link in bit/s; 0 if it is unknown. */
  public long rateBitsPerSec(int hop) {
    return values[hop * STRIDE + RATE];
  }

  /** True if hop {@code hop} reported all data that a measurement needs: its rate is not 0. */
  public boolean isKnown(int hop) {
    return rateBitsPerSec(hop) != 0;
  }

  /** The format's identity of hop {@code hop}'s link, or 0. */
  public long link(int hop) {
    return values[hop * STRIDE + LINK];
  }

  /** Utilization that hop {@code hop} reports, 0 to 1; negative if it reports none. */
  public double utilization(int hop) {
    return Double.longBitsToDouble(values[hop * STRIDE + UTILIZATION]);
  }

  /** True if hops have time stamps. */
  public boolean hasClock() {
    return timeModulusPs != NO_CLOCK;
  }

  /** Time after which time stamps repeat, in picoseconds; {@link #NO_CLOCK} if hops have none. */
  public long timeModulusPs() {
    return timeModulusPs;
  }

  /** Number of bytes after which counters of sent bytes repeat. */
  public long sentModulusBytes() {
    return sentModulusBytes;
  }

  /** Time between the earlier report of the same hop and this one, in picoseconds, with at most one wrap corrected. */
  public long elapsedPs(int hop, Hops earlier) {
    long delta = timePs(hop) - earlier.timePs(hop);
    return delta < 0 ? delta + timeModulusPs : delta;
  }

  /** Bytes that the hop sent between the earlier report and this one, with at most one wrap corrected. */
  public long bytesSince(int hop, Hops earlier) {
    long delta = sentBytes(hop) - earlier.sentBytes(hop);
    return delta < 0 ? delta + sentModulusBytes : delta;
  }

  /**
   * True if this report can be compared with an earlier one of the same path: both differences are certain for each hop of known
   * rate.
   *
   * <p>The time between the two arrivals shows whether a clock wrapped more than once, or ran backwards because packets were
   * reordered. It differs from the time between the stamps by the difference of the acknowledgements' delays, which may be up to
   * half of the time modulus. The time between the stamps then shows whether the byte counter can have wrapped more than once.
   *
   * @param arrivalGapPs time between the arrivals of both reports, in picoseconds
   */
  public boolean follows(Hops earlier, long arrivalGapPs) {
    return samePath(earlier) && isCertain(earlier, arrivalGapPs);
  }

  /** Same as {@link #follows}, for two reports known to describe the same path. */
  public boolean isCertain(Hops earlier, long arrivalGapPs) {
    if (timeModulusPs == NO_CLOCK) {
      return true;
    }
    for (int hop = 0; hop < count; hop++) {
      if (isKnown(hop) && earlier.isKnown(hop) && !isCertain(hop, earlier, hop, arrivalGapPs)) {
        return false; // of the hops that can be measured
      }
    }
    return true;
  }

  /**
   * True if hop {@code hop} can be compared with an earlier record of its link: both have the same known rate, and both
   * differences are certain ({@link #follows}).
   *
   * @param arrivalGapPs time between the arrivals of the two, in picoseconds
   */
  public boolean isCertain(int hop, Hops earlier, int earlierHop, long arrivalGapPs) {
    long rate = rateBitsPerSec(hop);
    if (timeModulusPs == NO_CLOCK) {
      return rate == earlier.rateBitsPerSec(earlierHop);
    }
    long delta = timePs(hop) - earlier.timePs(earlierHop);
    double elapsed = delta < 0 ? delta + timeModulusPs : delta;
    return rate == earlier.rateBitsPerSec(earlierHop) && Math.abs(elapsed - arrivalGapPs) <= timeModulusPs * 0.5
        && elapsed * rate < sentModulusBytes * 8e12;
  }

  /** True if both reports come from the same path, as far as the format shows: hop count, path identity, links, missing hops. */
  public boolean samePath(Hops other) {
    if (count != other.count || pathId != other.pathId || cutOff != other.cutOff || answered != other.answered) {
      return false;
    }
    for (int at = LINK; at < count * STRIDE; at += STRIDE) {
      if (values[at] != other.values[at]) {
        return false;
      }
    }
    return true;
  }

  /** The format's identity of the whole path (HPCC §4.1: XOR of the switch ids); 0 if the format has none. */
  public int pathId() {
    return pathId;
  }

  /** Sets the identity of the path. */
  public void pathId(int id) {
    pathId = id;
    pathNamed = true;
  }

  /** True if the format has an identity of the whole path; the identity may be 0. */
  public boolean namesPath() {
    return pathNamed;
  }

  /** True if hops may be missing at the end: the path may have more hops than the header has room for. */
  public boolean cutOff() {
    return cutOff;
  }

  /** Sets whether hops may be missing at the end. */
  public void cutOff(boolean missing) {
    cutOff = missing;
  }

  /** Replaces hop {@code hop}, which must exist, by hop {@code from} of another report. */
  public void set(int hop, Hops other, int from) {
    System.arraycopy(other.values, from * STRIDE, values, hop * STRIDE, STRIDE);
  }

  /** Stamps hops without time stamps with the arrival time of their report, the only time available. This time never wraps. */
  public void stampByArrival(long nowPs) {
    for (int hop = 0; hop < count; hop++) {
      values[hop * STRIDE + TIME] = nowPs;
    }
    timeModulusPs = Long.MAX_VALUE;
  }

  /** Copies the hops of {@code other} that had a queue, and keeps the other hops. */
  public void overlayQueued(Hops other) {
    reserve(other.count);
    for (int hop = 0; hop < other.count; hop++) {
      if (other.queueBytes(hop) > 0) {
        System.arraycopy(other.values, hop * STRIDE, values, hop * STRIDE, STRIDE);
      }
    }
    count = Math.max(count, other.count);
  }

  /**
   * Copies the hops of a later report of the same path that have a later clock. A hop with an unchanged clock (two packets in one
   * tick) keeps the older record: otherwise the next difference would lack the bytes sent in between. A hop of unknown rate also
   * keeps it.
   */
  public void advanceTo(Hops later) {
    for (int hop = 0; hop < count; hop++) {
      int at = hop * STRIDE;
      boolean moved = values[at + TIME] != later.values[at + TIME] || values[at + RATE] == 0 || timeModulusPs == NO_CLOCK;
      if (later.values[at + RATE] != 0 && moved) {
        System.arraycopy(later.values, at, values, at, STRIDE);
      }
    }
  }

  /** Makes room for {@code hops} hops; all values of hops never reported are 0. */
  public void reserve(int hops) {
    if (values.length < hops * STRIDE) {
      values = Arrays.copyOf(values, hops * STRIDE);
    }
  }

  /** Makes this report equal to {@code other}. */
  public void copyFrom(Hops other) {
    overlay(other);
    count = other.count;
  }

  /** Copies the hops of {@code other} and keeps any further hops, as the HPCC authors' simulator does on a shorter path. */
  public void overlay(Hops other) {
    reserve(other.count);
    System.arraycopy(other.values, 0, values, 0, other.count * STRIDE);
    count = Math.max(count, other.count);
    pathId = other.pathId;
    pathNamed = other.pathNamed;
    cutOff = other.cutOff;
    answered = other.answered;
    answer = other.answer;
    timeModulusPs = other.timeModulusPs;
    sentModulusBytes = other.sentModulusBytes;
  }

  @Override
  public String toString() {
    return HopRecords.text(this);
  }
}
