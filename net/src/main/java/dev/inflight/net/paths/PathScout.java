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
  /** T for which a flow settles on a path before it judges it. */
  private static final int SETTLE_RTTS = Integer.getInteger("settle", 2);
  private static final int ASK_LOOKS = Integer.getInteger("ask", 9);
  private static final int SPREAD_RTTS = Integer.getInteger("spread", 4);
  private static final int LONGEST_PAUSE_RTTS = 32;
  private static final int LATERAL = Integer.getInteger("lateral", 0);
  private static final double ALIKE = Integer.getInteger("alike", 10) / 100.0;
  private static final int NEVER_HEARD = -1;

  private final ChosenPaths rules;
  private final Traveller flow;
  private final long baseRttPs;
  private final double bytesPerRtt;
  private final long salt;
  private int looks;
  private long ackedBefore;
  private double share = 1;
  private int wait = SETTLE_RTTS * LOOKS;
  private int pauseRtts = Integer.getInteger("pause", 4);
  private int asks;
  private int asking; // 0: not; else T since it began, from 1
  private boolean slow;
  private boolean held;
  private int heldFor;
  private double heldRoom;
  private double share0;
  private int way;
  private int moves;
  private @Nullable WayLoads loads;
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
  }

  /** The flow begins. */
  public void begin(long nowPs) {
    if (isWorthIt()) {
      set(nowPs + baseRttPs / LOOKS);
    }
  }

  /** What is left is much more than a move costs, and more than half. */
  private boolean isWorthIt() {
    long left = flow.sizeBytes() - flow.ackedBytes();
    return moves < rules.moves() && left > SPREAD_RTTS * bytesPerRtt && 2 * left > flow.sizeBytes();
  }

  /** An acknowledgement has come, after a round trip of this length. */
  public void heard(long nowPs, long roundTripPs) {
    heardAtPs = nowPs;
    rttPs = Math.max(baseRttPs, roundTripPs);
  }

  /** What a probe over a path has brought. */
  public void take(int of, Hops report) {
    if (loads != null) {
      loads.take(of, report, share);
    }
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
      asking = 0;
      flow.flee(way, nowPs);
    } else {
      look(nowPs);
    }
    if (held || isWorthIt()) {
      set(nowPs + baseRttPs / LOOKS);
    } else {
      loads = null;
    }
  }

  private void waitToMove(long nowPs) {
    if (flow.isUnderWay()) {
      flow.probe(heldFor, asks, nowPs);
      return;
    }
    held = false;
    wait = SETTLE_RTTS * LOOKS;
    share = share0;
    ackedBefore = flow.ackedBytes();
    heardAtPs = nowPs;
    rttPs = 3 * baseRttPs; // others may have come there at the same time
    double room = loads == null ? 0 : loads.room(heldFor);
    loads = null;
    boolean stillGood = room >= heldRoom - ALIKE;
    if (stillGood) {
      moves++;
      way = heldFor;
    }
    flow.move(way, stillGood ? room : share0, nowPs);
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
    if (asking > 0) {
      ask(nowPs);
    } else if (wait > 0) {
      wait--;
    } else if (share >= rules.below()) {
      slow = false;
    } else if (!slow) {
      slow = true;
      wait = (int) Long.remainderUnsigned(SplitMix.mix(salt + asks), SPREAD_RTTS * LOOKS);
    } else {
      slow = false;
      asking = 1;
      loads = new WayLoads(rules.ports(), baseRttPs);
      probeAll(nowPs);
    }
  }

  private void probeAll(long nowPs) {
    for (int each = 0; each < rules.ports(); each++) {
      flow.probe(each, asks, nowPs);
    }
    asks++;
  }

  private void ask(long nowPs) {
    asking++;
    if (asking == LOOKS) {
      probeAll(nowPs);
    } else if (asking > ASK_LOOKS) {
      asking = 0;
      decide(nowPs);
    }
  }

  private void decide(long nowPs) {
    WayLoads found = loads;
    loads = null;
    double most = 0;
    for (int each = 0; found != null && each < rules.ports(); each++) {
      if (found.isKnown(each) && !found.isSame(each, way)) {
        most = Math.max(most, found.room(each));
      }
    }
    int best = way;
    int alike = 0;
    for (int each = 0; found != null && each < rules.ports(); each++) {
      if (found.isKnown(each) && !found.isSame(each, way) && found.room(each) >= most - ALIKE) {
        alike++;
        if (Long.remainderUnsigned(SplitMix.mix(salt * 31 + asks * 64L + each), alike) == 0) { // one of them, each as likely
          best = each;
        }
      }
    }
    boolean better = most > rules.gain() * share;
    boolean lateral = !better && LATERAL > 0 && most > 0.9 * share && share < 0.6 && moves < rules.moves() - 1
        && Long.remainderUnsigned(SplitMix.mix(salt * 17 + asks), 100) < LATERAL;
    if (best != way && share < rules.below() && (better || lateral)) {
      held = true;
      heldFor = best;
      heldRoom = found.room(best);
      share0 = share;
      loads = found;
      flow.hold(nowPs);
    } else {
      wait = LOOKS * (pauseRtts / 2 + (int) Long.remainderUnsigned(SplitMix.mix(salt + asks), pauseRtts));
      pauseRtts = Math.min(2 * pauseRtts, LONGEST_PAUSE_RTTS);
    }
  }
}
