package dev.inflight.telemetry;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.LinkHistory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one acknowledgement says about the path it describes: for each hop, in path order, the time at which the packet left the
 * egress port, the bytes that port had sent before, the bytes that waited behind the packet, and the port's rate
 * (HPCC, SIGCOMM'19 §3.1 and §4.1). Mutable and reusable, so that reading an acknowledgement allocates nothing.
 *
 * <p>Time and sent bytes come from counters of limited width. {@link #elapsedPs} and {@link #bytesSince} correct one wrap of each;
 * {@link #follows} returns whether one was enough, and if not, the earlier report is of no use.
 */
public final class Hops {
  private static final int TIME = 0;
  private static final int SENT = 1;
  static final int QUEUE = 2; // below 0 where a hop says none: see HopRecords
  private static final int RATE = 3;
  private static final int LINK = 4;
  private static final int UTILIZATION = 5;
  static final int STRIDE = 6;
  private static final long NO_UTILIZATION = Double.doubleToRawLongBits(-1);

  /** The time modulus of a format without time stamps of hops. */
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

  /** An empty report with room for {@code capacity} hops; it grows when a path turns out to be longer. */
  public Hops(int capacity) {
    Check.count("capacity", capacity, 1);
    values = new long[capacity * STRIDE];
  }

  /** Empties the report and states the time, in picoseconds or {@link #NO_CLOCK}, and the bytes after which counters repeat. */
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
   * Makes this a report that answers one question for the whole path, without hops.
   *
   * @param value {@link PathQuery#UTILIZATION}: of the busiest link, 0 to 1; {@link PathQuery#QUEUEING}: the longest queue divided by its
   *     link's rate, in picoseconds; {@link PathQuery#WAIT}: the longest wait, in picoseconds; {@link PathQuery#INFLIGHT}, {@link PathQuery#LOAD}: in bandwidth-delay products, 0 or more
   * @param locator its place, as far as the format has it
   */
  public void answer(PathQuery question, double value, int locator) {
    clear(NO_CLOCK, Long.MAX_VALUE);
    answered = question;
    answer = value;
    pathId = locator;
  }

  /** The question that this report answers for the whole path; null when it has a record for each hop. */
  public @Nullable PathQuery answered() {
    return answered;
  }

  /** The answer to {@link #answered}: see {@link #answer(Question, double, int)}. */
  public double answer() {
    return answer;
  }

  /** Appends the next hop of the path, of a format that names no links. */
  public void add(long timePs, long sentBytes, long queueBytes, long rateBitsPerSec) {
    add(timePs, sentBytes, queueBytes, rateBitsPerSec, 0);
  }

  /**
   * Appends the next hop of the path.
   *
   * @param timePs when the packet's first bit left, and
   * @param sentBytes bytes sent by the port before it, both modulo the counter's modulus
   * @param queueBytes bytes still waiting behind this packet
   * @param rateBitsPerSec the port's rate; 0 when the header's code is unknown, and the hop then cannot be measured
   * @param link the format's identity of the link, 0 where it has none: node and egress port
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

  /** States the utilization that the last hop added reports of itself, 0 to 1, where a format has it instead of sent bytes. */
  public void utilization(double ofLastHop) {
    values[(count - 1) * STRIDE + UTILIZATION] = Double.doubleToRawLongBits(ofLastHop);
  }

  /** States that the only hop is one that was chosen of a path, and what is known of its past: it is compared with nothing else. */
  public void past(LinkHistory ofOnlyHop) {
    past = ofOnlyHop;
  }

  /** What a report of one chosen link says of its past; null in a report of a path. */
  public @Nullable LinkHistory past() {
    return past;
  }

  /** The identity of a link from the numbers that a header carries: node, and egress port of up to 16 bits. */
  public static long link(long node, int port) {
    return node << 16 | port;
  }

  /** The number of hops reported. */
  public int count() {
    return count;
  }

  /** When the packet's first bit left hop {@code hop}, in picoseconds modulo the format's time modulus. */
  public long timePs(int hop) {
    return values[hop * STRIDE + TIME];
  }

  /** Bytes that hop {@code hop} had sent before the packet, modulo the format's sent modulus. */
  public long sentBytes(int hop) {
    return values[hop * STRIDE + SENT];
  }

  /** Bytes that waited behind the packet at hop {@code hop}; 0 where it {@linkplain HopRecords#isKnown says none}. */
  public long queueBytes(int hop) {
    return Math.max(0, values[hop * STRIDE + QUEUE]);
  }

  /** The rate of hop {@code hop}'s link in bit/s, or 0 when it is not known. */
  public long rateBitsPerSec(int hop) {
    return values[hop * STRIDE + RATE];
  }

  /** Whether hop {@code hop} was reported with all that is needed to measure it: its rate is not 0. */
  public boolean isKnown(int hop) {
    return rateBitsPerSec(hop) != 0;
  }

  /** The format's identity of hop {@code hop}'s link, or 0. */
  public long link(int hop) {
    return values[hop * STRIDE + LINK];
  }

  /** The utilization that hop {@code hop} reports of itself, 0 to 1; negative when it does not. */
  public double utilization(int hop) {
    return Double.longBitsToDouble(values[hop * STRIDE + UTILIZATION]);
  }

  /** Whether hops have time stamps. */
  public boolean hasClock() {
    return timeModulusPs != NO_CLOCK;
  }

  /** The time after which these repeat, in picoseconds; {@link #NO_CLOCK} when hops have none. */
  public long timeModulusPs() {
    return timeModulusPs;
  }

  /** The bytes sent after which these repeat. */
  public long sentModulusBytes() {
    return sentModulusBytes;
  }

  /** Time between the earlier report of the same hop and this one, at most one wrap corrected, in picoseconds. */
  public long elapsedPs(int hop, Hops earlier) {
    long delta = timePs(hop) - earlier.timePs(hop);
    return delta < 0 ? delta + timeModulusPs : delta;
  }

  /** Bytes that the hop sent between the earlier report and this one, at most one wrap corrected. */
  public long bytesSince(int hop, Hops earlier) {
    long delta = sentBytes(hop) - earlier.sentBytes(hop);
    return delta < 0 ? delta + sentModulusBytes : delta;
  }

  /**
   * Whether this report can be compared with an earlier one: of the same path, and both differences are certain of each hop of known rate.
   *
   * <p>Whether a clock wrapped more than once (or ran backwards, because packets changed places) follows from the time between the
   * arrivals of the two acknowledgements. It differs from the time between the stamps by as much as the two acknowledgements were
   * underway for different times, which may be up to half of the time modulus. The time between the stamps then shows whether the
   * port can have sent so much that its byte counter wrapped more than once.
   *
   * @param arrivalGapPs time between the arrivals of both reports, in picoseconds
   */
  public boolean follows(Hops earlier, long arrivalGapPs) {
    return samePath(earlier) && isCertain(earlier, arrivalGapPs);
  }

  /** {@link #follows} of a report that is known to describe the same path. */
  public boolean isCertain(Hops earlier, long arrivalGapPs) {
    if (timeModulusPs == NO_CLOCK) {
      return true;
    }
    for (int hop = 0; hop < count; hop++) {
      if (isKnown(hop) && earlier.isKnown(hop) && !isCertain(hop, earlier, hop, arrivalGapPs)) {
        return false; // of those that are measured
      }
    }
    return true;
  }

  /**
   * Whether hop {@code hop} can be compared with an earlier record of the same link, both of known rate: its rate is the same, and both
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

  /** Whether both reports come from the same path, as far as the format shows it: hop count, path identity, links, hops cut off. */
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

  /** The format's identity of the whole path (HPCC §4.1: XOR of the switch ids), 0 where a format has none. */
  public int pathId() {
    return pathId;
  }

  /** Sets the identity of the path. */
  public void pathId(int id) {
    pathId = id;
    pathNamed = true;
  }

  /** Whether the format has an identity of the whole path, which may well be 0. */
  public boolean namesPath() {
    return pathNamed;
  }

  /** Whether hops may be missing at the end: the path may have more than the header could hold. */
  public boolean cutOff() {
    return cutOff;
  }

  /** States whether hops may be missing at the end. */
  public void cutOff(boolean missing) {
    cutOff = missing;
  }

  /** Puts hop {@code from} of another report in the place of hop {@code hop}, which must be there. */
  public void set(int hop, Hops other, int from) {
    System.arraycopy(other.values, from * STRIDE, values, hop * STRIDE, STRIDE);
  }

  /** Gives hops without time stamps that of the clock where their report arrived, which is all that can stand for them. It never wraps. */
  public void stampByArrival(long nowPs) {
    for (int hop = 0; hop < count; hop++) {
      values[hop * STRIDE + TIME] = nowPs;
    }
    timeModulusPs = Long.MAX_VALUE;
  }

  /** Takes over those hops of {@code other} that had a queue, and keeps the rest. */
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
   * Takes over those hops of a later report of the same path that have a later clock. A hop that two packets left within one tick keeps
   * the older record, or what it sent in between would be missing from the next difference; and so does one that is not known now.
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

  /** Makes room for {@code hops} hops; those never reported read as 0 everywhere. */
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

  /** Takes over the hops of {@code other} and keeps what stood behind them, as the HPCC authors' simulator does on a shorter path. */
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
