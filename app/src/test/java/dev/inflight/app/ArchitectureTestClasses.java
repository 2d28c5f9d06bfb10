package dev.inflight.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

/** What the architecture tests look at: the classes of all modules, without tests and what is for tests. */
final class ArchitectureTestClasses {
  static final String TELEMETRY = "dev.inflight.telemetry..";
  static final String CC = "dev.inflight.cc..";
  static final String WIRE = "dev.inflight.wire..";
  static final String NET = "dev.inflight.net..";
  static final String SIM = "dev.inflight.sim..";
  static final String LIVE = "dev.inflight.live..";
  static final String PLOT = "dev.inflight.plot..";
  static final String LAB = "dev.inflight.lab..";
  static final String LIVE_TOOLS = "dev.inflight.livetools..";
  static final String REPRODUCTION = "dev.inflight.reproduction..";
  /** The modules of the program: they open files and print. */
  static final String[] PROGRAM = {PLOT, LAB, LIVE_TOOLS, REPRODUCTION};

  static {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // ArchUnit's logger would say that there is none
  }

  /** All classes. */
  static final JavaClasses ALL = new ClassFileImporter().withImportOption(ArchitectureTestClasses::isMain)
      .importPackages("dev.inflight");

  private ArchitectureTestClasses() {
  }

  private static boolean isMain(Location location) {
    return !location.contains("/test-classes/") && !location.contains("-tests.jar") && !location.contains("testkit");
  }

  /** The name of the class that stands in a file of its own: inner classes count as the one they stand in. */
  static String topLevelName(JavaClass type) {
    String name = type.getName();
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }
}
