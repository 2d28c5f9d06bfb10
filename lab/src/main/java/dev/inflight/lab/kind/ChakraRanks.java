package dev.inflight.lab.kind;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Number of files of ranks in the folder of one of them. */
final class ChakraRanks {
  private static final Pattern NAME = Pattern.compile("(.*\\.)(0|[1-9]\\d{0,9})(\\.(?:et|json)(?:\\.gz)?)");
  private static final int MOST = 1 << 16;

  private ChakraRanks() {
  }

  /** Number of files from rank 0 on without a gap; 1 when the name has no rank, or there is no file of rank 0. */
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

  /** Returns the file of rank 0 in the folder of any rank's file, by which a scenario names a trace; the file itself when there is none. */
  static Path first(Path path) {
    Matcher matcher = NAME.matcher(String.valueOf(path.getFileName()));
    Path first = matcher.matches() ? path.resolveSibling(matcher.group(1) + 0 + matcher.group(3)) : path;
    return Files.exists(first) ? first : path;
  }
}
