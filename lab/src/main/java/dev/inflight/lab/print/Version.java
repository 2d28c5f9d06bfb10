package dev.inflight.lab.print;

/** Program version. */
public final class Version {
  private Version() {
  }

  /** Version that the build wrote into the jar; "development" for classes outside a jar. */
  public static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }

  /** Commit of the build, and whether the build had local changes; "unknown commit" if the build could not find it. */
  public static String commit() {
    String commit = BuildProperties.load("commit.properties").getProperty("commit", "");
    return commit.isEmpty() ? "unknown commit" : "commit " + commit;
  }
}
