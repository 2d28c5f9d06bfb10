package dev.inflight.lab.serve;

import java.io.Serial;

/** Rejection of a request: the HTTP status, and a sentence for the user. */
final class Refusal extends Exception {
  @Serial
  private static final long serialVersionUID = 1;

  private final int status;

  Refusal(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  /** Returns the error about a URL without a page. */
  static Refusal nothingHere() {
    return new Refusal(404, "there is nothing here");
  }

  int status() {
    return status;
  }
}
