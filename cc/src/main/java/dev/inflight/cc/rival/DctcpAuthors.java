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
 * DCTCP in hardware as the HPCC authors' simulator models it: a rate in whole bit/s that starts at line rate without slow
 * start, alpha from counts of marked acknowledgements, one cut per round trip.
 *
 * @param gain weight of a new fraction of marks in alpha (EWMA_GAIN), 0 to 1
 * @param rateAiBitsPerSec step up per round trip (DCTCP_RATE_AI), 0 or more
 * @param minRateBitsPerSec lowest rate after a cut (MIN_RATE), above 0
 * @param window limit of the bytes in flight (HAS_WIN, VAR_WIN)
 */
public record DctcpAuthors(double gain, long rateAiBitsPerSec, long minRateBitsPerSec, Window window) implements Scheme {
  /** DCTCP's own gain, and its one packet per round trip: 1000 bytes in 13 us are 615 Mb/s. */
  public static final DctcpAuthors DEFAULT = new DctcpAuthors(1.0 / 16, 615_000_000L, 1_000_000_000L, Window.NONE);

  /** Checks the ranges. */
  public DctcpAuthors {
    Check.within("gain", gain, 0, 1);
    Check.rate("rateAi", rateAiBitsPerSec, 0);
    Check.rate("minRate", minRateBitsPerSec, 1);
  }

  @Override
  public String name() {
    return "dctcp-authors";
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
    return MarkingThresholds.ofDctcp(linkRateBitsPerSec);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow extends RateFlow {
    private final DctcpAuthors parameters;

    private double alpha = 1;
    private long lastUpdateSeq;
    private long marks; // since the update of alpha; those of the first round trip count with the second
    private long batch; // packets of alpha's next fraction
    private boolean cut;
    private long cutEndSeq;

    Flow(DctcpAuthors parameters, PathFacts path) {
      super(path, parameters.window);
      this.parameters = parameters;
    }

    @Override
    public boolean onAck(Feedback ack) {
      long before = rate;
      if (ack.ecnMarked) {
        marks++;
      }
      boolean firstOfRtt = ack.ackedBytes > lastUpdateSeq;
      if (firstOfRtt) {
        beginRtt(ack);
      }
      if (cut && ack.ackedBytes > cutEndSeq) {
        cut = false;
      }
      if (ack.ecnMarked && !cut) {
        rate = Math.min(Math.max((long) (rate * (1 - alpha / 2)), parameters.minRateBitsPerSec), lineRate);
        cut = true;
        cutEndSeq = ack.sentBytes;
      }
      if (firstOfRtt && !cut) {
        rate = Math.min(rate + Math.min(parameters.rateAiBitsPerSec, lineRate), lineRate);
      }
      return firstOfRtt || rate != before;
    }

    private void beginRtt(Feedback ack) {
      if (lastUpdateSeq == 0) {
        batch = ack.sentBytes / path.payloadBytes() + 1;
      } else {
        double fraction = Math.min(1.0, (double) marks / batch);
        alpha = (1 - parameters.gain) * alpha + parameters.gain * fraction;
        marks = 0;
        batch = (ack.sentBytes - ack.ackedBytes) / path.payloadBytes() + 1;
      }
      lastUpdateSeq = ack.sentBytes;
    }
  }
}
