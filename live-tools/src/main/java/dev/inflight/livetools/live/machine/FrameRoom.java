package dev.inflight.livetools.live.machine;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Check that this machine has room for the frames of a live fabric, which are outside Java's heap. */
public final class FrameRoom {
  private static final Path KNOWN = Path.of("/proc/meminfo");
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s*(\\d+) kB");
  private static final long KB = 1024;

  private FrameRoom() {
  }

  /**
   * Rejects a fabric with so many frames that the kernel would end this program.
   *
   * @param bytes memory of its frames, in bytes
   * @throws InputError with the available memory
   */
  public static void require(long bytes, SourceLocation place) {
    long available = availableBytes();
    if (bytes > available) {
      throw place.error("frames of all interfaces take " + Humanize.bytes(bytes) + " of memory, and this machine has "
          + Humanize.bytes(available) + "; a smaller fabric or buffer takes less");
    }
  }

  private static long availableBytes() {
    try {
      List<String> lines = Files.readAllLines(KNOWN);
      return lines.stream().map(AVAILABLE::matcher).filter(Matcher::matches)
          .mapToLong(found -> KB * Long.parseLong(found.group(1))).findFirst().orElse(Long.MAX_VALUE);
    } catch (IOException elsewhere) {
      return Long.MAX_VALUE; // no limit is set, so the kernel decides
    }
  }
}
