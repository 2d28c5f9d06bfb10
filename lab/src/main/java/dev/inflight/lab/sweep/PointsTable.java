package dev.inflight.lab.sweep;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.VerificationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table of a sweep's points, {@code points.csv}: a line per point, with its number, folder and values. */
public final class PointsTable {
  /** The file's name. */
  public static final String NAME = "points.csv";

  private PointsTable() {
  }

  /** Folder of a point, counted from 0. All names have the same number of digits, so that they sort as numbers. */
  static String folderOf(int point, int count) {
    return ("%0" + Math.max(4, Integer.toString(count).length()) + "d").formatted(point + 1);
  }

  /** Rejects a folder that holds anything but a sweep. */
  static void checkFolder(Path folder) {
    SourceLocation place = SourceLocation.of(folder);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw place.error("this is not a folder, so results cannot go there");
    }
    if (Files.isDirectory(folder) && !Files.exists(folder.resolve(NAME))) {
      try (Stream<Path> content = Files.list(folder)) {
        if (content.findAny().isPresent()) {
          throw place.error("the folder has files, but no sweep; choose another with --out");
        }
      } catch (IOException unreadable) {
        throw new OutputError(folder, "list the folder", unreadable);
      }
    }
  }

  /** Removes the findings of {@code --verify} about points that are about to change. */
  static void forget(Path folder) {
    Path earlier = folder.resolve(VerificationFile.DESCRIPTION.name());
    try {
      Files.deleteIfExists(earlier);
    } catch (IOException failed) {
      throw new OutputError(earlier, "remove the comparison of earlier runs", failed);
    }
  }

  /** Writes the table of a sweep, which appears only when complete. Changing it removes results about the former points. */
  static void write(Path folder, SweepFile file) {
    var text = new StringBuilder("point,run");
    file.axes().forEach(axis -> text.append(',').append(quoted(axis.column())));
    text.append('\n');
    for (int point = 0; point < file.count(); point++) {
      text.append(point + 1).append(',').append(folderOf(point, file.count())).append(',')
          .append(file.valuesOf(point).values().stream().map(PointsTable::quoted).collect(Collectors.joining(","))).append('\n');
    }
    Path part = folder.resolve(NAME + "." + ProcessHandle.current().pid() + ".part"); // several processes may share a sweep
    try {
      Files.createDirectories(folder);
      Path earlier = folder.resolve(NAME);
      if (!Files.exists(earlier) || !Files.readString(earlier).contentEquals(text)) {
        forget(folder);
      }
      Files.writeString(part, text);
      Files.move(part, folder.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new OutputError(folder, "write the table of points", failed);
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
