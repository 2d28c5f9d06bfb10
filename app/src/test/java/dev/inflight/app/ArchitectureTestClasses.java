package dev.inflight.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

/** Classes that the architecture tests check: those of all modules, without tests and their helpers. */
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
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // ArchUnit's logger would warn that there is no logger
  }

  /** All classes. */
  static final JavaClasses ALL = new ClassFileImporter().withImportOption(ArchitectureTestClasses::isMain)
      .importPackages("dev.inflight");

  private ArchitectureTestClasses() {
  }

  private static boolean isMain(Location location) {
    return !location.contains("/test-classes/") && !location.contains("-tests.jar") && !location.contains("testkit");
  }

  /** Name of the class with its own file: inner classes count as the class that contains them. */
  static String topLevelName(JavaClass type) {
    String name = type.getName();
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }
}
