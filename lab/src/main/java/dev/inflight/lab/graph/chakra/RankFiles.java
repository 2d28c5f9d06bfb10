package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files of a trace, by rank: next to {@code NAME.0.et} the files {@code NAME.1.et} and so on; all may end in {@code .json}, or in
 * {@code .gz} after that. A name without a rank's number belongs to a trace of one rank.
 */
final class RankFiles {
  private static final Pattern OF_RANK_0 = Pattern.compile("(.+\\.)0(\\.(?:et|json)(?:\\.gz)?)");
  private static final Pattern OF_ANY_RANK = Pattern.compile("(.+\\.)(0|[1-9]\\d{0,9})(\\.(?:et|json)(?:\\.gz)?)");
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,9}");

  private RankFiles() {
  }

  /** Returns the part of the files' names before the rank's number; the whole name where it has no such number. */
  static String nameOfTrace(Path first) {
    String name = String.valueOf(first.getFileName());
    Matcher parts = OF_RANK_0.matcher(name);
    return parts.matches() ? parts.group(1).substring(0, parts.group(1).length() - 1) : name;
  }

  private static String notFirst(Path path, String number, String nameOfFirst) {
    if (Files.exists(path.resolveSibling(nameOfFirst))) {
      return "a trace of Chakra is one file a rank, and this is that of rank " + number + "; write the name of rank 0's, "
          + Quoted.of(nameOfFirst);
    }
    return "by its name this is the file of rank " + number + " of a Chakra trace, and the file of rank 0, "
        + Quoted.of(nameOfFirst) + ", does not exist; a trace of one rank has no number at the end of its name";
  }

  /**
   * Finds the files.
   *
   * @param first file of rank 0
   * @param mostRanks largest number of ranks to accept
   */
  static List<Path> beside(Path first, int mostRanks) {
    SourceLocation place = SourceLocation.of(first);
    InputText.requireFile(first);
    Matcher parts = OF_RANK_0.matcher(String.valueOf(first.getFileName()));
    if (!parts.matches()) {
      Matcher other = OF_ANY_RANK.matcher(String.valueOf(first.getFileName()));
      if (other.matches()) {
        throw place.error(notFirst(first, other.group(2), other.group(1) + 0 + other.group(3)));
      }
      Notices.add(place, "one rank", "the name has no number of a rank, so this is a trace of one rank; the files of several are"
          + " called NAME.0.et, NAME.1.et and so on");
      return List.of(first);
    }
    String before = parts.group(1);
    String behind = parts.group(2);
    var found = new TreeMap<Long, Path>();
    Path folder = first.toAbsolutePath().getParent();
    try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
      for (Path each : names) {
        String name = String.valueOf(each.getFileName());
        if (name.length() > before.length() + behind.length() && name.startsWith(before) && name.endsWith(behind)) {
          String number = name.substring(before.length(), name.length() - behind.length());
          if (NUMBER.matcher(number).matches()) {
            found.put(Long.parseLong(number), first.resolveSibling(each.getFileName()));
          }
        }
      }
    } catch (IOException | DirectoryIteratorException failed) {
      throw place.error("the folder of the file cannot be read: " + failed.getMessage());
    }
    long last = found.lastKey();
    if (last + 1 != found.size()) {
      long missing = 0;
      while (found.containsKey(missing)) {
        missing++;
      }
      throw place.error("there are files of " + found.size() + " ranks up to rank " + last + ", but not of rank " + missing + ", "
          + Quoted.of(before + missing + behind));
    }
    if (found.size() > mostRanks) {
      throw place.error("the trace has " + found.size() + " ranks, and there are hosts for " + mostRanks);
    }
    return new ArrayList<>(found.values());
  }
}
