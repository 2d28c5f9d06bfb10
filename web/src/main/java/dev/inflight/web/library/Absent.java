package dev.inflight.web.library;

/** What a browser has nothing for. */
public final class Absent {
  private Absent() {
  }

  /** Why a method ends at once. */
  public static RuntimeException refusal(String method) {
    return new UnsupportedOperationException(method + " needs what a browser does not have");
  }
}
