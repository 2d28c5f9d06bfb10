package dev.inflight.net.paths;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.SplitMix;

/**
 * Searches for a better path for one flow, but not in the second half of the flow's bytes. It checks the flow's rate four times
 * in T.
 *
 * <p>Flows that are slow because they share a link all search at once, and flows that move at one time may meet again. So each
 * decides after a different delay, by the probes' last reports, and checks again when all data in flight has arrived: flows that
 * moved first have made room, or have taken it.
 */
public final class PathScout extends Timer {
  /** Looks in T: a silence is noticed within one of these parts. */
  private static final int LOOKS = 4;
  /** Number of checks until two probes over each path are back, also if a first window queues on it. */
  private static final int ASK_LOOKS = 10;
  /** T among which a flow draws when it decides. */
  private static final int SPREAD_RTTS = 8;
  /** Number of searches without a free path after which a flow shares a path with one other flow, which may find a free one. */
  private static final int PATIENCE = 2;
  /** Upper bound of the rate of one of two flows on a link, as a share of line rate. */
  private static final double HALF = 0.6;
  /** Load of all links between the first and the last one up to which a single one is busy, and the others are free. */
  private static final double ONE_BUSY = 1.3;
  /** Room of the last link for the flow, as a share, from which that link is not its limit. */
  private static final double FREE = 0.8;
  /** Paths with as much room but for this part of a line are as good. */
  private static final double ALIKE = 0.1;
  /** Least remaining bytes for a search, in the line's bytes of T. */
  private static final int WORTH_RTTS = 8;

  private final ChosenPaths rules;
  private final PathUser flow;
  private final long baseRttPs;
  private final double bytesPerRtt;
  private final long salt;
  private final PathLoads loads;
  private final Silence silence;
  private int entropy;
  private int moves;
  private int looks;
  private int draws;
  private int rounds; // of probes

  // its rate, as a part of its line rate
  private double share = 1;
  private long ackedBefore;
  private boolean fresh = true; // no report can be back yet

  // the search
  private boolean asking;
  private int since;
  private int due;
  private int failures;

  // of the move, until no data is in flight
  private boolean held;
  private boolean swerves;
  private int heldFor;
  private double heldShare;

  /**
   * A scout of a flow.
   *
   * @param ackDelayPs longest time that an acknowledgement may wait for further packets, in picoseconds
   * @param salt seed of its delays, different for each flow
   */
  public PathScout(EventLoop loop, EventKeys keys, ChosenPaths rules, PathUser flow, long baseRttPs, long lineRateBitsPerSec,
      long ackDelayPs, long salt) {
    super(loop, keys);
    this.rules = rules;
    this.flow = flow;
    this.baseRttPs = baseRttPs;
    this.salt = salt;
    bytesPerRtt = lineRateBitsPerSec * (baseRttPs / 8e12);
    silence = new Silence(baseRttPs, bytesPerRtt, ackDelayPs);
    loads = new PathLoads(rules.ports(), baseRttPs);
  }

  /** The flow starts. */
  public void begin(long nowPs) {
    if (flow.sizeBytes() > WORTH_RTTS * bytesPerRtt) {
      if (mayMove()) {
        beginToAsk(nowPs);
      }
      set(nowPs + baseRttPs / LOOKS);
    }
  }

  /** True if the remaining bytes are much more than the cost of a move, and more than half. */
  private boolean mayMove() {
    long left = flow.sizeBytes() - flow.ackedBytes();
    return moves < rules.moves() && left > WORTH_RTTS * bytesPerRtt && 2 * left > flow.sizeBytes();
  }

  /** Handles an acknowledgement, after a round trip of this length. */
  public void answered(long nowPs, long roundTripPs) {
    silence.answered(nowPs, roundTripPs);
  }

  /** Takes the report of a probe over a path. */
  public void take(int of, Hops report) {
    loads.take(of, report);
  }

  /** Number of the flow's moves to a better path. */
  int moves() {
    return moves;
  }

  @Override
  protected void fired(long nowPs) {
    looks++;
    if (isSilent(nowPs)) {
      flee(nowPs);
    } else if (held) {
      waitToMove(nowPs);
    } else {
      look(nowPs);
    }
    set(nowPs + baseRttPs / LOOKS); // until the flow's end: a path may fail at any time
  }

  private boolean isSilent(long nowPs) {
    return flow.isInFlight() && silence.isTooLong(nowPs, flow.inflightBytes(), share, held)
        && !(silence.hasFled() && loads.hasAnswered(entropy));
  }

  /**
   * Moves to another path at once, and probes all: if that one fails too, the next one is one that has answered, so that it
   * delivers packets there and back.
   */
  private void flee(long nowPs) {
    int answered = silence.hasFled() ? loads.answered() : -1;
    entropy = answered < 0 ? other() : answered;
    silence.fled(nowPs);
    held = false;
    asking = false;
    due = looks + ASK_LOOKS;
    flow.flee(entropy, nowPs);
    loads.askAgain();
    for (int each = 0; each < rules.ports(); each++) {
      flow.probe(each, rounds, nowPs); // also those of one path: answers may come back over several
    }
    rounds++;
  }

  /** The next port with which another path was seen, or the next. */
  private int other() {
    for (int step = 1; step < rules.ports(); step++) {
      int each = (entropy + step) % rules.ports();
      if (loads.isSeen(each) && !loads.isSame(each, entropy)) {
        return each;
      }
    }
    return (entropy + 1) % rules.ports();
  }

  private void look(long nowPs) {
    if (looks % LOOKS == 0) {
      measure();
    }
    if (!mayMove()) {
      return;
    }
    if (asking && (looks - since) % LOOKS == 0) {
      probeAll(nowPs);
    }
    if (looks < due) {
      return;
    }
    if (share >= rules.below()) {
      asking = false;
    } else if (asking) {
      decide(nowPs);
    } else {
      beginToAsk(nowPs);
      due = looks + ASK_LOOKS;
    }
  }

  private void measure() {
    long acked = flow.ackedBytes();
    if (!fresh) {
      share = (share + (acked - ackedBefore) / bytesPerRtt) / 2;
    }
    fresh = false;
    ackedBefore = acked;
  }

  private void beginToAsk(long nowPs) {
    asking = true;
    since = looks;
    due = looks + ASK_LOOKS + draw(SPREAD_RTTS * LOOKS);
    loads.forget();
    probeAll(nowPs);
  }

  private int draw(int below) {
    draws++;
    return (int) Long.remainderUnsigned(SplitMix.mix(salt * 1_000_003 + draws), below);
  }

  /** One port suffices for each path. */
  private void probeAll(long nowPs) {
    for (int each = 0; each < rules.ports(); each++) {
      if (!loads.isTwin(each)) {
        flow.probe(each, rounds, nowPs);
      }
    }
    rounds++;
  }

  private void decide(long nowPs) {
    int best = best(-1);
    if (best < 0) { // queues hold the probes up
      due = looks + LOOKS / 2;
      return;
    }
    double own = Math.max(share, loads.ownRoom(entropy, share));
    if (own >= rules.below()) { // others have left
      asking = false;
      due = looks + 2 * LOOKS;
    } else if (loads.room(best, share) > rules.gain() * own) {
      hold(best, false, nowPs);
    } else {
      failures++;
      int shared = isStuck() ? leastBusy() : -1;
      if (shared >= 0) {
        hold(shared, true, nowPs);
        return;
      }
      asking = false;
      due = looks + draw(SPREAD_RTTS * LOOKS);
    }
  }

  private boolean isStuck() {
    return failures >= PATIENCE && share < HALF && loads.lastRoom(entropy, share) > FREE;
  }

  /** Returns a random path of those with the most room, or the preferred one if it is among them; -1 if no load is known. */
  private int best(int preferred) {
    double most = 0;
    for (int each = 0; each < rules.ports(); each++) {
      if (isAnother(each)) {
        most = Math.max(most, loads.room(each, share));
      }
    }
    int best = -1;
    int alike = 0;
    for (int each = 0; each < rules.ports(); each++) {
      if (isAnother(each) && loads.room(each, share) >= most - ALIKE) {
        if (each == preferred) {
          return each;
        }
        alike++;
        if (draw(alike) == 0) {
          best = each;
        }
      }
    }
    return best;
  }

  /** The path where the flow meets one other; -1 when there is none. */
  private int leastBusy() {
    int best = -1;
    double least = ONE_BUSY;
    for (int each = 0; each < rules.ports(); each++) {
      if (isAnother(each) && loads.busy(each) < least) {
        least = loads.busy(each);
        best = each;
      }
    }
    return best;
  }

  private boolean isAnother(int each) {
    return loads.isKnown(each) && !loads.isSame(each, entropy);
  }

  private void hold(int to, boolean swerve, long nowPs) {
    held = true;
    swerves = swerve;
    heldFor = to;
    heldShare = share;
    flow.hold(nowPs);
  }

  private void waitToMove(long nowPs) {
    if (flow.isInFlight()) {
      flow.probe(heldFor, rounds++, nowPs);
      if (looks % 2 == 0) {
        probeAll(nowPs);
      }
      return;
    }
    held = false;
    int to = swerves ? leastBusy() : best(heldFor);
    double room = to < 0 ? 0 : loads.room(to, 0); // none of its own data is on the last link
    if (swerves && to >= 0) {
      moves++;
      failures = 0;
      entropy = to;
      flow.move(to, heldShare, nowPs);
    } else if (!swerves && room > rules.gain() * heldShare) {
      moves++;
      failures = 0;
      entropy = to;
      share = 0.9 * room;
      flow.move(to, room, nowPs);
    } else {
      flow.resume(nowPs);
    }
    fresh = true;
    silence.over(nowPs);
    beginToAsk(nowPs);
  }
}
