package dev.inflight.livetools.live.machine;

import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Check that this process may create network namespaces. */
public final class Privileges {
  private static final List<String> SYSTEMS = List.of("Linux on amd64", "Linux on aarch64");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String EFFECTIVE = "CapEff:";
  private static final int NET_ADMIN = 12;
  private static final int NET_RAW = 13;
  private static final int SYS_ADMIN = 21;

  private Privileges() {
  }

  /** Throws if the process lacks the privileges. */
  public static void require() {
    String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    if (!SYSTEMS.contains(system)) {
      throw SourceLocation.of("live").error("live runs are for " + String.join(", ", SYSTEMS) + "; this is " + system);
    }
    if (!areThere()) {
      throw SourceLocation.of("live").error("a live run makes network namespaces and opens their interfaces, which needs root");
    }
  }

  /** True if the process has the privileges. */
  public static boolean areThere() {
    try {
      List<String> lines = Files.readAllLines(STATUS);
      long effective = lines.stream().filter(line -> line.startsWith(EFFECTIVE))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(EFFECTIVE.length()).strip(), 16)).findFirst().orElse(0);
      long needed = 1L << NET_ADMIN | 1L << NET_RAW | 1L << SYS_ADMIN;
      return (effective & needed) == needed;
    } catch (IOException notLinux) {
      return false;
    }
  }
}
