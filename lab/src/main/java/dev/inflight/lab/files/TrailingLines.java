package dev.inflight.lab.files;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import java.util.List;

/** Lines after the announced number of lines of a table. The authors' simulator stops reading there, and users add notes. */
final class TrailingLines {
  private TrailingLines() {
  }

  /**
   * Warns of unread lines.
   *
   * @param lines all lines of the file that are not blank
   * @param from index of the first line that is not read
   * @param what noun for the content of a line that is read
   * @param count announced number of lines
   * @param header place of the announcement
   */
  static void warn(List<Tokens> lines, int from, String what, long count, SourceLocation header) {
    if (from < lines.size()) {
      int left = lines.size() - from;
      Notices.add(lines.get(from).place(), "behind the count", Humanize.count(left, "line") + " from here on "
          + (left == 1 ? "is" : "are") + " not read: line " + header.line() + " announces " + Humanize.count(count, what));
    }
  }
}
