package dev.inflight.net.feedback;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;

/** Makes congestion controls of arriving flows if receivers decide, and their choice of links if receivers choose. */
public interface ReceiverControls {
  /** Returns the sender's properties of a flow's path. */
  PathFacts path(Flow flow);

  /** The control of a new flow. */
  CongestionControl start(Flow flow, PathFacts path);

  /** Chooses the link to report to the sender of a new flow. */
  LinkChoice choice(Flow flow);
}
