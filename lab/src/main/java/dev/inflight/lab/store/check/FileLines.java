package dev.inflight.lab.store.check;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Lines of rows in a text table. Quoted text may have several lines. */
final class FileLines {
  private FileLines() {
  }

  /**
   * Returns the lines of rows.
   *
   * @param rows numbers of the rows, from 1 after the line of names
   * @return line of each row, from 1, without rows that the file does not have
   */
  static Map<Long, Integer> of(Path text, Set<Long> rows) throws IOException {
    var lines = new HashMap<Long, Integer>();
    long row = -1;
    int line = 1;
    boolean quoted = false;
    boolean begins = true; // at the start of a row: an empty line is not a row, as in the database
    try (InputStream in = new BufferedInputStream(Files.newInputStream(text))) {
      for (int mark = in.read(); mark >= 0 && lines.size() < rows.size(); mark = in.read()) {
        if (begins && mark != '\n' && mark != '\r') {
          begins = false;
          if (rows.contains(++row)) { // row 0 is the line of names
            lines.put(row, line);
          }
        }
        if (mark == '"') {
          quoted = !quoted;
        } else if (mark == '\n') {
          line++;
          begins = !quoted;
        }
      }
    }
    return lines;
  }
}
