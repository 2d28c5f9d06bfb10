package dev.inflight.net.paths;

import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.util.Check;

/**
 * The packets of a flow have its source ports in turn, which hashes map to several paths: packet spraying, as in Ultra Ethernet, and
 * earlier in NDP (SIGCOMM'17).
 *
 * @param ports source ports, and so paths at most, 2 to 64
 * @param by order of the ports
 */
public record Sprayed(int ports, By by) implements PathChoice {
  /** htsim's default. */
  public static final Sprayed DEFAULT = new Sprayed(64, By.BITMAP);

  /** Orders of a flow's source ports. */
  public enum By {
    /** Each port once in a round, in another order each time. */
    OBLIVIOUS,
    /** Each port once in a round, but ports with a marked or trimmed packet are left out for some turns. */
    BITMAP,
    /**
     * The ports of the last eight packets that came back without a mark, in that order, and a random one without any (REPS, arXiv
     * 2407.21625).
     */
    REPS,
    /** The ports of all packets that came back without a mark, in that order, and as {@code BITMAP} without any: htsim's default. */
    MIXED
  }

  /** Checks the ranges. */
  public Sprayed {
    Check.check("ports", ports, 2, Flow.ENTROPIES);
  }

  @Override
  public String name() {
    return "spray";
  }
}
