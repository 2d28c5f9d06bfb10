package dev.inflight.lab.graph;

/** Assignment of ranks of a trace to hosts. */
public enum TraceHosts {
  /** Consecutive hosts. */
  LINEAR,
  /** Random, by the scenario's seed. */
  RANDOM
}
