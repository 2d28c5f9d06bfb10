package dev.inflight.lab.sweep;

import dev.inflight.lab.experiment.ScenarioDifference;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.Sweeps;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Existing sweep in a folder. Another sweep may use the folder only if all existing points keep their places. */
final class EarlierSweep {
  private static final String WAY_OUT = "; give another folder with --out, or replace its contents with --force";
  private static final int MOST_DIFFERENCES = 5;

  private EarlierSweep() {
  }

  /**
   * Rejects a folder with points that a sweep would replace.
   *
   * @throws InputError if it has such points; the message names the differences
   */
  static void check(Path folder, SweepFile file) {
    if (!Sweeps.isOne(folder)) {
      return;
    }
    List<Sweeps.Point> before = Sweeps.points(folder);
    if (before.isEmpty()) {
      return;
    }
    List<String> columns = List.copyOf(before.getFirst().values().keySet());
    List<String> now = file.axes().stream().map(SweepAxis::column).toList();
    if (!columns.equals(now)) {
      throw another(folder, ", which varies " + String.join(", ", columns) + "; this sweep varies " + String.join(", ", now));
    }
    for (int point = 0; point < before.size(); point++) {
      checkPoint(folder, file, before.get(point), point);
    }
    for (int point = 0; point < before.size(); point++) {
      Path run = folder.resolve(before.get(point).run());
      if (Files.exists(run.resolve(RunFolder.INPUT))) { // all points have the same common keys
        checkScenario(folder, run.resolve(RunFolder.SCENARIO), ScenarioWriter.write(file.scenario(point)));
        return;
      }
    }
  }

  private static void checkPoint(Path folder, SweepFile file, Sweeps.Point before, int point) {
    List<String> values = List.copyOf(before.values().values());
    String there = "its point " + before.run() + " is " + text(file, values);
    if (point >= file.count()) {
      throw another(folder, ": " + there + ", which this sweep omits");
    }
    List<String> now = List.copyOf(file.valuesOf(point).values());
    if (!now.equals(values)) {
      throw another(folder, ": " + there + ", but here " + text(file, now)
          + "; a sweep is extended by further values at the end of its first list");
    }
    String name = PointsTable.folderOf(point, file.count());
    if (!name.equals(before.run())) {
      throw another(folder, ": " + there + ", but here it is point " + name);
    }
  }

  private static void checkScenario(Path folder, Path there, String now) {
    List<String> differences = ScenarioDifference.ofAll(ResolvedScenario.read(there).keys(),
        ResolvedScenario.of(InputText.of(there, now.getBytes(StandardCharsets.UTF_8))).keys());
    if (!differences.isEmpty()) {
      var named = new ArrayList<>(differences.subList(0, Math.min(MOST_DIFFERENCES, differences.size())));
      if (named.size() < differences.size()) {
        named.add("and " + (differences.size() - named.size()) + " more");
      }
      throw another(folder, " with the same values, but different scenarios: " + String.join("; ", named));
    }
  }

  private static String text(SweepFile file, List<String> values) {
    return IntStream.range(0, values.size()).mapToObj(at -> file.axes().get(at).key() + "=" + values.get(at))
        .collect(Collectors.joining(" "));
  }

  private static InputError another(Path folder, String how) {
    return SourceLocation.of(folder).error("the folder holds another sweep" + how + WAY_OUT);
  }
}
