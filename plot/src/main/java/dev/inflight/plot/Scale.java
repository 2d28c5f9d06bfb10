package dev.inflight.plot;

/** How values of an axis become places on it. */
public enum Scale {
  /** Equal differences are equal lengths. */
  LINEAR,
  /** Equal ratios are equal lengths; all values are above 0. */
  LOG
}
