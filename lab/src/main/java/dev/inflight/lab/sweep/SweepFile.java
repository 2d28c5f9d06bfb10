package dev.inflight.lab.sweep;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.KeyPath;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.sweep.SweepAxis.Value;
import dev.inflight.lab.targets.Targets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scenario with lists for single-valued keys. Each combination of their values is a point; the last place's values change
 * fastest. Values that are lists in any scenario ({@code flows}, {@code events}, the two ends of a link) remain lists.
 */
public final class SweepFile {
  private static final int MOST_POINTS = 1_000_000;

  private final InputText text;
  private final Overrides given;
  private final List<SweepAxis> axes;
  private final List<String> targets;

  private SweepFile(InputText text, Overrides given, List<SweepAxis> axes, List<String> targets) {
    this.text = text;
    this.given = given;
    this.axes = axes;
    this.targets = List.copyOf(targets);
  }

  /**
   * Reads a file. Values of the command line, possibly lists, replace the file's.
   *
   * @throws dev.inflight.lab.read.InputError if there is no list, or a list cannot be swept over
   */
  public static SweepFile read(Path path, Overrides given) {
    return of(ScenarioReader.text(path), given);
  }

  /** Returns the sweep of a file's text. */
  public static SweepFile of(InputText text, Overrides given) {
    return find(text, given).orElseThrow(() -> SweepAxes.withoutBrackets(given)
        .orElseGet(() -> text.whole()
            .error("there is nothing to sweep: no key that takes one value has a list, as in scheme: [hpcc, dcqcn] or"
                + " --set 'seed=[1, 2, 3]' or --set 'flows.0.load=[0.3, 0.5]'" + SweepAxes.lists(given))));
  }

  /**
   * Returns the sweep of a file's text; empty if each place has one value.
   *
   * @throws dev.inflight.lab.read.InputError if a list cannot be swept over, or the file is not YAML
   */
  public static Optional<SweepFile> find(InputText text, Overrides given) {
    List<SweepAxis> axes = SweepAxes.of(text, given);
    long points = 1;
    for (SweepAxis axis : axes) {
      points *= axis.values().size();
      if (points > MOST_POINTS) {
        throw axis.place().error("the sweep has more than " + MOST_POINTS + " points");
      }
    }
    return axes.isEmpty() ? Optional.empty() : Optional.of(new SweepFile(text, given, axes, List.of()));
  }

  /** Returns the sweep with command-line targets after those of each point's scenario. */
  public SweepFile withTargets(List<String> more) {
    return new SweepFile(text, given, axes, more);
  }

  /** Targets from the command line. */
  List<String> targets() {
    return targets;
  }

  /** Places with several values, in the order of the file, followed by the command line's. */
  public List<SweepAxis> axes() {
    return axes;
  }

  /** Number of combinations. */
  public int count() {
    return axes.stream().mapToInt(axis -> axis.values().size()).reduce(1, (one, other) -> one * other);
  }

  /** Values of a point by place; points count from 0. */
  public Map<String, String> valuesOf(int point) {
    List<Value> chosen = at(point);
    var values = new LinkedHashMap<String, String>();
    for (int axis = 0; axis < axes.size(); axis++) {
      values.put(axes.get(axis).key(), chosen.get(axis).text());
    }
    return values;
  }

  /** Values of a point in the order of the places. */
  private List<Value> at(int point) {
    var values = new ArrayList<Value>(axes.size());
    int rest = point;
    int below = count();
    for (SweepAxis axis : axes) {
      below /= axis.values().size();
      values.add(axis.values().get(rest / below));
      rest %= below;
    }
    return values;
  }

  /** Scenario of a point. */
  public Scenario scenario(int point) {
    List<Value> chosen = at(point);
    Overrides all = given.only(one -> axes.stream().noneMatch(axis -> axis.path().is(KeyPath.of(one.key()))));
    for (int axis = 0; axis < axes.size(); axis++) {
      all = all.and(axes.get(axis).replacement(chosen.get(axis)));
    }
    return Targets.added(ScenarioReader.read(text, all), targets);
  }
}
