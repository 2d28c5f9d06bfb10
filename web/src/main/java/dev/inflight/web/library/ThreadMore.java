package dev.inflight.web.library;

/** Methods of {@link Thread} that TeaVM's lacks. */
public final class ThreadMore {
  private ThreadMore() {
  }

  /** Does nothing: one thread waits for no other. */
  public static void onSpinWait() {
  }
}
