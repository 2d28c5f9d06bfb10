package dev.inflight.web.library;

/** Methods of {@link Package} that TeaVM's lacks. */
public final class PackageMore {
  private PackageMore() {
  }

  /** What a jar's manifest says; there is none in a browser. */
  public static String getImplementationVersion(Package of) {
    return null;
  }
}
