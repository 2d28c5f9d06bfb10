package dev.inflight.lab.spec;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.collective.plan.SizeMatrix;
import java.util.ArrayList;
import java.util.List;

/** File of bytes that ranks send to each other: a line per sending rank, with a size per receiving rank. */
final class SizeMatrixFile {
  /** Parameter of a workload for the file. */
  static final String PARAMETER = "matrix";

  private SizeMatrixFile() {
  }

  /**
   * Returns the matrix in the form of the workload's parameter.
   *
   * @param text the file without comments
   */
  static String rows(InputText text) {
    List<Tokens> lines = new InputText(text.path(),
        text.lines().stream().map(line -> line.replace(',', ' ').replace(';', ' ')).toList()).fields();
    if (lines.isEmpty()) {
      throw text.whole().error("this file has no sizes; a line has what one rank sends to each, as in 0 1000 2000");
    }
    if (lines.size() > SizeMatrix.MOST_RANKS) {
      throw lines.getLast().place()
          .error("a matrix of " + lines.size() + " ranks; at most " + SizeMatrix.MOST_RANKS + " have room");
    }
    var rows = new ArrayList<String>();
    for (Tokens line : lines) {
      if (line.count() != lines.size()) {
        line.requireText();
        throw line.place().error("this line has " + line.count() + " sizes and the file " + lines.size()
            + " lines; a rank sends a size to each rank, so both are the number of ranks");
      }
      var row = new StringBuilder();
      for (int column = 0; column < line.count(); column++) {
        String word = line.word(column);
        long bytes = line.place().check(() -> Units.size(word));
        if (bytes > SizeMatrix.MOST_BYTES) {
          throw line.place().error("size " + bytes + " is above " + SizeMatrix.MOST_BYTES + " bytes");
        }
        row.append(column == 0 ? "" : " ").append(bytes);
      }
      rows.add(row.toString());
    }
    return String.join(", ", rows);
  }
}
