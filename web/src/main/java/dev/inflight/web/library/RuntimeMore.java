package dev.inflight.web.library;

/** Methods of {@link Runtime} that TeaVM's lacks. */
public final class RuntimeMore {
  /** What browsers let one page have, about. */
  private static final long BYTES = 1L << 31;

  private RuntimeMore() {
  }

  /** Memory in bytes that there is at most. */
  public static long maxMemory(Runtime runtime) {
    return BYTES;
  }
}
