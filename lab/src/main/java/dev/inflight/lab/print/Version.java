package dev.inflight.lab.print;

/** Which Inflight this is. */
public final class Version {
  private Version() {
  }

  /** The number that the build wrote into the jar; "development" for classes that are in none. */
  public static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }

  /** The commit that was built, and whether there were changes to it; "unknown commit" where the build could not know. */
  public static String commit() {
    String commit = BuildProperties.load("commit.properties").getProperty("commit", "");
    return commit.isEmpty() ? "unknown commit" : "commit " + commit;
  }
}
