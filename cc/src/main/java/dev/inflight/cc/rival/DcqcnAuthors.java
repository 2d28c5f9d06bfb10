package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * DCQCN as a NIC vendor implements it, in the form of the HPCC authors' simulator: marks are echoed in acknowledgements,
 * three timers run from the first mark on, and rates are whole bit/s, truncated.
 *
 * <p>The timers are independent: one averages alpha, one checks for a mark and then cuts, one raises the rate and restarts
 * after each cut.
 *
 * @param alphaIntervalPs time between updates of alpha (ALPHA_RESUME_INTERVAL), above 0
 * @param decreaseIntervalPs time between checks for marks (RATE_DECREASE_INTERVAL), above 0
 * @param increaseIntervalPs time between steps up (RP_TIMER), above 0
 * @param fastRecoveryTimes steps toward the target before the target moves (FAST_RECOVERY_TIMES), 0 or more
 * @param gain weight of a new observation in alpha (EWMA_GAIN), 0 to 1
 * @param rateAiBitsPerSec addition to the target in the first step after fast recovery (RATE_AI), 0 or more
 * @param rateHaiBitsPerSec addition to the target in each later step (RATE_HAI), 0 or more
 * @param minRateBitsPerSec lowest rate after a cut (MIN_RATE), above 0
 * @param clampTarget whether every cut sets the target to the former rate (CLAMP_TARGET_RATE); otherwise only a cut after a
 *     step up does
 * @param window limit of the bytes in flight (HAS_WIN, VAR_WIN)
 */
public record DcqcnAuthors(long alphaIntervalPs, long decreaseIntervalPs, long increaseIntervalPs, int fastRecoveryTimes,
    double gain, long rateAiBitsPerSec, long rateHaiBitsPerSec, long minRateBitsPerSec, boolean clampTarget,
    Window window) implements Scheme {
  /** The vendor's parameters for 100 Gb/s, as in the authors' published experiments. */
  public static final DcqcnAuthors DEFAULT = new DcqcnAuthors(1_000_000, 4_000_000, 300_000_000, 1, 1.0 / 256, 20_000_000L,
      200_000_000L, 1_000_000_000L, false, Window.NONE);

  private static final long AFTER_ALPHA_PS = 1000; // checks for marks follow a nanosecond later

  /** Checks the ranges. */
  public DcqcnAuthors {
    Check.time("alphaInterval", alphaIntervalPs, 1);
    Check.time("decreaseInterval", decreaseIntervalPs, 1);
    Check.time("increaseInterval", increaseIntervalPs, 1);
    Check.count("fastRecoveryTimes", fastRecoveryTimes, 0);
    Check.within("gain", gain, 0, 1);
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.rate("rateHai", rateHaiBitsPerSec, 0);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "dcqcn-authors";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.ECN);
  }

  @Override
  public Pacing pacing() {
    return Pacing.RATE_AT_SEND;
  }

  @Override
  public MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return MarkingThresholds.ofDcqcn(linkRateBitsPerSec);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow extends RateFlow {
    private static final int ALPHA = 0; // timers in the order in which one event starts them
    private static final int DECREASE = 1;
    private static final int INCREASE = 2;
    private static final int TIMERS = 3;

    private final DcqcnAuthors parameters;
    private final long minRate;
    private final long[] duePs = {NEVER, NEVER, NEVER};

    private long target;
    private double alpha = 1;
    private boolean markedSinceAlpha;
    private boolean markedSinceLook;
    private int stage;

    Flow(DcqcnAuthors parameters, PathFacts path) {
      super(path, parameters.window);
      this.parameters = parameters;
      minRate = Math.min(parameters.minRateBitsPerSec, lineRate);
      target = lineRate;
    }

    @Override
    public CongestionControl ahead(long rttPs) {
      var copy = new Flow(parameters, path);
      copy.rate = rate;
      copy.target = target;
      copy.alpha = alpha;
      copy.markedSinceAlpha = markedSinceAlpha;
      copy.markedSinceLook = markedSinceLook;
      copy.stage = stage;
      System.arraycopy(duePs, 0, copy.duePs, 0, TIMERS);
      return copy;
    }

    @Override
    public void leaveOut(long bytes, long ps) {
      earlier(duePs, ps);
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (!ack.ecnMarked) {
        return false;
      }
      markedSinceLook = true;
      if (duePs[ALPHA] == NEVER) {
        duePs[ALPHA] = ack.nowPs + parameters.alphaIntervalPs;
        duePs[DECREASE] = ack.nowPs + parameters.decreaseIntervalPs + AFTER_ALPHA_PS;
      } else {
        markedSinceAlpha = true; // the mark that starts the timers is in alpha already
      }
      return false;
    }

    @Override
    public int timers() {
      return TIMERS;
    }

    @Override
    public long timerPs(int timer) {
      return duePs[timer];
    }

    @Override
    public boolean onTimer(int timer, long nowPs) {
      return switch (timer) {
        case ALPHA -> updateAlpha(nowPs);
        case DECREASE -> decreaseIfMarked(nowPs);
        default -> increase(nowPs);
      };
    }

    private boolean updateAlpha(long nowPs) {
      double kept = (1 - parameters.gain) * alpha;
      alpha = markedSinceAlpha ? kept + parameters.gain : kept;
      markedSinceAlpha = false;
      duePs[ALPHA] = nowPs + parameters.alphaIntervalPs;
      return false;
    }

    private boolean decreaseIfMarked(long nowPs) {
      duePs[DECREASE] = nowPs + parameters.decreaseIntervalPs;
      if (!markedSinceLook) {
        return false;
      }
      markedSinceLook = false;
      if (parameters.clampTarget || stage > 0) {
        target = rate;
      }
      rate = Math.max((long) (rate * (1 - alpha / 2)), minRate);
      stage = 0;
      duePs[INCREASE] = nowPs + parameters.increaseIntervalPs;
      return true;
    }

    private boolean increase(long nowPs) {
      duePs[INCREASE] = nowPs + parameters.increaseIntervalPs;
      if (stage >= parameters.fastRecoveryTimes) {
        long step = stage == parameters.fastRecoveryTimes ? parameters.rateAiBitsPerSec : parameters.rateHaiBitsPerSec;
        target = Math.min(target + Math.min(step, lineRate), lineRate);
      }
      rate = Math.max(rate / 2 + target / 2, 1); // each half is truncated: the sum of two odd rates loses a bit/s
      if (stage <= parameters.fastRecoveryTimes) {
        stage++; // larger values make no difference
      }
      return true;
    }
  }
}
