package dev.inflight.sim.record;

import dev.inflight.net.link.Port;
import dev.inflight.sim.loop.Look;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.PortValue;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The bulk time of a run: from the first flow's start until 95 % of the bytes that it delivers have been delivered, so that a few
 * long flows do not count. The delivered bytes, and the sending time of each port, are stored at some times, and interpolated
 * between them. There are n such times: 512, or with more than 2,048 ports in the fabric the largest power of two for which times
 * multiplied by ports are at most 2^20, but at least 16. So they take 8 MB at most, or 128 B per port with more than 65,536
 * ports. When they are used up, times between which little was delivered are dropped, and later ones are twice as far apart.
 *
 * <p>Of the two times around the bulk time t, either one was the next look after the other, and they are at most 2 t / (n - 2)
 * apart, or the first width; or less than 4 / n of all bytes were delivered between them. (When the times are used up, the
 * delivered bytes are cut into n / 4 parts. The last time in each part stays and the first of the next one, n / 2 + 1 at most
 * with the newest; so n / 2 - 1 looks or more come before the next doubling, and the run is then (n - 2) / 2 widths old.) It only
 * reads: the trajectory is the same with and without it.
 */
public final class BulkHistory extends Look {
  /** The share of the delivered bytes that are the bulk. */
  public static final double SHARE = 0.95;

  /** Largest ratio of the time since the start to the time until the next look: so an idle minute takes a few thousand looks. */
  private static final int FINENESS = 256;
  private static final int MOST_NUMBERS = 1 << 20;
  private static final int MOST_TIMES = 512;
  private static final int LEAST_TIMES = 16;

  private final Timeline loop;
  private final Port[] ports;
  private final LongSupplier deliveredBytes;
  private final MeasureReader reader;
  private final long[] atPs;
  private final long[] delivered;
  private final long[][] sending; // by time, then by port
  private long widthPs;
  private long firstPs;
  private int kept;
  private long fired;
  private boolean over;

  /**
   * Makes a history that has not started.
   *
   * @param portsEverywhere number of the fabric's ports in all processes
   * @param ports ports of this process
   * @param deliveredBytes bytes that receivers of all processes have taken so far
   * @param reader reads totals of ports
   * @param widthPs the first distance of times, above 0
   */
  public BulkHistory(Timeline loop, int portsEverywhere, List<Port> ports, LongSupplier deliveredBytes, MeasureReader reader,
      long widthPs) {
    this.loop = loop;
    this.ports = ports.toArray(Port[]::new);
    this.deliveredBytes = deliveredBytes;
    this.reader = reader;
    this.widthPs = widthPs;
    int times = Integer.highestOneBit(Math.max(LEAST_TIMES, Math.min(MOST_TIMES, MOST_NUMBERS / Math.max(1, portsEverywhere))));
    atPs = new long[times];
    delivered = new long[times];
    sending = new long[times][ports.size()]; // all at once, as nothing is allocated on the way
    key = Long.MAX_VALUE - 4; // what happens at the same time is included
  }

  /** Starts the history at the time at which the first flow starts. */
  public void begin(long nowPs) {
    firstPs = nowPs;
    scheduleNext(nowPs);
  }

  private void scheduleNext(long nowPs) {
    long stepPs = Math.max(widthPs, (nowPs - firstPs) / FINENESS);
    if (nowPs + stepPs > nowPs) { // within the range of times
      loop.schedule(this, nowPs + stepPs);
    }
  }

  @Override
  public void fire() {
    fired++;
    if (over) {
      return;
    }
    if (kept == delivered.length) {
      thin();
    }
    long nowPs = Math.max(timePs, loop.nowPs()); // in real time a look may be late
    atPs[kept] = nowPs;
    delivered[kept] = deliveredBytes.getAsLong();
    long[] sendingNow = sending[kept];
    for (int port = 0; port < ports.length; port++) {
      sendingNow[port] = reader.read(PortValue.SENDING, ports[port], nowPs);
    }
    kept++;
    scheduleNext(nowPs);
  }

  /** Keeps the last time before and the first one after each quarter of this many parts of the delivered bytes. */
  private void thin() {
    long part = Math.max(1, Math.ceilDiv(delivered[kept - 1], Math.max(1, delivered.length / 4)));
    int left = 0;
    long reached = 0;
    for (int number = 0; number < kept; number++) {
      boolean isAfter = delivered[number] - reached >= part;
      boolean isBefore = number + 1 < kept && delivered[number + 1] - reached >= part;
      if (isAfter || isBefore || number + 1 == kept) {
        reached = isAfter ? delivered[number] : reached;
        move(number, left++);
      }
    }
    kept = left;
    widthPs *= 2;
  }

  private void move(int from, int to) {
    atPs[to] = atPs[from];
    delivered[to] = delivered[from];
    long[] dropped = sending[to];
    sending[to] = sending[from];
    sending[from] = dropped;
  }

  /** Ends the history: the last flow has ended, and no more is stored. */
  public void over() {
    over = true;
  }

  /** Number of its events, which are not part of the simulation. */
  public long fired() {
    return fired;
  }

  /**
   * The bulk time of a run that has ended.
   *
   * @param ps picoseconds from the first flow's start until the bulk had been delivered; 0 when nothing was
   * @param from number of the time before it, from 0; -1: the run's start
   * @param to the number of the time after that; -1: the run's end
   * @param part position between these, 0 to 1
   */
  public record Bulk(long ps, int from, int to, double part) {
    /** No bulk time. */
    public static final Bulk NONE = new Bulk(0, -1, -1, 0);
  }

  /**
   * Returns the bulk time.
   *
   * @param endPs end of the run, in picoseconds
   * @param total bytes that were delivered in the end
   */
  public Bulk bulk(long endPs, long total) {
    if (total == 0) {
      return Bulk.NONE;
    }
    double wanted = SHARE * total;
    int number = 0;
    while (number < kept && atPs[number] < endPs && delivered[number] < wanted) {
      number++;
    }
    long before = number == 0 ? 0 : delivered[number - 1];
    long beforePs = number == 0 ? firstPs : atPs[number - 1];
    boolean isKept = number < kept && atPs[number] < endPs;
    double part = (wanted - before) / ((isKept ? delivered[number] : total) - before);
    return between(beforePs, isKept ? atPs[number] : endPs, part, number - 1, isKept ? number : -1);
  }

  private Bulk between(long fromPs, long toPs, double part, int from, int to) {
    return new Bulk(Math.round(fromPs - firstPs + part * (toPs - fromPs)), from, to, part);
  }

  /**
   * Time within the bulk time in which a port was sending, in picoseconds.
   *
   * @param position position of the port among those of the history
   * @param atEndPs total time that it was sending, in picoseconds
   */
  public long sendingPs(Bulk bulk, int position, long atEndPs) {
    if (bulk.ps == 0) {
      return 0;
    }
    long before = bulk.from < 0 ? 0 : sending[bulk.from][position];
    long after = bulk.to < 0 ? atEndPs : sending[bulk.to][position];
    return before + Math.round(bulk.part * (after - before));
  }

  /** The positions of ports by their numbers in the fabric; -1 if another process has the port. */
  public int[] positions() {
    int[] positions = new int[Arrays.stream(ports).mapToInt(Port::index).max().orElse(-1) + 1];
    Arrays.fill(positions, -1);
    for (int position = 0; position < ports.length; position++) {
      positions[ports[position].index()] = position;
    }
    return positions;
  }
}
