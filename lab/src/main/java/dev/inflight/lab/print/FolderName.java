package dev.inflight.lab.print;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Folder name from a scenario's name: letters and digits of any script remain, and hyphens replace all other characters. */
public final class FolderName {
  /** File systems allow 255 bytes, and a number may follow. */
  private static final int MOST_BYTES = 200;

  private FolderName() {
  }

  /** Returns the folder {@code NAME}, or {@code NAME-number} for numbers from 2. */
  public static Path in(Path parent, String name, int number) {
    String suffix = number == 1 ? "" : "-" + number;
    try {
      return parent.resolve(of(name, "\\p{L}\\p{M}\\p{N}") + suffix);
    } catch (InvalidPathException locale) { // the locale's character set lacks these letters
      return parent.resolve(of(name, "A-Za-z0-9") + suffix);
    }
  }

  private static String of(String name, String letters) {
    String fit = shortened(name.replaceAll("[^._+=" + letters + "-]+", "-").replaceFirst("^[.-]+", ""));
    return fit.isEmpty() ? "run" : fit;
  }

  private static String shortened(String name) {
    int end = name.length();
    while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      end = name.offsetByCodePoints(end, -1);
    }
    return name.substring(0, end);
  }
}
