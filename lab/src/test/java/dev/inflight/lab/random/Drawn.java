package dev.inflight.lab.random;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A random scenario that the program accepts.
 *
 * @param number its number
 * @param file holds it
 * @param captures ports whose packets are captured, as after {@code --pcap}
 */
public record Drawn(long number, Path file, List<String> captures) {
  private static final int TRIES = 1000;

  /** The same number, the same scenario: draws again what is refused. */
  public static Drawn of(long number, Path folder) throws IOException {
    Path file = folder.resolve("drawn.yaml");
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Files.writeString(file, RandomScenario.of(number * TRIES + attempt));
      if (Program.run("run", "--check", "--quiet", file.toString()).exit() == 0) {
        return new Drawn(number, file, number % 4 < 2 ? List.of("all") : List.of());
      }
    }
    throw new AssertionError(
        "none of " + TRIES + " scenarios is accepted, the last one for: " + Program.run("run", "--check", file.toString()).err());
  }

  /** What the file holds. */
  public String text() throws IOException {
    return Files.readString(file);
  }
}
