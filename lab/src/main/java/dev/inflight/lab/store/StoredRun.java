package dev.inflight.lab.store;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Run in an existing folder.
 *
 * @param name distinct name among other runs: its folder's name, or the end of its path
 * @param folder folder of its results
 * @param state completeness of its results
 * @param summary content of {@code summary.json}; null for a run that has not ended
 */
public record StoredRun(String name, Path folder, RunState state, @Nullable SummaryFile summary) {
  private static final String SCENARIO = "scenario.yaml";

  /** Returns the error about a run that does not exist, with a folder of a similar name next to it. */
  public static InputError missing(Path run) {
    return SourceLocation.of(run).error("there is no such run" + InputText.neighbor(run));
  }

  /**
   * Opens runs.
   *
   * @param named distinct folders of the runs, as the user wrote them; the folder of a sweep represents all its points
   * @param partialToo true to accept the finished part of an unfinished run
   * @throws InputError if a folder is not a run's, or the run is not complete
   */
  public static List<StoredRun> open(List<Path> named, boolean partialToo) {
    List<Path> folders = named.stream()
        .flatMap(one -> Sweeps.isOne(one) ? Sweeps.runsOf(one, partialToo).stream() : Stream.of(one)).toList();
    var runs = new ArrayList<StoredRun>();
    List<String> names = names(folders);
    for (Path folder : folders) {
      SourceLocation place = SourceLocation.of(folder);
      if (!Files.isDirectory(folder)) {
        throw Files.exists(folder)
            ? place.error("this is a file, and a run is a folder; use the folder that it is in")
            : missing(folder);
      }
      Path summary = folder.resolve(RunFolder.SUMMARY);
      RunState marked = RunState.marked(folder);
      if (!isOne(folder)) {
        if (RunFolder.isOfTwins(folder)) {
          throw place.error("this folder holds the two runs of a twin: use " + folder.resolve(RunFolder.TWINS.getFirst())
              + " and " + folder.resolve(RunFolder.TWINS.getLast()));
        }
        throw place.error("this folder holds no run: it has neither " + RunFolder.SUMMARY + " nor " + SCENARIO);
      }
      FolderFiles.check(folder);
      SummaryFile read = marked == null && Files.exists(summary) ? SummaryFile.read(summary) : null;
      RunState state = marked != null ? marked : RunState.of(read);
      if (state.isPartial() && !partialToo) {
        throw place.error(state.trouble() + ", so rows may be missing; --partial takes what there is");
      }
      runs.add(new StoredRun(names.get(runs.size()), folder, state, read));
    }
    return List.copyOf(runs);
  }

  /** Reports whether a folder is a run's, complete or not. */
  public static boolean isOne(Path folder) {
    return RunState.marked(folder) != null || Files.exists(folder.resolve(RunFolder.SUMMARY))
        || Files.exists(folder.resolve(SCENARIO));
  }

  /** Last parts of each path, equally many for all paths, so that names are distinct. */
  private static List<String> names(List<Path> folders) {
    List<Path> paths = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList();
    var seen = new HashSet<Path>();
    for (int at = 0; at < paths.size(); at++) {
      if (!seen.add(paths.get(at))) {
        throw SourceLocation.of(folders.get(at)).error("this run is named twice");
      }
    }
    for (int parts = 1;; parts++) {
      int last = parts;
      List<String> names = paths.stream()
          .map(path -> path.subpath(Math.max(0, path.getNameCount() - last), path.getNameCount()).toString()).toList();
      if (new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
  }
}
