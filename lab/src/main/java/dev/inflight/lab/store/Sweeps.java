package dev.inflight.lab.store;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Folders of sweeps: each has a table of its points, and a run in a folder for each of them. */
public final class Sweeps {
  /** The table of the points. */
  static final String TABLE = "points.csv";
  private static final int RUN_COLUMN = 1;

  private Sweeps() {
  }

  /** Whether this is the folder of a sweep. */
  public static boolean isOne(Path folder) {
    return Files.exists(folder.resolve(TABLE));
  }

  /** The folders of all points that are there; of those that are not, unless some will do, how many are missing. */
  public static List<Path> runsOf(Path sweep, boolean partialToo) {
    FolderFiles.check(sweep);
    var runs = new ArrayList<Path>();
    List<String> lines = InputText.read(sweep.resolve(TABLE)).lines();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", RUN_COLUMN + 2);
      if (cells.length <= RUN_COLUMN || !cells[RUN_COLUMN].matches("\\d+")) {
        throw SourceLocation.of(sweep.resolve(TABLE)).error("this is no table of points: there is no run in '" + line + "'");
      }
      Path run = sweep.resolve(cells[RUN_COLUMN]);
      if (Files.isDirectory(run)) {
        runs.add(run);
      }
    }
    int missing = lines.size() - 1 - runs.size();
    if (missing > 0 && !partialToo) {
      throw SourceLocation.of(sweep).error(missing + " of " + (lines.size() - 1)
          + " points have not been run; the same sweep again runs them, and --partial takes what there is");
    }
    return runs;
  }
}
