package dev.inflight.net.paths;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a better path for one flow, while that is worth it: not in the second half of its bytes. It looks at its rate once in T.
 *
 * <p>Flows that are slow because they share a link all want to leave it, and those that leave at one time may meet again. So each waits for a time of
 * its own before it asks, and asks only if it is still slow then: who went first has made room.
 */
public final class PathScout extends Timer {
  /** The flow whose path it is. */
  public interface Traveller {
    /** Bytes acknowledged so far. */
    long ackedBytes();

    /** Bytes of the flow. */
    long sizeBytes();

    /** Whether anything waits for an acknowledgement. */
    boolean isUnderWay();

    /** Asks how busy a path is. */
    void probe(int way, long number, long nowPs);

    /** Sends nothing more until it has moved. */
    void hold(long nowPs);

    /**
     * Goes on over another path.
     *
     * @param room the part of its line rate that the path has room for
     */
    void move(int way, double room, long nowPs);

    /** Goes on over another path, and takes what is in flight for lost. */
    void flee(int way, long nowPs);
  }

  /** Looks in T: a silence is noticed within one of these parts. */
  private static final int LOOKS = 4;
  private static final int ASK_LOOKS = Integer.getInteger("ask", 10);
  private static final int SPREAD_RTTS = Integer.getInteger("spread", 4);
  private static final int MOST_SPREAD_RTTS = Integer.getInteger("most", 32);
  private static final int LATERAL = Integer.getInteger("lateral", 2);
  private static final double ALIKE = Integer.getInteger("alike", 10) / 100.0;
  private static final int EVERY = Integer.getInteger("every", 4);
  private static final boolean DBG = Boolean.getBoolean("dbg");
  private static final int NEVER_HEARD = -1;

  private final ChosenPaths rules;
  private final Traveller flow;
  private final long baseRttPs;
  private final double bytesPerRtt;
  private final long salt;
  private int looks;
  private long ackedBefore;
  private double share = 1;
  private int due;
  private int since;
  private int spreadRtts = SPREAD_RTTS;
  private int rounds;
  private int draws;
  private int failures;
  private boolean hasSwerved;
  private boolean held;
  private double heldShare;
  private int heldFor;
  private boolean swerves;
  private int way;
  private int moves;
  private final WayLoads loads;
  private boolean asking;
  private long heardAtPs = NEVER_HEARD;
  private long rttPs;

  /**
   * A scout of a flow.
   *
   * @param salt what its times are chosen by, another one for each flow
   */
  public PathScout(EventLoop loop, EventKeys keys, ChosenPaths rules, Traveller flow, long baseRttPs, long lineRateBitsPerSec,
      long salt) {
    super(loop, keys);
    this.rules = rules;
    this.flow = flow;
    this.baseRttPs = baseRttPs;
    this.salt = salt;
    bytesPerRtt = lineRateBitsPerSec * (baseRttPs / 8e12);
    rttPs = baseRttPs;
    loads = new WayLoads(rules.ports(), baseRttPs);
  }

  /** The flow begins. */
  public void begin(long nowPs) {
    if (isWorthIt()) {
      beginToAsk(nowPs);
      set(nowPs + baseRttPs / LOOKS);
    }
  }

  /** What is left is much more than a move costs, and more than half. */
  private boolean isWorthIt() {
    long left = flow.sizeBytes() - flow.ackedBytes();
    return moves < rules.moves() && left > 8 * bytesPerRtt && 2 * left > flow.sizeBytes();
  }

  /** An acknowledgement has come, after a round trip of this length. */
  public void heard(long nowPs, long roundTripPs) {
    heardAtPs = nowPs;
    rttPs = Math.max(baseRttPs, roundTripPs);
  }

  /** What a probe over a path has brought. */
  public void take(int of, Hops report) {
    loads.take(of, report);
  }

  /** How often the flow has moved. */
  public int moves() {
    return moves;
  }

  @Override
  protected void fired(long nowPs) {
    looks++;
    if (held) {
      waitToMove(nowPs);
    } else if (isSilent(nowPs)) {
      moves++;
      way = (way + 1) % rules.ports();
      heardAtPs = nowPs;
      asking = false;
      due = looks + LOOKS * 4;
      flow.flee(way, nowPs);
    } else {
      look(nowPs);
    }
    if (held || isWorthIt()) {
      set(nowPs + baseRttPs / LOOKS);
    }
  }

  private void waitToMove(long nowPs) {
    if (flow.isUnderWay()) {
      flow.probe(heldFor, rounds++, nowPs);
      if (looks % 2 == 0) {
        probeOthers(nowPs);
      }
      return;
    }
    held = false;
    ackedBefore = flow.ackedBytes();
    heardAtPs = nowPs;
    rttPs = 3 * baseRttPs; // others may have come there at the same time
    int to = swerves ? heldFor : best(heldFor);
    double room = to < 0 ? 0 : loads.room(to, 0);
    boolean good = swerves || room > rules.gain() * heldShare;
    if (DBG) {
      System.err.printf("%d us flow %d %s %d->%d room %.2f share %.2f%n", nowPs / 1000000, salt, good ? swerves ? "SWERVE" : "MOVE" : "back", way, to, room, heldShare);
    }
    if (good) {
      moves++;
      way = to;
      failures = 0;
      hasSwerved |= swerves;
    }
    share = good && !swerves ? 0.9 * room : heldShare;
    flow.move(way, good && !swerves ? room : heldShare, nowPs);
    beginToAsk(nowPs);
  }

  /** Nothing was heard for longer than a round trip, though packets are under way. */
  private boolean isSilent(long nowPs) {
    return heardAtPs != NEVER_HEARD && flow.isUnderWay() && nowPs - heardAtPs > rttPs + baseRttPs / 2;
  }

  private void look(long nowPs) {
    if (looks % LOOKS == 0) {
      long acked = flow.ackedBytes();
      share = (share + (acked - ackedBefore) / bytesPerRtt) / 2;
      ackedBefore = acked;
    }
    if (asking && (looks - since) % EVERY == 0) {
      probeOthers(nowPs);
    }
    if (looks < due) {
      return;
    }
    if (share >= rules.below()) {
      asking = false;
      spreadRtts = SPREAD_RTTS;
    } else if (!asking) {
      beginToAsk(nowPs);
    } else {
      decide(nowPs);
    }
  }

  private void beginToAsk(long nowPs) {
    asking = true;
    since = looks;
    due = looks + ASK_LOOKS + draw(spreadRtts * LOOKS);
    loads.forget();
    probeOthers(nowPs);
  }

  private int draw(int below) {
    draws++;
    return (int) Long.remainderUnsigned(SplitMix.mix(salt * 1000003 + draws), below);
  }

  /** Of the ports that lead over one path one is enough. */
  private void probeOthers(long nowPs) {
    for (int each = 0; each < rules.ports(); each++) {
      if (loads.isFirst(each)) {
        flow.probe(each, rounds, nowPs);
      }
    }
    rounds++;
  }

  private int best(int preferred) {
    int best = -1;
    double most = 0;
    for (int each = 0; each < rules.ports(); each++) {
      if (loads.isKnown(each) && !loads.isSame(each, way)) {
        most = Math.max(most, loads.room(each, share));
      }
    }
    int alike = 0;
    for (int each = 0; each < rules.ports(); each++) {
      if (loads.isKnown(each) && !loads.isSame(each, way) && loads.room(each, share) >= most - ALIKE) {
        if (each == preferred) {
          return each;
        }
        alike++;
        if (draw(alike) == 0) { // one of them, each as likely
          best = each;
        }
      }
    }
    return best;
  }

  private int leastBusy() {
    int best = -1;
    double least = 10;
    for (int each = 0; each < rules.ports(); each++) {
      if (loads.isKnown(each) && !loads.isSame(each, way) && loads.busy(each) < least) {
        least = loads.busy(each);
        best = each;
      }
    }
    return best;
  }

  private void decide(long nowPs) {
    int best = best(-1);
    double own = Math.min(1, Math.max(share, loads.ownRoom(way, share)));
    if (DBG) {
      System.err.printf("%d us flow %d decides: share %.2f own %.2f best %d room %.2f%n", nowPs / 1000000, salt, share, own, best, best < 0 ? -1 : loads.room(best, share));
    }
    if (own >= rules.below()) { // others have left
      asking = false;
      due = looks + 2 * LOOKS;
      return;
    }
    swerves = false;
    if (best >= 0 && loads.room(best, share) > rules.gain() * own) {
      hold(best, nowPs);
      return;
    }
    failures++;
    if (LATERAL > 0 && failures >= LATERAL && !hasSwerved && moves < rules.moves() - 1 && loads.lastRoom(way, share) > 0.8) {
      int to = leastBusy();
      if (to >= 0) {
        swerves = true;
        hold(to, nowPs);
        return;
      }
    }
    asking = false;
    due = looks + draw(spreadRtts * LOOKS);
    spreadRtts = Math.min(2 * spreadRtts, MOST_SPREAD_RTTS);
  }

  private void hold(int to, long nowPs) {
    held = true;
    heldFor = to;
    heldShare = share;
    flow.hold(nowPs);
  }
}
