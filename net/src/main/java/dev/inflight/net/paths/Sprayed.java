package dev.inflight.net.paths;

import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.util.Check;

/**
 * The packets of a flow have its source ports in turn, which hashes map to several paths: packet spraying, as Ultra Ethernet has it, and
 * before it NDP (SIGCOMM'17).
 *
 * @param ports source ports, and so paths at most, 2 to 64
 * @param by in which turn
 */
public record Sprayed(int ports, By by) implements PathChoice {
  /** As htsim has it where nothing else is said. */
  public static final Sprayed DEFAULT = new Sprayed(64, By.BITMAP);

  /** In which turn. */
  public enum By {
    /** Each once in a round, in another order each time. */
    OBLIVIOUS,
    /** The same, but ports of which a packet was marked or trimmed are left out for some turns. */
    BITMAP,
    /** Those of the last eight packets that came back without a mark again, in that order, and a random one where there is none (REPS, arXiv 2407.21625). */
    REPS,
    /** Those of all packets that came back without a mark again, in that order, and as {@code BITMAP} where there is none: htsim's default. */
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
