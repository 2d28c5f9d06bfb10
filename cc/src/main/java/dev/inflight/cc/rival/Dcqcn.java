package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * DCQCN's reaction point as in its paper (Zhu et al., SIGCOMM'15 §3.1): the receiver of marked packets sends a notification
 * packet at most every {@code cnpInterval}; each one cuts the rate, and a timer and a byte counter then raise it again, in three
 * phases: halfway to the target, toward a target that moves slowly, toward one that moves fast.
 *
 * <p>The byte counter advances at each acknowledgement by the bytes sent since the last one, including retransmissions. Hyper
 * increase adds a growing multiple of its step, as in QCN (IEEE 802.1Qau), to which the paper refers.
 *
 * @param cnpIntervalPs shortest time between notification packets (the paper's N), above 0
 * @param alphaTimerPs time without a notification after which alpha decreases (K), above 0
 * @param increaseTimerPs time between steps up (T), above 0
 * @param byteCounterBytes bytes between steps up (B), above 0
 * @param fastRecoverySteps steps of fast recovery (F), 0 or more
 * @param gain weight of a notification in alpha (g), 0 to 1
 * @param rateAiBitsPerSec additive step of the target (R_AI), 0 or more
 * @param rateHaiBitsPerSec hyper step of the target (R_HAI), 0 or more
 * @param minRateBitsPerSec lower bound of the rate, above 0
 * @param window limit of the bytes in flight
 */
public record Dcqcn(long cnpIntervalPs, long alphaTimerPs, long increaseTimerPs, long byteCounterBytes, int fastRecoverySteps,
    double gain, long rateAiBitsPerSec, long rateHaiBitsPerSec, long minRateBitsPerSec, Window window) implements Scheme {
  /**
   * The parameters for 40 Gb/s of its authors' fluid model (dcqcn2.m). The hyper step, ten additive ones, and the lower bound,
   * one, are this project's; the authors' simulator runs with 200 and 100 Mb/s.
   */
  public static final Dcqcn DEFAULT = new Dcqcn(50_000_000, 55_000_000, 55_000_000, 10_000_000, 5, 1.0 / 256, 40_000_000L,
      400_000_000L, 40_000_000L, Window.NONE);

  /** Checks the ranges. */
  public Dcqcn {
    Check.time("cnpInterval", cnpIntervalPs, 1);
    Check.time("alphaTimer", alphaTimerPs, 1);
    Check.time("increaseTimer", increaseTimerPs, 1);
    Check.size("byteCounter", byteCounterBytes, 1);
    Check.count("fastRecoverySteps", fastRecoverySteps, 0);
    Check.within("gain", gain, 0, 1);
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.rate("rateHai", rateHaiBitsPerSec, 0);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "dcqcn";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.ECN, Signal.CNP);
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
    private static final int ALPHA = 0;
    private static final int INCREASE = 1;
    private static final int TIMERS = 2;
    private static final int MOST_STEPS = 1 << 20; // counted steps of either kind; their product with a step fits a long

    private final Dcqcn parameters;
    private final long[] duePs = {NEVER, NEVER};

    private long target; // R_T
    private double alpha = 1;
    private int timerSteps; // T
    private int byteSteps; // BC
    private long sentBytes;
    private long countedBytes;

    Flow(Dcqcn parameters, PathFacts path) {
      super(path, parameters.window);
      this.parameters = parameters;
      target = lineRate;
    }

    @Override
    public CongestionControl ahead(long rttPs) {
      var copy = new Flow(parameters, path);
      copy.rate = rate;
      copy.target = target;
      copy.alpha = alpha;
      copy.timerSteps = timerSteps;
      copy.byteSteps = byteSteps;
      copy.sentBytes = sentBytes;
      copy.countedBytes = countedBytes;
      System.arraycopy(duePs, 0, copy.duePs, 0, TIMERS);
      return copy;
    }

    @Override
    public void leaveOut(long bytes, long ps) {
      sentBytes -= bytes;
      earlier(duePs, ps);
    }

    @Override
    public boolean onCnp(long nowPs) { // equation 1
      target = rate;
      rate = Math.min(Math.max((long) (rate * (1 - alpha / 2)), parameters.minRateBitsPerSec), lineRate);
      alpha = (1 - parameters.gain) * alpha + parameters.gain;
      timerSteps = 0;
      byteSteps = 0;
      countedBytes = 0;
      duePs[ALPHA] = nowPs + parameters.alphaTimerPs;
      duePs[INCREASE] = rate == lineRate ? NEVER : nowPs + parameters.increaseTimerPs;
      return true;
    }

    @Override
    public boolean onAck(Feedback ack) {
      long more = ack.sentBytes - sentBytes;
      sentBytes = ack.sentBytes; // going back does not count, and retransmissions do
      if (rate == lineRate || more <= 0) {
        return false; // no limit is in force
      }
      countedBytes += more;
      boolean raised = false;
      while (countedBytes >= parameters.byteCounterBytes && rate < lineRate) {
        countedBytes -= parameters.byteCounterBytes;
        byteSteps = Math.min(byteSteps + 1, MOST_STEPS);
        increase();
        raised = true;
      }
      return raised;
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
      if (timer == ALPHA) {
        alpha *= 1 - parameters.gain; // equation 2
        duePs[ALPHA] = nowPs + parameters.alphaTimerPs;
        return false;
      }
      duePs[INCREASE] = nowPs + parameters.increaseTimerPs;
      timerSteps = Math.min(timerSteps + 1, MOST_STEPS);
      increase();
      return true;
    }

    private void increase() { // equations 3 and 4, figure 7
      int hyperSteps = Math.min(timerSteps, byteSteps) - parameters.fastRecoverySteps;
      if (hyperSteps > 0) {
        raiseTarget(hyperSteps, parameters.rateHaiBitsPerSec);
      } else if (Math.max(timerSteps, byteSteps) > parameters.fastRecoverySteps) {
        raiseTarget(1, parameters.rateAiBitsPerSec);
      }
      rate = target - (target - rate) / 2; // rounded up, so that the line rate is reached
      if (rate == lineRate) {
        duePs[INCREASE] = NEVER;
      }
    }

    private void raiseTarget(int steps, long step) {
      target = Math.min(target + steps * Math.min(step, lineRate / steps + 1), lineRate);
    }
  }
}
