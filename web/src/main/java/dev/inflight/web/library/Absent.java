package dev.inflight.web.library;

/** Replacement of features that a browser lacks. */
public final class Absent {
  private Absent() {
  }

  /** Exception of a method that a browser lacks. */
  public static RuntimeException refusal(String method) {
    return new UnsupportedOperationException(method + " needs a feature that a browser lacks");
  }
}
