package dev.inflight.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios that the project ships. */
public final class ShippedScenarios {
  /** Folder of the scenarios. */
  public static final Path FOLDER = Path.of("../scenarios");

  private ShippedScenarios() {
  }

  /** All scenarios. */
  public static List<Path> all() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Scenarios of one run each: a sweep has several values for a key. */
  public static List<Path> ofOneRun() {
    return all().stream().filter(file -> !isSweep(file)).toList();
  }

  private static boolean isSweep(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.anyMatch(line -> line.startsWith("sweep:"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
