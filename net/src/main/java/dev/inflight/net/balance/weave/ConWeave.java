package dev.inflight.net.balance.weave;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * The source's leaf switch sends requests to the destination's leaf on packets of the flow, and moves the flow to another path
 * when a reply is late. The destination's leaf holds packets of the new path back until all packets of the old path have arrived
 * (ConWeave, SIGCOMM'23). Needs two or three tiers.
 *
 * @param replyPs a request without a reply for this long indicates a busy path, above 0; theta_reply, §3.2.1
 * @param busyPs after a marked packet from a path, no flow moves to that path for this long, above 0; theta_path_busy, §3.2.2
 * @param inactivePs a flow without packets for this long starts a new epoch, even with a pending request, above 0;
 * theta_inactive, §3.2.3
 * @param resumePs how long packets are held back if none of the old path has arrived yet, above 0; theta_resume_default, appendix
 * A
 * @param extraPs how long packets are held back beyond the expected arrival of the old path's last packet, above 0;
 * theta_resume_extra, appendix A
 * @param samples random paths to choose from when a flow needs one, 1 to 64; §3.2.2
 * @param queues queues of each port that can hold packets of a flow back, 1 to 1024; §3.4.2
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
