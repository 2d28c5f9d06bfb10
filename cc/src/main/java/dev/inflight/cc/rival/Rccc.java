package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.util.Check;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ultra Ethernet's receiver-credit congestion control (RCCC; EQDS, NSDI'22, is its origin, and NDP, SIGCOMM'17, that one's), with the numbers
 * of the simulator htsim. A flow starts at line rate with some bytes that the receiver has not granted. Its first answer, an acknowledgement, a
 * notice of a trimmed packet or a credit, ends this first flight (htsim): the rest of it is forfeited, and from then on the flow sends as much as it is
 * granted. Credit counts the bytes that are sent with it, those retransmitted too; a first flight takes none. A retransmission timeout lets one packet
 * leave whatever the credit. A stream that has more to send, after all that it had was sent, starts with a first flight again, and what is still in
 * flight counts in it.
 *
 * <p>So what leaves is bounded by {@code sent < credit}. As a window: bytes in flight are those sent but for those that have left the flight
 * ({@link Feedback#leftFlightBytes}), so the window is the credit less the latter, and it is 0 as long as nothing is granted and nothing in flight.
 *
 * @param initialBdps bytes that leave before the first credit, as a multiple of line rate times base RTT; also the most that a flow asks credit for
 *     at a time; 1 to 1000
 * @param rate share of its line rate that a receiver's credits together let in, 0.01 to 1
 * @param quantumPackets full packets that one credit is worth, 1 to 1000
 * @param nscc whether a window, that of the scheme nscc, bounds the bytes in flight too, as Ultra Ethernet allows: credit protects the receiver's link, the
 *     window the core of the fabric; a flow then requests credit for its window and one packet at most
 */
public record Rccc(double initialBdps, double rate, int quantumPackets, boolean nscc) implements Scheme {
  /** htsim's; the packets are the specification's too, as htsim says. */
  public static final Rccc DEFAULT = new Rccc(1.5, 0.99, 4, false);

  /** Checks the ranges. */
  public Rccc {
    Check.within("initialBdps", initialBdps, 1, 1000);
    new CreditGrants(rate, quantumPackets);
  }

  @Override
  public String name() {
    return "rccc";
  }

  @Override
  public Set<Signal> signals() {
    return nscc ? Set.of(Signal.CREDIT, Signal.ECN, Signal.RTT) : Set.of(Signal.CREDIT);
  }

  @Override
  public @Nullable MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return nscc ? Nscc.DEFAULT.markingThresholds(linkRateBitsPerSec) : null;
  }

  @Override
  public MarkEcho markEcho() {
    return nscc ? Nscc.DEFAULT.markEcho() : MarkEcho.WITH_OTHERS;
  }

  @Override
  public CreditGrants credits() {
    return new CreditGrants(rate, quantumPackets);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    var credit = new Flow(path, (long) Math.max(path.payloadBytes(), initialBdps * path.bdpBytes()));
    return nscc ? new CreditAndWindow(credit, Nscc.DEFAULT.startBesideCredit(path), path.payloadBytes()) : credit;
  }

  private static final class Flow implements CongestionControl {
    private static final int ONE_PACKET = 1; // a packet may leave while less than the window is in flight

    private final PathFacts path;
    private final long initialBytes;
    private long creditBytes;
    private long leftFlightBytes;
    private long sentBeforeBytes; // before this first flight
    private boolean answered; // the first flight is over
    private boolean timedOut;

    Flow(PathFacts path, long initialBytes) {
      this.path = path;
      this.initialBytes = initialBytes;
      creditBytes = initialBytes;
    }

    @Override
    public boolean onAck(Feedback ack) {
      leftFlightBytes = ack.leftFlightBytes;
      timedOut = false;
      if (!answered && leftFlightBytes > sentBeforeBytes) {
        answered = true;
        creditBytes = Math.min(creditBytes, leftFlightBytes + ack.inflightBytes);
      }
      return true;
    }

    @Override
    public boolean onWindow(long credit) {
      creditBytes = answered ? Math.max(creditBytes, credit) : credit;
      answered = true;
      return true;
    }

    /** What has left the flight is known again when something is acknowledged. */
    @Override
    public void onTimeout(long nowPs) {
      timedOut = true;
    }

    @Override
    public void onRestart(long everSentBytes) {
      creditBytes = Math.max(creditBytes, leftFlightBytes + initialBytes);
      sentBeforeBytes = everSentBytes;
      answered = false;
    }

    @Override
    public boolean sendsUnsolicited() {
      return !answered;
    }

    @Override
    public long creditRequestBytes(long unsentBytes, long everSentBytes) {
      long most = Math.min(unsentBytes, initialBytes);
      if (answered) {
        return most;
      }
      long withoutCreditBytes = Math.max(0, creditBytes - everSentBytes);
      return Math.max(most - withoutCreditBytes, Math.min(unsentBytes, path.payloadBytes())); // a short flow may lose some of its first flight
    }

    @Override
    public long windowBytes() {
      return timedOut ? ONE_PACKET : Math.max(0, creditBytes - leftFlightBytes);
    }

    @Override
    public long paceBitsPerSec() {
      return path.lineRateBitsPerSec();
    }
  }
}
