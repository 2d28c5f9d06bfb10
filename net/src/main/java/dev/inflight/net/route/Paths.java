package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Port;

/** Which ports the packets of a host's flows pass. A class and not an interface, as calls to an only loaded heir cost nothing. */
public abstract class Paths {
  private int epoch;

  /** Changes whenever paths may. */
  public final int epoch() {
    return epoch;
  }

  /** Paths may be others from now on. */
  protected final void beginEpoch() {
    epoch++;
  }

  /** The ports that a flow's data passes, first the NIC; empty when there is no route. */
  public abstract Port[] forwardPath(Flow flow);

  /** The ports that a flow's data passes with another of its source ports, where these lead elsewhere. */
  public Port[] forwardPath(Flow flow, int way) {
    return forwardPath(flow);
  }

  /** The ports that the answers to it pass, first the NIC of the host that receives; empty when there is no route. */
  public abstract Port[] reversePath(Flow flow);

  /** Gives the end of a flow that sends the path of its data, unless it has it; false when there is none. */
  public final boolean refreshForward(FlowEnd sender, Flow flow) {
    if (sender.routeEpoch != epoch) {
      sender.routeEpoch = epoch;
      sender.path = sender.way == 0 ? forwardPath(flow) : forwardPath(flow, sender.way);
    }
    return sender.path.length > 0;
  }

  /** Gives the end of a flow that receives the path of its answers, unless it has it; false when there is none. */
  public final boolean refreshReverse(FlowEnd receiver, Flow flow) {
    if (receiver.routeEpoch != epoch) {
      receiver.routeEpoch = epoch;
      receiver.path = reversePath(flow);
    }
    return receiver.path.length > 0;
  }
}
