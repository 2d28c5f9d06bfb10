package dev.inflight.lab.serve;

import java.io.Serial;

/** A request is refused: the answer's status, and a sentence for the reader. */
final class Refusal extends Exception {
  @Serial
  private static final long serialVersionUID = 1;

  private final int status;

  Refusal(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  /** Returns the error about an address without a page. */
  static Refusal nothingHere() {
    return new Refusal(404, "there is nothing here");
  }

  int status() {
    return status;
  }
}
