package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Marks packets by their time in the queue, at any rate and with any queue discipline (TCN: Bai, Chen, Chen, Kim, Wu, CoNEXT'16).
 *
 * @param thresholdPs a data packet that waited longer is marked, 1 to 1000000000000
 */
public record SojournMarking(long thresholdPs) implements MarkingRule, EcnMarking {
  /** Ten microseconds: about the base RTT of a rack, by which TCN sets it. */
  public static final SojournMarking DEFAULT = new SojournMarking(10_000_000);

  private static final long MOST_PS = 1_000_000_000_000L;

  /** Checks the range. */
  public SojournMarking {
    Check.check("threshold", thresholdPs, 1, MOST_PS);
  }

  @Override
  public String name() {
    return "tcn";
  }

  @Override
  public EcnMarking at(@Nullable EcnMarking thresholds) {
    return this;
  }

  @Override
  public EcnMarker marker(MarkingRandom random, long rateBitsPerSec) {
    return new SojournMarker(thresholdPs);
  }

  private static final class SojournMarker extends EcnMarker {
    private final long thresholdPs;

    SojournMarker(long thresholdPs) {
      this.thresholdPs = thresholdPs;
    }

    @Override
    public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
      return packet.kind.measured && nowPs - packet.timePs > thresholdPs;
    }
  }
}
