package dev.inflight.lab.print;

/** Version of the program. */
public final class Version {
  private Version() {
  }

  /** The number that the build wrote into the jar; "development" for classes that are in none. */
  public static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }

  /** Commit of the build, and whether the build had local changes; "unknown commit" where the build could not find it. */
  public static String commit() {
    String commit = BuildProperties.load("commit.properties").getProperty("commit", "");
    return commit.isEmpty() ? "unknown commit" : "commit " + commit;
  }
}
