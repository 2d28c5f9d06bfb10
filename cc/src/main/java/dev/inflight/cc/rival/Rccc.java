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
 * Ultra Ethernet's receiver-credit congestion control (RCCC), which derives from EQDS (NSDI'22) and NDP (SIGCOMM'17), with the
 * parameters of the simulator htsim. A flow starts at line rate with unsolicited bytes, its first flight. The first response
 * (an acknowledgement, a notice of a trimmed packet or a credit) ends the first flight (htsim): the rest of it expires, and
 * from then on the flow sends only granted bytes. Credit pays for all bytes sent, retransmissions included, except those of a
 * first flight. After a retransmission timeout one packet leaves without credit. A stream that had sent everything and then
 * gets more to send starts with a first flight again, which includes the bytes still in flight.
 *
 * <p>The bound is thus {@code sent < credit}. Expressed as a window: bytes in flight are the sent bytes minus those that have
 * left the flight ({@link Feedback#leftFlightBytes}), so the window is the credit minus the latter, and it is 0 while nothing
 * is granted and nothing in flight.
 *
 * @param initialBdps bytes sent before the first credit, as a multiple of line rate times base RTT; also the most credit that a
 *     flow requests at a time, 1 to 1000
 * @param rate rate of all credits of a receiver together, as a share of its line rate, 0.01 to 1
 * @param quantumPackets full packets that one credit grants, 1 to 1000
 * @param nscc whether the window of the scheme nscc also limits the bytes in flight, as Ultra Ethernet allows: credit protects
 *     the receiver's link, the window the core of the fabric; a flow then requests credit for at most its window and one packet
 */
public record Rccc(double initialBdps, double rate, int quantumPackets, boolean nscc) implements Scheme {
  /** Default scheme, with htsim's parameters; according to htsim, the packets are those of the specification. */
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

    /** Processes a timeout. The bytes that have left the flight are unknown until the next acknowledgement. */
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
