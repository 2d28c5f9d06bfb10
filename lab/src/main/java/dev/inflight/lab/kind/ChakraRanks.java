package dev.inflight.lab.kind;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files of ranks lie beside one of them. */
final class ChakraRanks {
  private static final Pattern NAME = Pattern.compile("(.*\\.)(\\d{1,7})(\\.(?:et|json)(?:\\.gz)?)");
  private static final int MOST = 1 << 16;

  private ChakraRanks() {
  }

  /** As many as there are from rank 0 on without a gap; 1 when the name has no rank. */
  static int count(Path path) {
    Matcher matcher = NAME.matcher(String.valueOf(path.getFileName()));
    if (!matcher.matches()) {
      return 1;
    }
    int ranks = 0;
    while (ranks < MOST && Files.exists(path.resolveSibling(matcher.group(1) + ranks + matcher.group(3)))) {
      ranks++;
    }
    return ranks;
  }

  /** The file of rank 0 beside that of any rank, which is how a scenario names a trace; the file itself when its name has no rank. */
  static Path first(Path path) {
    Matcher matcher = NAME.matcher(String.valueOf(path.getFileName()));
    return matcher.matches() ? path.resolveSibling(matcher.group(1) + 0 + matcher.group(3)) : path;
  }
}
