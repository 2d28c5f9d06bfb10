package dev.inflight.livetools.live.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many files a process may have open. */
final class OpenFilesLimit {
  private static final String LINE = "Max open files";

  private OpenFilesLimit() {
  }

  /** That of this process and of those that it starts; the largest number where it is not known. */
  static long ofProcess() {
    try {
      return of(Files.readAllLines(Path.of("/proc/self/limits")));
    } catch (IOException noLinux) {
      return Long.MAX_VALUE;
    }
  }

  /** That of Linux's table of limits. */
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
