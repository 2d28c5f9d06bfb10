package dev.inflight.lab.verify;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.Sweeps;
import dev.inflight.sim.fidelity.Fidelity;
import dev.inflight.sim.fidelity.FullFidelity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Full and fast runs of a folder with points that differ in fidelity.
 *
 * @param pairs one for each combination of other values, except members of ensembles, in the order of the points
 */
public record Verification(List<VerifiedPair> pairs) {
  /** Key that is full in some points and fast in others. */
  public static final String KEY = "fidelity";
  private static final String FULL = FullFidelity.DEFAULT.name();
  private static final String MEMBER = "ensemble_member";

  /** Runs of one combination of values. */
  private static final class Sides {
    private final List<StoredRun> full = new ArrayList<>();
    private final List<StoredRun> fast = new ArrayList<>();
    private double error;

    boolean isPair() {
      return !full.isEmpty() && full.size() == fast.size();
    }
  }

  /**
   * Returns the verification of a folder with all points.
   *
   * @throws dev.inflight.lab.read.InputError if a point is missing, or a table cannot be read
   */
  public static Verification of(Path folder) {
    Map<String, Sides> sides = sides(folder);
    for (Sides of : sides.values()) {
      if (!of.isPair()) {
        throw SourceLocation.of(folder).error("its points are " + Humanize.count(of.full.size(), "full run") + " and "
            + Humanize.count(of.fast.size(), "fast one") + " of the same scenario, and a comparison takes as many of each");
      }
    }
    return of(sides);
  }

  private static Verification of(Map<String, Sides> sides) {
    return new Verification(
        sides.entrySet().stream()
            .map(one -> VerifiedPair.of(one.getKey(), one.getValue().error, one.getValue().full, one.getValue().fast)).toList());
  }

  /** Returns the runs of each combination. */
  private static Map<String, Sides> sides(Path folder) {
    List<StoredRun> runs = StoredRun.open(List.of(folder), false);
    List<Sweeps.Point> points = Sweeps.points(folder);
    SourceLocation place = SourceLocation.of(folder);
    Map<String, Sides> sides = new LinkedHashMap<>();
    for (int at = 0; at < points.size(); at++) {
      Map<String, String> values = points.get(at).values();
      String others = values.entrySet().stream().filter(one -> !one.getKey().equals(KEY) && !one.getKey().equals(MEMBER))
          .map(one -> one.getKey() + " " + one.getValue()).collect(Collectors.joining(", "));
      Sides of = sides.computeIfAbsent(others, _ -> new Sides());
      Fidelity fidelity = Catalog.FIDELITIES.bind(Spec.parse(values.getOrDefault(KEY, FULL), place), place);
      (fidelity.error() == 0 ? of.full : of.fast).add(runs.get(at));
      of.error = Double.max(of.error, fidelity.error());
    }
    return sides;
  }

  /**
   * Returns the verification that a run has written in a folder; empty for other folders, for missing points, and without pairs.
   */
  public static Optional<Verification> there(Path folder) {
    boolean isThere = Sweeps.isOne(folder) && Files.exists(folder.resolve(VerificationJson.NAME));
    List<Path> runs = isThere ? Sweeps.runsOf(folder, true) : List.of();
    if (!isThere || runs.size() != Sweeps.points(folder).size()
        || StoredRun.open(runs, true).stream().anyMatch(run -> run.state().isPartial())) {
      return Optional.empty();
    }
    Map<String, Sides> sides = sides(folder);
    return sides.values().stream().allMatch(Sides::isPair) ? Optional.of(of(sides)) : Optional.empty();
  }

  /** Reports whether a difference exceeds the requested error. */
  public boolean isMissed() {
    return pairs.stream().anyMatch(VerifiedPair::isMissed);
  }
}
