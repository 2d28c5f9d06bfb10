package dev.inflight.lab;

/** Which Inflight this is. */
final class Version {
  private Version() {
  }

  /** The number that the build wrote into the jar; "development" for classes that are in none. */
  static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }
}
