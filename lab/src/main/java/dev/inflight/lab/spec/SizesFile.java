package dev.inflight.lab.spec;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import java.util.ArrayList;
import java.util.List;

/** A file of flow sizes: a line a point, {@code bytes per-cent}; {@code #} begins a comment. */
final class SizesFile {
  /** What a workload calls its sizes. */
  static final String PARAMETER = "sizes";

  private static final String POINT = "bytes per-cent";

  private SizesFile() {
  }

  /** The points as a workload takes them. */
  static String points(InputText text) {
    List<Tokens> lines = new InputText(text.path(), text.lines().stream().map(SizesFile::withoutComment).toList()).fields();
    if (lines.isEmpty()) {
      throw text.whole().error("there are no sizes in this file; a line is bytes and per cent of flows, as in 1000 60");
    }
    var points = new ArrayList<String>();
    long bytesBefore = -1;
    double percentBefore = 0;
    for (Tokens line : lines) {
      line.require(2, POINT);
      long bytes = line.whole(0, "bytes", 0, Long.MAX_VALUE);
      double percent = line.place().check(() -> Units.real("per cent", line.word(1)));
      check(line.place(), bytes, bytesBefore, percent, percentBefore);
      bytesBefore = bytes;
      percentBefore = percent;
      points.add(line.word(0) + " " + line.word(1));
    }
    checkEnds(lines);
    return String.join(", ", points);
  }

  private static void check(SourceLocation place, long bytes, long bytesBefore, double percent, double percentBefore) {
    if (percent < 0 || percent > 100) {
      throw place.error("per cent " + Units.formatReal(percent) + " is outside 0 to 100");
    }
    if (bytes <= bytesBefore) {
      throw place.error("bytes " + bytes + " is not above " + bytesBefore + ", that of the line before");
    }
    if (percent < percentBefore) {
      throw place.error(
          "per cent " + Units.formatReal(percent) + " is below " + Units.formatReal(percentBefore) + ", that of the line before");
    }
  }

  private static void checkEnds(List<Tokens> lines) {
    Tokens first = lines.getFirst();
    Tokens last = lines.getLast();
    if (lines.size() < 2) {
      throw first.place().error("one line is no distribution; at least two are needed");
    }
    if (Units.real(POINT, first.word(1)) != 0) {
      throw first.place().error("the first line must be at 0 per cent, found " + Quoted.shortened(first.word(1)));
    }
    if (Units.real(POINT, last.word(1)) != 100) {
      throw last.place().error("the last line must be at 100 per cent, found " + Quoted.shortened(last.word(1)));
    }
  }

  /** What stands in such a file besides comments and blank lines. */
  static List<String> content(InputText text) {
    return text.lines().stream().map(SizesFile::withoutComment).map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return comment < 0 ? line : line.substring(0, comment);
  }
}
