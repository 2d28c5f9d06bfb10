package dev.inflight.net.balance.weave;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * The leaf switch of the source moves a flow to another path when a request of its packets to the leaf of the destination is not answered
 * in time, and that leaf holds packets of the new path back until all of the old path have come (ConWeave, SIGCOMM'23). Needs two or three
 * tiers.
 *
 * @param replyPs time without an answer to a request that shows a busy path, above 0 (theta_reply, §3.2.1)
 * @param busyPs time for which no flow moves to a path after a marked packet has come over it, above 0 (theta_path_busy,
 *     §3.2.2)
 * @param inactivePs time without packets after which a flow starts a new epoch, even with pending requests, above 0
 *     (theta_inactive, §3.2.3)
 * @param resumePs time for which packets are held back if none of the old path came before, above 0 (theta_resume_default,
 *     appendix A)
 * @param extraPs time for which they are held back after the last one of the old path should have come, above 0
 *     (theta_resume_extra, appendix A)
 * @param samples paths that are drawn when a flow needs one, 1 to 64 (§3.2.2)
 * @param queues number of each port's queues that can hold packets of a flow back, 1 to 1024 (§3.4.2)
 */
public record ConWeave(long replyPs, long busyPs, long inactivePs, long resumePs, long extraPs, int samples,
    int queues) implements Adaptive {
  /** The paper's parameters for 100 Gb/s in two tiers (table 3, §3.4.2, appendix A). */
  public static final ConWeave DEFAULT = new ConWeave(8_000_000, 8_000_000, 300_000_000, 200_000_000, 64_000_000, 2, 31);

  private static final int TIERS = 3;
  private static final int MOST_SAMPLES = 64;
  private static final int MOST_QUEUES = 1024;

  /** Checks the ranges. */
  public ConWeave {
    Check.time("reply", replyPs, 1);
    Check.time("busy", busyPs, 1);
    Check.time("inactive", inactivePs, 1);
    Check.time("resume", resumePs, 1);
    Check.time("extra", extraPs, 1);
    Check.check("samples", samples, 1, MOST_SAMPLES);
    Check.check("queues", queues, 1, MOST_QUEUES);
  }

  @Override
  public String name() {
    return "conweave";
  }

  @Override
  public boolean sendsSignals() {
    return true;
  }

  @Override
  public @Nullable String problem(Topology topology) {
    return Tiers.problem(topology, TIERS, WeaveMarks.MOST_PORTS);
  }

  @Override
  public Balancers balancers(Routes routes, long seed) {
    var tiers = new Tiers(routes.cabling().topology(), TIERS);
    return node -> new WeaveBalancer(this, tiers, routes, node, seed);
  }
}
