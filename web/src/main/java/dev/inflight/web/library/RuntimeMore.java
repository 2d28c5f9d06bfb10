package dev.inflight.web.library;

/** Methods of {@link Runtime} that TeaVM's lacks. */
public final class RuntimeMore {
  /** Approximate memory that browsers allow a page. */
  private static final long BYTES = 1L << 31;

  private RuntimeMore() {
  }

  /** Largest available memory, in bytes. */
  public static long maxMemory(Runtime runtime) {
    return BYTES;
  }
}
