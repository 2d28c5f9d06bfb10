package dev.inflight.net.validation;

import java.util.List;

/** All kinds of feedback validation, with their default parameters. */
public final class FeedbackValidations {
  /** All kinds of feedback validation. */
  public static final List<FeedbackValidation> ALL = List.of(NoValidation.DEFAULT, CheckedFeedback.DEFAULT);

  private FeedbackValidations() {
  }
}
