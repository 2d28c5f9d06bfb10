package dev.inflight.lab.kind;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Number of ranks' files in a folder. */
final class ChakraRanks {
  private static final Pattern NAME = Pattern.compile("(.*\\.)(0|[1-9]\\d{0,9})(\\.(?:et|json)(?:\\.gz)?)");
  private static final int MOST = 1 << 16;

  private ChakraRanks() {
  }

  /** Number of files from rank 0 without a gap; 1 if the name has no rank, or rank 0 has no file. */
  static int count(Path path) {
    Matcher matcher = NAME.matcher(String.valueOf(path.getFileName()));
    if (!matcher.matches()) {
      return 1;
    }
    int ranks = 0;
    while (ranks < MOST && Files.exists(path.resolveSibling(matcher.group(1) + ranks + matcher.group(3)))) {
      ranks++;
    }
    return Math.max(1, ranks);
  }

  /**
   * Returns the file of rank 0, which represents a trace in a scenario, in the folder of a rank's file, or otherwise that file.
   */
  static Path first(Path path) {
    Matcher matcher = NAME.matcher(String.valueOf(path.getFileName()));
    Path first = matcher.matches() ? path.resolveSibling(matcher.group(1) + 0 + matcher.group(3)) : path;
    return Files.exists(first) ? first : path;
  }
}
