package dev.inflight.net.validation;

/** Receives the findings of feedback validation. */
public interface ValidationListener {
  /** A flow falls back, because no valid report came. */
  void fellBack();

  /** A flow's reports are impossible; the sender ignores all later ones. */
  void foundOut();
}
