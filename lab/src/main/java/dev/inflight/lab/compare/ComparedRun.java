package dev.inflight.lab.compare;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.FolderFiles;
import dev.inflight.lab.store.ParquetTables;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.RunState;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Run that is compared with others.
 *
 * @param path folder or file of the run, as the user named it
 * @param state state of the run: whole or unfinished
 * @param flows finished flows of the run; none where only the summary describes them
 * @param summary summary in its folder; null for a file without the name of a run's file, and for an unfinished run
 */
public record ComparedRun(Path path, RunState state, FctFile flows, @Nullable SummaryFile summary) {
  private static final String AUTHORS_FLOWS = "fct.txt";
  private static final String FLOWS_IN_PARQUET = ResultFiles.FLOWS.named(ResultFile.PARQUET);
  /** Names of the flow files of runs. */
  private static final List<String> NAMES = List.of(AUTHORS_FLOWS, ResultFiles.FLOWS.name(), FLOWS_IN_PARQUET);
  private static final String SCENARIO = "scenario.yaml";
  /** Value of a key in the summary, or in a class of it, for a scheme that does not use the key. */
  private static final String UNUSED = "none";

  /**
   * Reads a run.
   *
   * @param path folder of the run, its {@code flows.csv} or {@code flows.parquet}, or a {@code fct.txt}
   * @param partialToo true to accept the finished part of an unfinished run
   * @throws InputError when there is no such run, it is unfinished, or it has neither finished flows nor a summary
   */
  public static ComparedRun read(Path path, boolean partialToo) {
    boolean isFolder = Files.isDirectory(path);
    if (!isFolder && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw StoredRun.missing(path);
    }
    Path folder = isFolder ? path : path.resolveSibling("");
    if (isFolder) {
      FolderFiles.check(folder);
    }
    Path flows = isFolder ? flowsIn(path) : path;
    Path summaryPath = folder.resolve(RunFolder.SUMMARY);
    boolean summed = (isFolder || isOfARun(path)) && Files.exists(summaryPath);
    RunState marked = RunState.marked(folder);
    SummaryFile summary = marked == null && summed ? SummaryFile.read(summaryPath) : null;
    RunState state = marked != null ? marked : stateBy(summary, isOfARun(flows) && !flows.endsWith(AUTHORS_FLOWS));
    if (state.isPartial() && !partialToo) {
      throw SourceLocation.of(path).error(state.trouble() + ", so flows may be missing; --partial compares what there is");
    }
    FctFile finished = flowsOf(flows, state);
    if (finished.entries().isEmpty() && summary == null) {
      throw SourceLocation.of(flows).error("no flow finished in this run, so there is nothing to compare");
    }
    return new ComparedRun(path, state, finished, summary);
  }

  /** Returns the same run with flows that are identified by number. */
  ComparedRun byNumber() {
    return new ComparedRun(path, state, flows.byNumber(), summary);
  }

  /** Reports whether a file has the name of a run's flow file, so that the files next to it describe it. */
  private static boolean isOfARun(Path file) {
    return NAMES.stream().anyMatch(file::endsWith);
  }

  private static RunState stateBy(@Nullable SummaryFile summary, boolean ofARun) {
    return summary == null && !ofARun ? RunState.FILE : RunState.of(summary);
  }

  private static FctFile flowsOf(Path file, RunState state) {
    return file.endsWith(FLOWS_IN_PARQUET)
        ? FctFile.read(ParquetTables.asText(ResultFiles.FLOWS, file), false)
        : FctFile.read(file, state.isPartial());
  }

  private static Path flowsIn(Path folder) {
    for (String name : NAMES) {
      if (Files.exists(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    if (RunFolder.isOfTwins(folder)) {
      throw SourceLocation.of(folder).error("the folder holds the two runs of a twin: compare "
          + String.join(" ", RunFolder.TWINS.stream().map(twin -> folder.resolve(twin).toString()).toList()));
    }
    throw SourceLocation.of(folder).error("the folder holds none of " + String.join(", ", NAMES));
  }

  /** Folder of the run, normalized; empty for a single file. */
  public Optional<Path> folder() {
    boolean isFolder = Files.isDirectory(path);
    Path folder = (isFolder ? path : path.resolveSibling("")).normalize();
    boolean ofARun = isFolder || isOfARun(path);
    return ofARun && StoredRun.isOne(folder) ? Optional.of(folder) : Optional.empty();
  }

  /** Returns a text of the run's summary; null without one. */
  @Nullable
  String text(String key) {
    return summary == null ? null : summary.text(key);
  }

  /** Congestion control, from the summary, or else from the scenario in the run's folder. */
  @Nullable
  String scheme() {
    return summary == null ? ofScenario("scheme") : summary.text("scheme");
  }

  /** Seed, from the summary, or else from the scenario in the run's folder. */
  @Nullable
  Long seed() {
    if (summary != null) {
      return summary.whole("seed");
    }
    String written = ofScenario(ResolvedScenario.SEED);
    try {
      return written == null ? null : Long.valueOf(written);
    } catch (NumberFormatException notANumber) {
      throw SourceLocation.of(scenarioFile()).error("seed '" + written + "' is not a whole number");
    }
  }

  /** Keys of the resolved scenario; empty when the folder has no readable one, of which {@code FolderCheck} warns. */
  private Map<String, String> scenario() {
    ResolvedScenario resolved = resolved();
    return resolved == null ? Map.of() : resolved.keys();
  }

  /**
   * Returns the keys of the resolved scenario of each run, without the keys that no run used, such as telemetry under schemes
   * without telemetry; empty for a run with an unreadable scenario. A class inherits such keys from the scenario, so a run with a
   * class with telemetry used all of them.
   */
  static List<Map<String, String>> scenarios(List<ComparedRun> runs) {
    List<Map<String, String>> all = runs.stream().<Map<String, String>>map(run -> new LinkedHashMap<>(run.scenario())).toList();
    Catalog.AXES.stream().map(Axis::name).filter(key -> runs.stream().allMatch(run -> run.isUnused(key)))
        .forEach(key -> all.forEach(keys -> keys.remove(key)));
    return all;
  }

  private boolean isUnused(String key) {
    return summary != null && UNUSED.equals(summary.text(key))
        && IntStream.range(0, summary.items(Scenario.CLASSES))
            .mapToObj(at -> summary.text(Scenario.CLASSES + "[" + at + "].telemetry"))
            .allMatch(telemetry -> telemetry == null || telemetry.equals(UNUSED));
  }

  private @Nullable ResolvedScenario resolved() {
    Path file = scenarioFile();
    try {
      return Files.exists(file) ? ResolvedScenario.read(file) : null;
    } catch (InputError notOfARun) {
      return null;
    }
  }

  private Path scenarioFile() {
    return isOfARun(path) && !Files.isDirectory(path) ? path.resolveSibling(SCENARIO) : path.resolve(SCENARIO);
  }

  private @Nullable String ofScenario(String key) {
    ResolvedScenario resolved = resolved();
    return resolved == null ? null : resolved.value(key);
  }

  /** Returns a number of the run's summary; null without one. */
  @Nullable
  Double decimal(String key) {
    return summary == null ? null : summary.decimal(key);
  }

  /** Returns a whole number of the run's summary; null without one. */
  @Nullable
  Long whole(String key) {
    return summary == null ? null : summary.whole(key);
  }

  /** Returns a value by which runs are compared; null when it is unknown. */
  @Nullable
  Double value(ComparedValue value) {
    return value.value().apply(this::decimal);
  }
}
