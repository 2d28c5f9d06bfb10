package dev.inflight.net.feedback;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;

/** Makes, of flows that arrive, the congestion controls where receivers decide, and what chooses links where they do that. */
public interface ReceiverControls {
  /** What the sender of a flow knows of its path. */
  PathFacts path(Flow flow);

  /** The control of a new flow. */
  CongestionControl start(Flow flow, PathFacts path);

  /** Chooses the link to report to the sender of a new flow. */
  LinkChoice choice(Flow flow);
}
