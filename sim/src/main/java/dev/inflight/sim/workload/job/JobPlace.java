package dev.inflight.sim.workload.job;

import dev.inflight.telemetry.util.Check;
import java.util.Arrays;

/**
 * Hosts and start of a job, and properties of its packets.
 *
 * @param name name in results, with a number after it if another job has that name
 * @param first the place among the hosts of the first rank, 0 or more
 * @param startPs start of operations without requirements, in picoseconds; after the end of the job that it follows, if any; 0 or
 *     more
 * @param after name of a job that was added before and must end first; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port, 0 to 65535
 */
public record JobPlace(String name, int first, long startPs, String after, int priority, int port) {
  /** Checks the ranges. */
  public JobPlace {
    check(first, startPs, priority, port);
  }

  /** Makes a place from the first host on, and after no other job. */
  public JobPlace(String name, long startPs, int priority, int port) {
    this(name, 0, startPs, "", priority, port);
  }

  /**
   * Rejects values out of range, for workloads that have them as parameters.
   *
   * @throws IllegalArgumentException with a sentence that names the parameter
   */
  public static void check(int first, long startPs, int priority, int port) {
    Check.check("first", first, 0, Integer.MAX_VALUE);
    Check.time("start", startPs, 0);
    Check.check("priority", priority, 1, 7);
    Check.check("port", port, 0, 0xFFFF);
  }

  /**
   * Returns the hosts that its ranks may have: those from the first rank's on.
   *
   * @throws IllegalArgumentException if there is none
   */
  public int[] hostsFrom(int[] all) {
    if (first >= all.length) {
      throw new IllegalArgumentException("first " + first + " is behind the last host; the topology has " + all.length);
    }
    return Arrays.copyOfRange(all, first, all.length);
  }
}
