package dev.inflight.lab.sweep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Script that started the program, which passes its own path. */
public final class Launcher {
  private static final String PROPERTY = "inflight.launcher";

  private Launcher() {
  }

  /** Path of the script; null when something else started the program. */
  public static @Nullable Path path() {
    String path = System.getProperty(PROPERTY);
    return path == null ? null : Path.of(path);
  }
}
