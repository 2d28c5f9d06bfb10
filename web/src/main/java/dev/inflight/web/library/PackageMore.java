package dev.inflight.web.library;

/** Methods of {@link Package} that TeaVM's lacks. */
public final class PackageMore {
  private PackageMore() {
  }

  /** Version in a jar's manifest; null, because a browser has none. */
  public static String getImplementationVersion(Package of) {
    return null;
  }
}
