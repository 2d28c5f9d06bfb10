package dev.inflight.net.paths;

import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.util.Check;

/**
 * The packets of a flow use several source ports in turn, which hashes map to several paths: packet spraying, as in NDP
 * (SIGCOMM'17) and Ultra Ethernet.
 *
 * @param ports source ports, the maximum number of paths, 2 to 64
 * @param by order of the ports
 */
public record Sprayed(int ports, By by) implements PathChoice {
  /** htsim's default. */
  public static final Sprayed DEFAULT = new Sprayed(64, By.BITMAP);

  /** Orders of a flow's source ports. */
  public enum By {
    /** Each port once per round, in a new random order each round. */
    OBLIVIOUS,
    /** As oblivious, but a port is skipped for some turns after a marked or trimmed packet. */
    BITMAP,
    /**
     * The ports of the last eight packets acknowledged without a mark, in that order, or a random port if there is none (REPS,
     * arXiv 2407.21625).
     */
    REPS,
    /** The ports of all packets acknowledged without a mark, in that order, or as bitmap if there is none: htsim's default. */
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
