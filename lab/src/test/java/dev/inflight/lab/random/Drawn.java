package dev.inflight.lab.random;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Random scenario that the program accepts.
 *
 * @param number number of the scenario
 * @param file file of the scenario
 * @param captures ports whose packets are captured, as after {@code --pcap}
 */
public record Drawn(long number, Path file, List<String> captures) {
  private static final int TRIES = 1000;

  /** Returns the scenario of a number, always the same: it draws again when a scenario is invalid. */
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

  /** Returns the text of the file. */
  public String text() throws IOException {
    return Files.readString(file);
  }
}
