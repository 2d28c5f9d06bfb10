package dev.inflight.lab.graph;

/** Which hosts the ranks of a trace have. */
public enum TraceHosts {
  /** One after the other. */
  LINEAR,
  /** Drawn by the scenario's seed. */
  RANDOM
}
