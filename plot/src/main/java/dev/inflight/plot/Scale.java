package dev.inflight.plot;

/** Mapping of an axis's values to positions. */
public enum Scale {
  /** Equal differences are equal lengths. */
  LINEAR,
  /** Equal ratios are equal lengths; all values are above 0. */
  LOG
}
