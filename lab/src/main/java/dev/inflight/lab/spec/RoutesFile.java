package dev.inflight.lab.spec;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Tokens;
import java.util.ArrayList;
import java.util.List;

/** File of packets' next switches: lines of source, destination, switch, next switch, and optionally a weight. */
final class RoutesFile {
  /** Parameter of a routing for the file. */
  static final String PARAMETER = "routes";
  private static final String HEADER = "source";
  private static final int LEAST_WORDS = 4;

  private RoutesFile() {
  }

  /**
   * Returns the rows in the form of the routing's parameter.
   *
   * @param text the file without comments
   */
  static String rows(InputText text) {
    List<Tokens> lines = new InputText(text.path(), text.lines().stream().map(line -> line.replace(',', ' ')).toList()).fields();
    var rows = new ArrayList<String>();
    for (Tokens line : lines) {
      if (rows.isEmpty() && line.count() > 0 && line.word(0).equalsIgnoreCase(HEADER)) {
        continue;
      }
      if (line.count() != LEAST_WORDS && line.count() != LEAST_WORDS + 1) {
        line.requireText();
        throw line.place().error(
            "this line has " + line.count() + " columns; a row is source, destination, switch, next switch and optionally a"
                + " weight");
      }
      var row = new StringBuilder(line.word(0));
      for (int column = 1; column < line.count(); column++) {
        row.append(' ').append(line.word(column));
      }
      rows.add(row.toString());
    }
    if (rows.isEmpty()) {
      throw text.whole().error("this file has no routes; a line has source, destination, switch and next switch, as in 0,5,8,10");
    }
    return String.join(", ", rows);
  }
}
