package dev.inflight.net.validation;

import java.util.List;

/** Every kind of trust there is, with its default parameters. */
public final class FeedbackValidations {
  /** All of them. */
  public static final List<FeedbackValidation> ALL = List.of(NoValidation.DEFAULT, CheckedFeedback.DEFAULT);

  private FeedbackValidations() {
  }
}
