package dev.inflight.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory that this process has mapped.
 *
 * @param count number of mappings
 * @param bytes bytes of the mappings
 * @param ofSockets number of mappings that are rings of sockets
 */
public record Mappings(long count, long bytes, long ofSockets) {
  /** Current mappings. */
  public static Mappings now() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/self/maps"));
      return new Mappings(lines.size(), lines.stream().mapToLong(Mappings::bytes).sum(),
          lines.stream().filter(line -> line.contains("socket:[")).count());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static long bytes(String line) {
    String[] ends = line.substring(0, line.indexOf(' ')).split("-");
    return Long.parseUnsignedLong(ends[1], 16) - Long.parseUnsignedLong(ends[0], 16);
  }
}
