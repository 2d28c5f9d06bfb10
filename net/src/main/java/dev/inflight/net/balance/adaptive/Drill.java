package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.route.Routes;
import dev.inflight.telemetry.util.Check;

/**
 * Each packet leaves through the least loaded of a few random ports and the ports remembered as least loaded (DRILL, SIGCOMM'17
 * §3.2). The load of a port is the time to send its queue.
 *
 * @param choices random ports for each packet, 1 to 64
 * @param memory remembered least loaded ports, 0 to 64
 */
public record Drill(int choices, int memory) implements Adaptive {
  /** The paper's recommendation: two choices and one unit of memory. */
  public static final Drill DEFAULT = new Drill(2, 1);

  private static final int MOST = 64;

  /** Checks the ranges. */
  public Drill {
    Check.check("choices", choices, 1, MOST);
    Check.check("memory", memory, 0, MOST);
  }

  @Override
  public String name() {
    return "drill";
  }

  @Override
  public boolean choosesByPacket() {
    return true;
  }

  @Override
  public Balancers balancers(Routes routes, long seed) {
    return node -> new DrillBalancer(this, routes, node, seed);
  }
}
