package dev.inflight.lab.graph;

/** Assignment of ranks of a trace to hosts. */
public enum TraceHosts {
  /** One host after the other. */
  LINEAR,
  /** Drawn by the scenario's seed. */
  RANDOM
}
