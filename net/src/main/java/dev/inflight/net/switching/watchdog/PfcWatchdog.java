package dev.inflight.net.switching.watchdog;

import dev.inflight.telemetry.util.Check;

/**
 * Reaction of switches to queues that are paused indefinitely: the PFC watchdog of SONiC ({@code pfcwd}; sonic-utilities,
 * pfcwd/main.py, and sonic-swss, orchagent/pfcwdorch), with its names and defaults.
 *
 * @param detectPs a queue that holds packets, and of which for this long nothing left because it was paused, is in a storm; above
 *     0, up to 1000 s
 * @param restorePs time without a pause after which a storm has ended; above 0, up to 1000 s
 * @param pollPs period of a port's checks of its queues while one is paused; above 0, up to {@code detectPs}
 * @param action treatment of a queue in a storm
 */
public record PfcWatchdog(long detectPs, long restorePs, long pollPs, Action action) {
  /** The longest time of each kind. */
  public static final long LONGEST_PS = 1_000_000_000_000_000L;
  /** SONiC's. */
  public static final PfcWatchdog DEFAULT = new PfcWatchdog(200_000_000_000L, 200_000_000_000L, 100_000_000_000L, Action.DROP);

  /** Treatment of a queue in a storm. */
  public enum Action {
    /** Its packets are dropped, as are later ones for it, and packets from its peer in its priority. */
    DROP,
    /** The queue ignores pauses. */
    FORWARD,
    /** No treatment: the storm is counted. */
    ALERT
  }

  /** Checks the ranges. */
  public PfcWatchdog {
    Check.check("detect", detectPs, 1, LONGEST_PS);
    Check.check("restore", restorePs, 1, LONGEST_PS);
    Check.check("poll", pollPs, 1, LONGEST_PS);
    if (pollPs > detectPs) {
      throw new IllegalArgumentException("poll of " + pollPs + " ps is longer than detect of " + detectPs + " ps");
    }
  }
}
