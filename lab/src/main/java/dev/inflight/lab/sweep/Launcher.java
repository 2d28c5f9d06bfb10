package dev.inflight.lab.sweep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The script that started the program, which says where it is. */
public final class Launcher {
  private static final String PROPERTY = "inflight.launcher";

  private Launcher() {
  }

  /** Its path; null when something else started the program. */
  public static @Nullable Path path() {
    String path = System.getProperty(PROPERTY);
    return path == null ? null : Path.of(path);
  }
}
