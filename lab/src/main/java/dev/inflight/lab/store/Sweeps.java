package dev.inflight.lab.store;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Folders of sweeps, each with a table of its points, and a folder per point with its run. */
public final class Sweeps {
  /** Table of the points. */
  static final String TABLE = "points.csv";
  private static final int RUN_COLUMN = 1;
  /** Cell, possibly quoted, and the comma after it. */
  private static final Pattern CELL = Pattern.compile("(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))(,|$)");

  /**
   * Point of a sweep.
   *
   * @param run its folder's name
   * @param values values of the keys that the sweep varies, by key
   */
  public record Point(String run, Map<String, String> values) {
  }

  private Sweeps() {
  }

  /** Reports whether a folder is a sweep's. */
  public static boolean isOne(Path folder) {
    return Files.exists(folder.resolve(TABLE));
  }

  /** Returns all points in order, including those without a run. */
  public static List<Point> points(Path sweep) {
    List<String> lines = InputText.read(sweep.resolve(TABLE)).lines();
    List<String> keys = cells(lines.isEmpty() ? "" : lines.getFirst());
    var points = new ArrayList<Point>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      List<String> cells = cells(line);
      if (cells.size() != keys.size() || cells.size() <= RUN_COLUMN || !cells.get(RUN_COLUMN).matches("\\d+")) {
        throw SourceLocation.of(sweep.resolve(TABLE))
            .error("this is not a table of points: the line '" + line + "' names no run");
      }
      var values = new LinkedHashMap<String, String>();
      for (int column = RUN_COLUMN + 1; column < keys.size(); column++) {
        values.put(keys.get(column), cells.get(column));
      }
      points.add(new Point(cells.get(RUN_COLUMN), Collections.unmodifiableMap(values)));
    }
    return points;
  }

  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    Matcher cell = CELL.matcher(line);
    boolean more = true;
    for (int at = 0; more && cell.find(at) && cell.start() == at; at = cell.end()) {
      cells.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
      more = !cell.group(3).isEmpty();
    }
    return more ? List.of() : cells;
  }

  /** Folders of all existing points. Unless {@code partialToo}, all points' runs must be complete. */
  public static List<Path> runsOf(Path sweep, boolean partialToo) {
    FolderFiles.check(sweep);
    var runs = new ArrayList<Path>();
    List<Point> points = points(sweep);
    for (Point point : points) {
      Path run = sweep.resolve(point.run());
      if (Files.isDirectory(run)) {
        runs.add(run);
      }
    }
    if (!partialToo) {
      int cut = (int) runs.stream().filter(run -> stateOf(run).isPartial()).count();
      int missing = points.size() - runs.size() + cut;
      if (missing > 0) {
        throw SourceLocation.of(sweep)
            .error(missing + " of " + points.size() + " points have not been run"
                + (cut == 0 ? "" : " to their end, " + cut + " of them in part")
                + "; the same sweep again runs them, and --partial takes what there is");
      }
    }
    return runs;
  }

  private static RunState stateOf(Path run) {
    RunState marked = RunState.marked(run);
    Path summary = run.resolve(RunFolder.SUMMARY);
    return marked != null ? marked : RunState.of(Files.exists(summary) ? SummaryFile.read(summary) : null);
  }
}
