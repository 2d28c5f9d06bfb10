package dev.inflight.livetools.live.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Limit of a process's open files. */
final class OpenFilesLimit {
  private static final String LINE = "Max open files";

  private OpenFilesLimit() {
  }

  /** Limit of this process and of those that it starts; the largest number if it is unknown. */
  static long ofProcess() {
    try {
      return of(Files.readAllLines(Path.of("/proc/self/limits")));
    } catch (IOException noLinux) {
      return Long.MAX_VALUE;
    }
  }

  /** Limit in a table of limits in Linux's form. */
  static long of(List<String> limits) {
    for (String line : limits) {
      if (line.startsWith(LINE)) {
        String soft = line.substring(LINE.length()).strip().split("\\s+")[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    return Long.MAX_VALUE;
  }
}
