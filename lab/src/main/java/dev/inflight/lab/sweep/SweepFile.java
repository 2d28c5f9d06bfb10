package dev.inflight.lab.sweep;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.lab.scenario.key.YamlEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A scenario in which lists stand where a run needs single values: each combination of these is a point, the last key's values changing fastest.
 * Keys that are lists by nature ({@code flows}, {@code events}, {@code classes}, {@code ecn}) stay what they are.
 */
public final class SweepFile {
  private static final int MOST_POINTS = 1_000_000;

  private final InputText text;
  private final Overrides given;
  private final List<SweepAxis> axes;

  private SweepFile(InputText text, Overrides given, List<SweepAxis> axes) {
    this.text = text;
    this.given = given;
    this.axes = axes;
  }

  /**
   * Reads a file, and what the command line puts in its place, in which lists are allowed too.
   *
   * @throws dev.inflight.lab.read.InputError when there is no list, or one that is none of values
   */
  public static SweepFile read(Path path, Overrides given) {
    return read(ScenarioReader.text(path), given);
  }

  /** The same of what a file holds. */
  public static SweepFile read(InputText text, Overrides given) {
    var axes = new ArrayList<SweepAxis>();
    find(entries(text, given), "", axes);
    if (axes.isEmpty()) {
      throw text.whole()
          .error("there is nothing to sweep: no key has a list of values, as in scheme: [hpcc, dcqcn] or --set 'seed=[1, 2, 3]'");
    }
    long points = 1;
    for (SweepAxis axis : axes) {
      points *= axis.values().size();
      if (points > MOST_POINTS) {
        throw axis.place().error("these are more than " + MOST_POINTS + " points");
      }
    }
    return new SweepFile(text, given, List.copyOf(axes));
  }

  /** Whether some key has a list of values. What is wrong with the file is for whoever reads it then. */
  public static boolean isSweep(InputText text, Overrides given) {
    var axes = new ArrayList<SweepAxis>();
    try {
      find(entries(text, given), "", axes);
    } catch (InputError unreadable) {
      return false;
    }
    return !axes.isEmpty();
  }

  /** Keys and values; of a config.txt those of the command line, as a list can only be there. */
  private static Map<String, YamlNode> entries(InputText text, Overrides given) {
    if (!ScenarioReader.isConfiguration(text)) {
      return YamlNode.root(text, tree -> YamlEdit.apply(tree, given)).entries(ScenarioKeys.all(), ScenarioKeys.options());
    }
    var known = new ArrayList<>(ScenarioKeys.all());
    known.addAll(ScenarioReader.configurationKeys());
    return YamlNode.added(text, YamlEdit.alone(given)).entries(known, ScenarioKeys.options());
  }

  private static void find(Map<String, YamlNode> entries, String prefix, List<SweepAxis> axes) {
    entries.forEach((name, value) -> {
      String key = prefix + name;
      if (value.isList() && !ScenarioKeys.isList(key)) {
        axes.add(new SweepAxis(key, values(key, value), value.place()));
      } else if (prefix.isEmpty() && ScenarioKeys.isMap(key) && value.isMap()) {
        find(value.entries(ScenarioKeys.within(key)), key + ".", axes);
      }
    });
  }

  private static List<String> values(String key, YamlNode list) {
    Set<String> values = new LinkedHashSet<>();
    for (YamlNode item : list.items()) {
      String value = item.called(key).text(word -> word);
      if (value.chars().filter(mark -> mark == '(').count() != value.chars().filter(mark -> mark == ')').count()) {
        throw item.place().error(key + ": the brackets of " + Quoted.of(value)
            + " do not match; a value with commas needs quotes, as in" + " ['hpcc(eta=0.9, maxStage=0)', dcqcn]");
      }
      if (!values.add(value)) {
        throw item.place().error(key + ": " + Quoted.of(value) + " is listed a second time");
      }
    }
    if (values.isEmpty()) {
      throw list.place().error(key + ": the list is empty");
    }
    return List.copyOf(values);
  }

  /** The keys with several values. */
  public List<SweepAxis> axes() {
    return axes;
  }

  /** How many combinations there are. */
  public int count() {
    return axes.stream().mapToInt(axis -> axis.values().size()).reduce(1, (one, other) -> one * other);
  }

  /** The values of a point, counted from 0, by key. */
  public Map<String, String> valuesOf(int point) {
    var values = new LinkedHashMap<String, String>();
    int rest = point;
    int below = count();
    for (SweepAxis axis : axes) {
      below /= axis.values().size();
      values.put(axis.key(), axis.values().get(rest / below));
      rest %= below;
    }
    return values;
  }

  /** The scenario of a point. */
  public Scenario scenario(int point) {
    Overrides all = given.only(one -> axes.stream().noneMatch(axis -> axis.key().equals(one.key())));
    Map<String, String> values = valuesOf(point);
    for (SweepAxis axis : axes) {
      all = all.with(axis.key(), Objects.requireNonNull(values.get(axis.key())), axis.place());
    }
    return ScenarioReader.read(text, all);
  }
}
