package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.telemetry.util.Check;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TIMELY as the HPCC authors' simulator computes it: one decision per round trip, from the round-trip times of two
 * acknowledgements one round trip apart; times are whole nanoseconds and rates whole bit/s, truncated.
 *
 * @param rateAiBitsPerSec step up (RATE_AI), 0 or more
 * @param rateHaiBitsPerSec sixth and later consecutive step up (RATE_HAI), 0 or more
 * @param minRateBitsPerSec lowest rate after a step down (MIN_RATE), above 0
 * @param window limit of the bytes in flight (HAS_WIN, VAR_WIN)
 */
public record TimelyAuthors(long rateAiBitsPerSec, long rateHaiBitsPerSec, long minRateBitsPerSec,
    Window window) implements Scheme {
  /** TIMELY's own steps of 10 and 5 * 10 Mb/s at 10 Gb/s, for 100 Gb/s. */
  public static final TimelyAuthors DEFAULT = new TimelyAuthors(100_000_000L, 500_000_000L, 1_000_000_000L, Window.NONE);

  /** Checks the ranges. */
  public TimelyAuthors {
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.rate("rateHai", rateHaiBitsPerSec, 0);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "timely-authors";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.RTT);
  }

  @Override
  public Pacing pacing() {
    return Pacing.RATE_AT_SEND;
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow extends RateFlow {
    private static final long PS_PER_NS = 1000;
    private static final long LOW_NS = 50_000; // T_low
    private static final long HIGH_NS = 500_000; // T_high
    private static final double MIN_RTT_NS = 20_000;
    private static final double WEIGHT = 0.875; // of a new difference
    private static final double BETA = 0.8;
    private static final int SLOW_STEPS = 5;

    private final TimelyAuthors parameters;

    private long lastUpdateSeq;
    private long lastRttNs;
    private double differenceNs;
    private int stepsUp;

    Flow(TimelyAuthors parameters, PathFacts path) {
      super(path, parameters.window);
      this.parameters = parameters;
    }

    @Override
    public @Nullable CongestionControl ahead(long rttPs) {
      if (rttPs / PS_PER_NS > LOW_NS / 2) {
        return null; // small differences of round-trip times decide
      }
      var copy = new Flow(parameters, path);
      copy.rate = rate;
      copy.lastUpdateSeq = lastUpdateSeq;
      copy.lastRttNs = lastRttNs;
      copy.differenceNs = differenceNs;
      copy.stepsUp = stepsUp;
      return copy;
    }

    @Override
    public void leaveOut(long bytes, long ps) {
      lastUpdateSeq -= bytes;
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (ack.ackedBytes <= lastUpdateSeq) {
        return false;
      }
      long rttNs = ack.rttPs / PS_PER_NS;
      boolean decides = lastUpdateSeq != 0; // the first time only records
      if (decides) {
        decide(rttNs);
      }
      if (ack.sentBytes > lastUpdateSeq) {
        lastUpdateSeq = ack.sentBytes;
        lastRttNs = rttNs;
      }
      return decides;
    }

    private void decide(long rttNs) {
      differenceNs = (1 - WEIGHT) * differenceNs + WEIGHT * (rttNs - lastRttNs);
      double gradient = differenceNs / MIN_RTT_NS;
      if (rttNs < LOW_NS) {
        stepUp();
      } else if (rttNs > HIGH_NS) {
        stepDown(1 - BETA * (1 - (double) HIGH_NS / rttNs));
      } else if (gradient <= 0) {
        stepUp();
      } else {
        stepDown(Math.max(0, 1 - BETA * gradient));
      }
    }

    private void stepUp() {
      long step = stepsUp < SLOW_STEPS ? parameters.rateAiBitsPerSec : parameters.rateHaiBitsPerSec;
      rate = Math.min(rate + Math.min(step, lineRate), lineRate);
      if (stepsUp < SLOW_STEPS) {
        stepsUp++; // larger values make no difference
      }
    }

    private void stepDown(double factor) {
      rate = Math.min(Math.max((long) (rate * factor), parameters.minRateBitsPerSec), lineRate);
      stepsUp = 0;
    }
  }
}
