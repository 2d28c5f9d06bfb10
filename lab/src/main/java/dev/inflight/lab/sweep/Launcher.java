package dev.inflight.lab.sweep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Script that started the program and passed its own path. */
public final class Launcher {
  private static final String PROPERTY = "inflight.launcher";

  private Launcher() {
  }

  /** Path of the script; null if the program was started in another way. */
  public static @Nullable Path path() {
    String path = System.getProperty(PROPERTY);
    return path == null ? null : Path.of(path);
  }
}
