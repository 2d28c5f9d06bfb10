package dev.inflight.sim.fast;

import dev.inflight.sim.measure.Batches;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import org.jspecify.annotations.Nullable;

/** A flow in progress: its acknowledged bytes at the times of {@link RateHistory}, and the state of its credit. */
final class SampledFlow {
  final Sender sender;
  final CreditedFlow flow;
  /** The ports that its data takes; empty if packets choose their own. */
  Port[] path;
  /** The ports that its acknowledgements take; empty if they choose their own. */
  Port[] back;
  /** True if its congestion control can be driven ahead of it. */
  final boolean isForeseeable;
  /** Number of looks in which its packets have met no queue. */
  int calmLooks;
  /** True if its pace alone limits it, and follows from time and acknowledgements. */
  boolean isFree;
  private long recentFromBytes;
  private long recentLaterBytes;
  /** Index among all flows in progress. */
  int place;
  private final long[] acked = new long[RateHistory.CAPACITY];
  private final long[] ackedAtPs = new long[RateHistory.CAPACITY];
  private final long[] pace = new long[RateHistory.CAPACITY];
  private final long[] window = new long[RateHistory.CAPACITY];
  private final long[] inflight = new long[RateHistory.CAPACITY];
  /** Number of the look at which its links changed. */
  long changedAtLook;
  /** Skipped time since then, in picoseconds. */
  double skippedPs;

  // results of the last look
  /** Bytes per picosecond. */
  double rate;
  /** The standard error of that. */
  double rateError;
  /** By how much the rate of the window's second half is above that of the first. */
  double drift;
  /** Share of a drift's limit that the drift uses per picosecond; above 0 if the flow speeds up. */
  double shift;
  /** Used share of that limit over all stretches, at the drifts measured before them. */
  private double spent;
  @Nullable
  Crowd crowd;

  /** Remainder of its credit that did not fill a packet, in bytes. */
  private double leftOver;
  /** Its credit in the present stretch, in bytes. */
  double duringBytes;
  /** Standard error of all its credit, in bytes. Errors of stretches add up: their rates come from the same samples. */
  private double creditError;
  /** Possible error of all its credit, in bytes, because a rate drifted that counted as constant. */
  private double bias;
  /** Fluctuation of its crowd's shares about a mean of 1, once that is known. */
  @Nullable
  Wander wander;
  private double longestWanderPs;

  SampledFlow(Sender sender, CreditedFlow flow, Port[] path, Port[] back) {
    this.sender = sender;
    this.flow = flow;
    this.path = path;
    this.back = back;
    isForeseeable = sender.control().ahead(sender.pathFacts().baseRttPs()) != null;
  }

  /** Moves the start of recent rates to the later mark. */
  void beginLater() {
    recentFromBytes = recentLaterBytes;
    recentLaterBytes = sender.ackedBytes();
  }

  /** Moves the start of recent rates to now. */
  void beginNow() {
    recentLaterBytes = sender.ackedBytes();
    recentFromBytes = recentLaterBytes;
  }

  /** Bytes acknowledged in the time of recent rates. */
  long recentBytes() {
    return sender.ackedBytes() - recentFromBytes;
  }

  void sample(int number) {
    acked[number] = sender.ackedBytes();
    ackedAtPs[number] = sender.waitingSincePs();
    pace[number] = sender.paceBitsPerSec();
    window[number] = sender.windowBytes();
    inflight[number] = sender.inflightBytes();
  }

  void halve(int samples) {
    for (int at = 0; at < samples / 2; at++) {
      acked[at] = acked[2 * at + 1];
      ackedAtPs[at] = ackedAtPs[2 * at + 1];
      pace[at] = pace[2 * at + 1];
      window[at] = window[2 * at + 1];
      inflight[at] = inflight[2 * at + 1];
    }
  }

  /** Bytes acknowledged between two samples. */
  long between(int from, int to) {
    return acked[to] - acked[from];
  }

  /** Rate over all samples up to one, in bytes per picosecond. */
  double rateUpTo(int last) {
    long ps = ackedAtPs[last] - ackedAtPs[0];
    return ps <= 0 ? 0 : (double) between(0, last) / ps;
  }

  /**
   * Writes the rates in the batches that end with a sample, in bytes per picosecond. Rates are measured from acknowledgement to
   * acknowledgement, not from sample to sample.
   */
  void rates(int last, int batch, double[] into) {
    for (int number = 0; number < Batches.NUMBER; number++) {
      int to = last - (Batches.NUMBER - 1 - number) * batch;
      int from = to - batch;
      long ps = ackedAtPs[to] - ackedAtPs[from];
      into[number] = ps <= 0 ? 0 : (double) between(from, to) / ps;
    }
  }

  /** Adds, for each sample of the batches that end with one: pace and window that its scheme allowed, bytes in flight. */
  void addSender(int last, int batch, double[] paces, double[] windows, double[] bytes) {
    for (int number = 0; number < Batches.NUMBER; number++) {
      int to = last - (Batches.NUMBER - 1 - number) * batch;
      for (int at = to - batch + 1; at <= to; at++) {
        paces[number] += pace[at];
        windows[number] += window[at];
        bytes[number] += inflight[at];
      }
    }
  }

  /** The longest correlation time that was measured lately; a single one may be short by chance. */
  double longest(double seenPs) {
    longestWanderPs = Math.max(0.9 * longestWanderPs, seenPs);
    return longestWanderPs;
  }

  /** Bytes left to send, without those that packets must carry so that packets end the flow. */
  double forwardableBytes(int payloadBytes, long rttPs) {
    return leftBytes(payloadBytes) - 2 * rate * rttPs;
  }

  /**
   * Adds the error of a stretch that is skipped at a constant rate.
   *
   * @param unsure the standard error of the rate, in bytes per picosecond
   * @param seenDrift rate of the second half of the window less that of the first, beyond chance, in bytes per picosecond
   */
  void addError(double unsure, double seenDrift, double windowPs, long ps) {
    creditError += unsure * ps;
    bias += seenDrift * (1 + ps / windowPs) * ps; // from the middle of the window to that of the stretch
  }

  /**
   * The longest stretch, in picoseconds, that keeps the error of the flow's time within a limit: one standard error of its rate,
   * and half of the limit for a drift that was seen.
   */
  double affordablePs(double error, Crowd of) {
    double unsure = of.wanders ? of.meanError : rateError;
    double ps = unsure == 0 ? Double.MAX_VALUE : (error * flow.allBytes() - creditError) / unsure;
    double seenDrift = of.seenDrift(this);
    if (seenDrift > 0) {
      double windows = Math.max(0, BIAS * error * flow.allBytes() - bias) / (seenDrift * of.windowPs);
      ps = Math.min(ps, of.windowPs * (Math.sqrt(1 + 4 * windows) - 1) / 2);
    }
    return ps;
  }

  /** Counts a skipped stretch. */
  void skip(double ps) {
    skippedPs += ps;
    spent += Math.abs(shift) * ps;
  }

  /** Used share of a drift's limit over all stretches: at the earlier drifts, or at the present, more accurate one if less. */
  double spent() {
    return Math.min(spent, Math.abs(shift) * skippedPs);
  }

  /** Handles a change on its links. */
  void beginAnew() {
    skippedPs = 0;
    spent = 0;
  }

  /** Error of the flow's time, as a share of that time. */
  double error() {
    return StrictMath.hypot(creditError, bias) / flow.allBytes();
  }

  /** Bytes left to send, except for a few packets. */
  double leftBytes(int payloadBytes) {
    return flow.sizeBytes() - sender.sentBytes() - FEWEST_PACKETS * (double) payloadBytes;
  }

  private static final int FEWEST_PACKETS = 8;
  /** Share of the permitted error that measured drifts may use. */
  private static final double BIAS = 0.5;

  /** Counts bytes as carried, in whole packets; the remainder carries over to the next credit. Returns the counted bytes. */
  long credit(double bytes, int payloadBytes, long nowPs) {
    double wanted = bytes + leftOver;
    long left = flow.sizeBytes() - sender.sentBytes() - 2L * payloadBytes;
    long packets = Math.clamp((long) Math.rint(wanted / payloadBytes), 0, Math.max(0, left / payloadBytes));
    leftOver = wanted - packets * (double) payloadBytes;
    duringBytes = 0;
    flow.credit(packets * payloadBytes);
    sender.extend(nowPs);
    return packets * payloadBytes;
  }
}
