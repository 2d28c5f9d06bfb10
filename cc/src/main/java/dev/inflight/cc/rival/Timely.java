package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.telemetry.util.Check;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TIMELY as in its paper (Mittal et al., SIGCOMM'15 §4.3, Algorithm 1): one decision per segment, from its round-trip time and
 * the gradient of round-trip times. A segment here is a number of acknowledged bytes; its round-trip time is that of the
 * acknowledgement that completes it.
 *
 * @param segmentBytes bytes between decisions, above 0
 * @param lowPs T_low, at most T_high: a shorter round trip always causes a step up
 * @param highPs T_high, at least T_low: a longer round trip always causes a step down
 * @param minRttPs unit of the gradient (the paper's minRTT), above 0
 * @param weight weight of a new difference between round trips (alpha), 0 to 1
 * @param beta multiplicative step, 0 to 1
 * @param rateAiBitsPerSec additive step (delta), 0 or more
 * @param haiAfter decisions in a row with falling round-trip times before steps up become larger, 1 or more
 * @param haiFactor factor of the larger steps (N), 1 or more
 * @param minRateBitsPerSec lower bound of the rate, above 0
 * @param window limit of the bytes in flight
 */
public record Timely(int segmentBytes, long lowPs, long highPs, long minRttPs, double weight, double beta, long rateAiBitsPerSec,
    int haiAfter, int haiFactor, long minRateBitsPerSec, Window window) implements Scheme {
  /**
   * The parameters for 10 Gb/s of the model of TIMELY in "ECN or Delay" (CoNEXT'16), the authors of which call the weight
   * uncertain; TIMELY's own authors recommend 0.02 and a T_high of 1 ms with their code. The lower bound, one additive step, is
   * this project's.
   */
  public static final Timely DEFAULT = new Timely(64_000, 50_000_000, 500_000_000, 20_000_000, 0.875, 0.8, 10_000_000L, 5, 5,
      10_000_000L, Window.NONE);

  /** Checks the ranges. */
  public Timely {
    Check.size("segment", segmentBytes, 1);
    Check.time("low", lowPs, 0);
    Check.time("high", highPs, lowPs);
    Check.time("minRtt", minRttPs, 1);
    Check.within("weight", weight, 0, 1);
    Check.within("beta", beta, 0, 1);
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.count("haiAfter", haiAfter, 1);
    Check.count("haiFactor", haiFactor, 1);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "timely";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.RTT);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow implements CongestionControl {
    private final Timely parameters;
    private final PathFacts path;
    private final long lineRate;

    private double rate;
    private long segmentEnd;
    private boolean measured;
    private long lastRttPs;
    private double differencePs;
    private int fallingInARow;

    Flow(Timely parameters, PathFacts path) {
      this.parameters = parameters;
      this.path = path;
      lineRate = path.lineRateBitsPerSec();
      rate = lineRate;
      segmentEnd = parameters.segmentBytes;
    }

    @Override
    public @Nullable CongestionControl ahead(long rttPs) {
      if (rttPs > parameters.lowPs / 2) {
        return null; // small differences of round-trip times decide
      }
      var copy = new Flow(parameters, path);
      copy.rate = rate;
      copy.segmentEnd = segmentEnd;
      copy.measured = measured;
      copy.lastRttPs = lastRttPs;
      copy.differencePs = differencePs;
      copy.fallingInARow = fallingInARow;
      return copy;
    }

    @Override
    public void leaveOut(long bytes, long ps) {
      segmentEnd -= bytes;
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (ack.ackedBytes < segmentEnd) {
        return false;
      }
      segmentEnd = ack.ackedBytes + parameters.segmentBytes;
      boolean decides = measured;
      if (decides) {
        decide(ack.rttPs);
      }
      lastRttPs = ack.rttPs;
      measured = true;
      return decides;
    }

    private void decide(long rttPs) {
      differencePs = (1 - parameters.weight) * differencePs + parameters.weight * (rttPs - lastRttPs);
      double gradient = differencePs / parameters.minRttPs;
      if (rttPs < parameters.lowPs) {
        add(1);
      } else if (rttPs > parameters.highPs) {
        multiply(1 - parameters.beta * (1 - (double) parameters.highPs / rttPs));
      } else if (gradient <= 0) {
        fallingInARow = Math.min(fallingInARow + 1, parameters.haiAfter);
        add(fallingInARow == parameters.haiAfter ? parameters.haiFactor : 1);
      } else {
        multiply(1 - parameters.beta * gradient);
      }
    }

    private void add(int steps) {
      rate = Math.min(rate + (double) steps * parameters.rateAiBitsPerSec, lineRate);
    }

    private void multiply(double factor) {
      rate = Math.min(Math.max(rate * factor, parameters.minRateBitsPerSec), lineRate);
      fallingInARow = 0;
    }

    @Override
    public long windowBytes() {
      return parameters.window.bytes(path, paceBitsPerSec());
    }

    @Override
    public long paceBitsPerSec() {
      return (long) rate;
    }
  }
}
