package dev.inflight.net.report;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;

/** Makes the congestion controls of flows that arrive, where receivers decide. */
public interface ReceiverControls {
  /** What the sender of a flow knows of its path. */
  PathFacts path(Flow flow);

  /** The control of a new flow. */
  CongestionControl start(Flow flow, PathFacts path);
}
