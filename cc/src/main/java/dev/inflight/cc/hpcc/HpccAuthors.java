package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * HPCC as its authors' simulator computes it: the state is a rate in whole bit/s, the window follows from it (initial window *
 * rate / line rate), U starts at 1, the first acknowledgement only stores its records, and records are compared hop by hop even
 * after a change of path.
 *
 * @param eta target utilization (U_TARGET), above 0 to 1
 * @param miThresh additive steps before a multiplicative one (MI_THRESH), 0 or more
 * @param rateAiBitsPerSec additive step (RATE_AI), 0 or more; W_AI is this times T
 * @param minRateBitsPerSec lower bound of the rate (MIN_RATE), above 0
 * @param react which acknowledgements adjust the window; {@code PER_RTT} is FAST_REACT 0
 * @param sampleFeedback whether updates within an RTT use only hops with a queue (SAMPLE_FEEDBACK)
 * @param varWindow whether the window follows the rate (VAR_WIN); otherwise it keeps its initial value
 */
public record HpccAuthors(double eta, int miThresh, long rateAiBitsPerSec, long minRateBitsPerSec, ReactionMode react,
    boolean sampleFeedback, boolean varWindow) implements Scheme {
  /** The authors' parameters in their published experiments: W_AI 40 Mb/s, eta 95 %. */
  public static final HpccAuthors DEFAULT = new HpccAuthors(0.95, 0, 40_000_000L, 1_000_000_000L, ReactionMode.BOTH, false, true);

  /** Checks the ranges. */
  public HpccAuthors {
    Check.positive("eta", eta, 1);
    Check.count("miThresh", miThresh, 0);
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "hpcc-authors";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow implements CongestionControl {
    private final HpccAuthors parameters;
    private final long lineRate;
    private final long bdpBytes;
    private final long additiveStep;
    private final InflightMeter meter;
    private final Hops records = new Hops(5);

    private long rate;
    private long referenceRate;
    private int incStage;
    private long lastUpdateSeq;
    private long recordedAtPs;

    Flow(HpccAuthors parameters, PathFacts path) {
      this.parameters = parameters;
      lineRate = path.lineRateBitsPerSec();
      bdpBytes = path.bdpBytes();
      additiveStep = Math.min(parameters.rateAiBitsPerSec, lineRate);
      meter = new InflightMeter(lineRate, bdpBytes, path.baseRttPs(), true, false);
      rate = lineRate;
      referenceRate = lineRate;
    }

    @Override
    public boolean onAck(Feedback ack) {
      boolean firstOfRtt = ack.ackedBytes > lastUpdateSeq;
      if (!firstOfRtt && parameters.react == ReactionMode.PER_RTT) {
        return false;
      }
      boolean sampled = parameters.sampleFeedback && !firstOfRtt && lastUpdateSeq != 0;
      boolean decides = false;
      boolean readable = !ack.hops.cutOff(); // a report that overwrote its own first hop is ignored
      records.reserve(ack.hops.count()); // a hop without a record is compared with zeros
      if (lastUpdateSeq == 0) {
        lastUpdateSeq = ack.sentBytes;
      } else {
        decides = readable && meter.measure(ack.hops, records, ack.nowPs - recordedAtPs, sampled, false);
        if (decides) {
          computeRate(firstOfRtt || parameters.react == ReactionMode.PER_ACK);
        }
        if (firstOfRtt) {
          lastUpdateSeq = Math.max(lastUpdateSeq, ack.sentBytes);
        }
      }
      recordedAtPs = ack.nowPs;
      if (readable && sampled) {
        records.overlayQueued(ack.hops); // a skipped hop keeps its record
      } else if (readable) {
        records.overlay(ack.hops);
      }
      return decides;
    }

    private void computeRate(boolean updateReference) {
      double load = meter.utilization() / parameters.eta;
      boolean multiplicative = load >= 1 || incStage >= parameters.miThresh;
      long next = multiplicative ? (long) Math.min(referenceRate / load, lineRate) : referenceRate;
      rate = Math.min(Math.max(next + additiveStep, parameters.minRateBitsPerSec), lineRate);
      if (updateReference) {
        incStage = multiplicative ? 0 : incStage + 1;
        referenceRate = rate;
      }
    }

    @Override
    public long windowBytes() {
      return parameters.varWindow ? Window.share(bdpBytes, rate, lineRate) : bdpBytes;
    }

    @Override
    public long paceBitsPerSec() {
      return rate;
    }
  }
}
