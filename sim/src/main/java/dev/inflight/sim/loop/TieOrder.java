package dev.inflight.sim.loop;

/** Orders of simultaneous events. */
public enum TieOrder {
  /** By destination node and port, then by that port's own counter: independent of how a simulation is divided. */
  PORT,
  /** In the order in which they were scheduled, as the authors' simulator does; one thread only. */
  SCHEDULING
}
