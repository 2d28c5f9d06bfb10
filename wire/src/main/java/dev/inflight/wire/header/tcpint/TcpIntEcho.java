package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.Hops;

/**
 * Host side of {@link TcpIntOption}: values that arrived with the last segment return once, with the next departing segment.
 *
 * <p>HIDEcr has four bits: 64 (the time to live with which hosts send) minus HopID. The first hop is 1. Results outside 1 to 15
 * are echoed as 15: from longer paths, or from a host with another time to live. HopLatEcr has 15 bits of HopLat, or a leading 1
 * and 15 bits of HopLat / 256: 0x0001 is 256 ns and 0x8001 is 65 us. Latencies above 2.1 s are echoed as 2.1 s.
 *
 * <p>Each endpoint of a connection needs its own object. Not thread-safe.
 */
public final class TcpIntEcho {
  /** Time to live with which hosts send. */
  public static final int FIRST_HOP_LIMIT = 64;
  /** Largest HIDEcr. */
  public static final int MOST_HOPS = 15;

  private static final int SHORT_BITS = 15;
  private static final int COARSE = 1 << SHORT_BITS;
  private static final int COARSE_SHIFT = 8;
  private static final int MOST_ECHOED = (1 << SHORT_BITS + COARSE_SHIFT) - 1;
  private static final long PS_PER_NS = 1000;

  private final TcpIntLoad loads;
  private boolean pending;
  private int load;
  private int hop;
  private int rateCode;
  private int latency;

  /** Creates an endpoint that has received nothing. */
  public TcpIntEcho(TcpIntLoad loads) {
    this.loads = loads;
  }

  /** Keeps the values of an arrived option; an option that no hop has written to changes nothing. */
  public void take(byte[] bytes, int at) {
    int id = TcpIntOption.hop(bytes, at);
    if (id == 0) {
      return;
    }
    pending = true;
    load = TcpIntOption.load(bytes, at);
    int distance = FIRST_HOP_LIMIT - id;
    hop = distance < 1 || distance > MOST_HOPS ? MOST_HOPS : distance;
    rateCode = TcpIntOption.rateCode(bytes, at);
    latency = encodeLatency(TcpIntOption.latency(bytes, at));
  }

  /** True if arrived values have not been echoed yet. */
  public boolean isPending() {
    return pending;
  }

  /** Writes an option for a departing segment, with the pending echo if there is one; returns {@link TcpIntOption#BYTES}. */
  public int write(byte[] bytes, int at, int tagFrequency) {
    TcpIntOption.write(bytes, at, tagFrequency);
    if (pending) {
      TcpIntOption.echo(bytes, at, load, hop, rateCode, latency);
      pending = false;
    }
    return TcpIntOption.BYTES;
  }

  /**
   * Reads the other endpoint's echo: a report of the busiest hop on the path to it, with rate, queue and utilization, but without
   * a clock, sent bytes or position. Consecutive reports may be of different hops; then the smaller of their queues counts.
   *
   * @return true if the option has an echo with a known rate
   */
  public boolean read(byte[] bytes, int at, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    long rate = TcpIntLoad.rateBitsPerSec(TcpIntOption.rateCodeEcho(bytes, at));
    if (TcpIntOption.hopEcho(bytes, at) == 0 || rate == 0) {
      return false;
    }
    int value = TcpIntOption.loadEcho(bytes, at);
    into.add(0, 0, TcpIntLoad.queueBytes(value), rate);
    into.utilization(loads.utilization(value, rate));
    return true;
  }

  /** HopLatEcr of a HopLat. */
  public static int encodeLatency(int latency) {
    int echoed = Math.min(latency, MOST_ECHOED);
    return echoed < COARSE ? echoed : COARSE | echoed >>> COARSE_SHIFT;
  }

  /** Time in a HopLatEcr, in picoseconds. */
  public static long latencyPs(int echo) {
    long units = (echo & COARSE) == 0 ? echo : (long) (echo & COARSE - 1) << COARSE_SHIFT;
    return units * TcpIntOption.LATENCY_UNIT_NS * PS_PER_NS;
  }
}
