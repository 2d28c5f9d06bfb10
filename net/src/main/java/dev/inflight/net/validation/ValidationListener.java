package dev.inflight.net.validation;

/** Receives the findings of feedback validation. */
public interface ValidationListener {
  /** A flow falls back, because no valid report came. */
  void fellBack();

  /** A flow's reports cannot be true; it is believed no more. */
  void foundOut();
}
