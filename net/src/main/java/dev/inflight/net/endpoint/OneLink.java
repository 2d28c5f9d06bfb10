package dev.inflight.net.endpoint;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Paths;

/** The paths of a host that has one NIC and sees no farther: all packets go there. */
final class OneLink extends Paths {
  private Port[] path = {};

  void through(Port nic) {
    path = new Port[] {nic};
    beginEpoch();
  }

  @Override
  public Port[] forwardPath(Flow flow, int entropy) {
    return path;
  }

  @Override
  public Port[] reversePath(Flow flow, int entropy) {
    return path;
  }
}
