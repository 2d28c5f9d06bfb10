package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Port;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ports that packets of a host's flows pass. An abstract class: calls to its only loaded subclass cost nothing. */
public abstract class Paths {
  private int epoch;

  /** Version of the paths, which changes whenever they may change. */
  public final int epoch() {
    return epoch;
  }

  /** Starts a new version: paths may differ from now on. */
  protected final void beginEpoch() {
    epoch++;
  }

  /** The ports that a flow's data passes, first the NIC; empty when there is no route. */
  public final Port[] forwardPath(Flow flow) {
    return forwardPath(flow, 0);
  }

  /**
   * Path of a flow's data with another of its source ports.
   *
   * @param entropy index of the source port, 0 to {@link Flow#ENTROPIES} less 1
   */
  public abstract Port[] forwardPath(Flow flow, int entropy);

  /** The ports that the answers to it pass, first the NIC of the host that receives; empty when there is no route. */
  public final Port[] reversePath(Flow flow) {
    return reversePath(flow, 0);
  }

  /** Path of answers to packets with another of the flow's source ports. */
  public abstract Port[] reversePath(Flow flow, int entropy);

  /** Gives the sending end of a flow the path of its data, unless it has it; false without a path. */
  public final boolean refreshForward(FlowEnd sender, Flow flow) {
    if (sender.routeEpoch != epoch) {
      sender.routeEpoch = epoch;
      sender.path = forwardPath(flow, sender.entropy);
    }
    return sender.path.length > 0;
  }

  /** Gives the receiving end of a flow the path of its answers, unless it has it; false without a path. */
  public final boolean refreshReverse(FlowEnd receiver, Flow flow) {
    if (receiver.routeEpoch != epoch) {
      receiver.routeEpoch = epoch;
      receiver.path = reversePath(flow, receiver.entropy);
    }
    return receiver.path.length > 0;
  }

  /** Refreshes the path of answers to packets with one of the flow's source ports, which the receiver then uses. */
  public final boolean refreshReverse(FlowEnd receiver, Flow flow, byte entropy) {
    if (entropy == receiver.entropy) {
      return refreshReverse(receiver, flow);
    }
    receiver.entropy = entropy;
    receiver.routeEpoch = epoch;
    Port[] known = byPort(receiver, entropy);
    receiver.path = known == null ? keep(receiver, entropy, reversePath(flow, entropy)) : known;
    return receiver.path.length > 0;
  }

  /** Ports of the path of a flow's data with one of its source ports, cached for each route version; empty without a route. */
  public final Port[] forward(FlowEnd sender, Flow flow, int entropy) {
    Port[] known = byPort(sender, entropy);
    return known == null ? keep(sender, entropy, forwardPath(flow, entropy)) : known;
  }

  private Port @Nullable [] byPort(FlowEnd end, int entropy) {
    if (end.pathsByPort == null) {
      end.pathsByPort = new Port[Flow.ENTROPIES][];
    } else if (end.pathsEpoch != epoch) {
      Arrays.fill(end.pathsByPort, null);
    }
    end.pathsEpoch = epoch;
    return end.pathsByPort[entropy];
  }

  private static Port[] keep(FlowEnd end, int entropy, Port[] path) {
    Objects.requireNonNull(end.pathsByPort)[entropy] = path;
    return path;
  }
}
