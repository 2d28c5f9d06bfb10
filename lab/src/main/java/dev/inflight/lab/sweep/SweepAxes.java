package dev.inflight.lab.sweep;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.key.KeyPath;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.Overrides.Replacement;
import dev.inflight.lab.scenario.key.SweptPlaces;
import dev.inflight.lab.scenario.key.YamlText;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.sweep.SweepAxis.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the places of a scenario with several values. The scenario reader reports all other errors. */
final class SweepAxes {
  private final Faults faults = new Faults();
  private final List<SweepAxis> axes = new ArrayList<>();
  /** Axes of the key {@code sweep}, which name the places of their values. */
  private final Set<SweepAxis> byName = new HashSet<>();

  private SweepAxes() {
  }

  /** Returns the axes of a file and of command-line values, which replace the file's. */
  static List<SweepAxis> of(InputText text, Overrides given) {
    var found = new SweepAxes();
    if (!ScenarioReader.isConfiguration(text)) { // a configuration cannot have lists
      YamlNode file = YamlNode.root(text, tree -> tree);
      if (file.isMap()) {
        found.inFile(file);
      }
    }
    List<SweepAxis> ofFile = List.copyOf(found.axes);
    for (Replacement one : given.list()) {
      found.put(text, one, ofFile);
    }
    found.faults.throwIfAny();
    return List.copyOf(found.axes);
  }

  /** Returns the end of a message about a command line without values to sweep: places that take lists. */
  static String lists(Overrides given) {
    String lists = given.list().stream().filter(one -> KeyPath.of(one.key()).layout().isList())
        .map(one -> one.key() + " takes a list, which is one value; " + one.key() + ".0=[...] varies its first entry")
        .collect(Collectors.joining("; "));
    return lists.isEmpty() ? "" : "; " + lists;
  }

  /** Returns the error about the first value of the command line that looks like a list without brackets. */
  static Optional<InputError> withoutBrackets(Overrides given) {
    return given.list().stream()
        .filter(one -> one.isYaml() && !KeyPath.of(one.key()).layout().isList() && hasOpenComma(one.value()))
        .map(one -> one.option().error("there is nothing to sweep: " + Quoted.of(one.value())
            + " has no brackets, so it is one value; a list is --set " + Quoted.of(one.key() + "=[" + one.value().strip() + "]")))
        .findFirst();
  }

  /** Reports whether a value has a comma outside all brackets and quotes. */
  private static boolean hasOpenComma(String value) {
    return !value.contains("'") && !value.contains("\"") && value.replaceAll("[\\[({].*[])}]", "").contains(",");
  }

  private void inFile(YamlNode file) {
    known(file).forEach((key, value) -> {
      if (key.equals(SweptPlaces.NAME)) {
        faults.collect(() -> named(value));
      } else {
        walk(KeyPath.of(key), value);
      }
    });
  }

  /** Keys and their values. The reader of the file reports repeated and unknown keys. */
  private static Map<String, YamlNode> known(YamlNode keysAndValues) {
    return keysAndValues.entries(key -> key.text(word -> word), new Faults());
  }

  private void named(YamlNode block) {
    SweptPlaces.of(block, faults).forEach((key, value) -> faults.collect(() -> {
      if (!value.isList()) {
        throw value.place().error("sweep: " + key + " must be a list of values to try, as in {" + key + ": [...]}");
      }
      SweepAxis axis = axis(KeyPath.of(key), value);
      add(axis);
      byName.add(axis);
    }));
  }

  /** Adds an option, which replaces the file's lists at or within its place. */
  private void put(InputText text, Replacement option, List<SweepAxis> ofFile) {
    KeyPath path = KeyPath.of(option.key());
    if (path.steps().size() > 1 && path.steps().getFirst().equals(SweptPlaces.NAME)) {
      String place = option.key().substring(SweptPlaces.NAME.length() + 1);
      faults.add(option.option()
          .error("an option lists values without the key sweep; set " + place + ", as in --set '" + place + "=[...]'"));
      return;
    }
    var there = new SweepAxes();
    option.node().ifPresent(node -> {
      var value = new YamlNode(text, option.key(), node);
      if (path.key().equals(SweptPlaces.NAME)) {
        there.faults.collect(() -> there.named(value));
      } else {
        there.walk(path, value);
      }
    });
    faults.collect(there.faults::throwIfAny);
    ofFile.stream().filter(axis -> isReplaced(axis, path)).forEach(axis -> {
      if (there.axes.size() == 1 && axes.contains(axis) && axis.path().is(there.axes.getFirst().path())) {
        axes.set(axes.indexOf(axis), there.axes.removeFirst());
      }
      axes.remove(axis);
    });
    there.axes.forEach(axis -> faults.collect(() -> add(axis)));
    byName.addAll(there.byName);
  }

  private boolean isReplaced(SweepAxis ofFile, KeyPath option) {
    return option.key().equals(SweptPlaces.NAME)
        ? byName.contains(ofFile)
        : ofFile.path().is(option) || ofFile.path().isIn(option) && !byName.contains(ofFile);
  }

  /** Searches for lists of values for single-valued keys, at a place and within it. */
  private void walk(KeyPath path, YamlNode value) {
    switch (path.layout()) {
      case Layout.Value single -> {
        if (depth(value) > single.depth()) {
          faults.collect(() -> add(axis(path, value)));
        }
      }
      case Layout.Items _ -> entries(path, value);
      case Layout.Rated _ -> rated(path, value);
      case Layout.Named _,Layout.Entries _ when value.isList() -> faults.collect(() -> add(axis(path, value)));
      case Layout.Named _ -> {
        // Parameters of the value have no lists.
      }
      case Layout.Entries entries -> {
        if (value.isMap()) {
          known(value).forEach((key, one) -> {
            if (entries.byName().containsKey(key)) {
              walk(path.then(key), one);
            }
          });
        }
      }
    }
  }

  private static int depth(YamlNode value) {
    return value.isList() ? 1 + value.items().stream().mapToInt(SweepAxes::depth).max().orElse(0) : 0;
  }

  private void entries(KeyPath path, YamlNode value) {
    List<YamlNode> entries = value.isList() ? value.items() : List.of(value);
    for (int at = 0; at < entries.size(); at++) {
      walk(path.then(Integer.toString(at)), entries.get(at));
    }
  }

  private void rated(KeyPath path, YamlNode value) {
    List<YamlNode> entries = value.isList() ? value.items() : List.of();
    for (int at = 0; at < entries.size(); at++) {
      YamlNode entry = entries.get(at);
      Map<String, YamlNode> keys = entry.isMap() ? known(entry) : Map.of();
      YamlNode rate = keys.get("rate");
      if (rate != null && rate.isText()) {
        walk(path.then(EcnText.isWide(keys.keySet()) ? rate.text(word -> word) : Integer.toString(at)), entry);
      }
    }
  }

  private void add(SweepAxis axis) {
    for (SweepAxis other : axes) {
      if (axis.path().is(other.path())) {
        throw axis.place().error(axis.key() + " has two lists of values, the other at " + other.place());
      }
    }
    axes.add(axis);
  }

  private static SweepAxis axis(KeyPath path, YamlNode list) {
    String key = path.key();
    var values = new LinkedHashMap<String, Value>();
    for (Value value : joined(list.items().stream().map(item -> value(item.called(key))).toList())) {
      if (values.putIfAbsent(value.text(), value) != null) {
        throw value.place().error(named(key, value.place()) + Quoted.of(value.text()) + " is listed twice");
      }
    }
    if (values.isEmpty()) {
      throw list.place().error(named(key, list.place()) + "the list is empty");
    }
    for (Value value : values.values()) {
      if (open(value) != 0) {
        throw value.place().error(named(key, value.place()) + "the brackets of " + Quoted.of(value.text()) + " do not match");
      }
    }
    return new SweepAxis(path, List.copyOf(values.values()), list.place());
  }

  /** Returns the key, unless the place names it. */
  private static String named(String key, SourceLocation place) {
    return place.source().endsWith(" " + key) ? "" : key + ": ";
  }

  private static Value value(YamlNode item) {
    return item.isText()
        ? new Value(item.text(word -> word), item.place(), false)
        : new Value(YamlText.flow(item.node()), item.place(), true);
  }

  /** Joins parts of values. In a YAML list, a comma within brackets also ends an item, although the parts are one value. */
  private static List<Value> joined(List<Value> items) {
    var values = new ArrayList<Value>();
    for (Value item : items) {
      Value last = values.isEmpty() ? null : values.getLast();
      if (last != null && open(last) > 0 && !item.isYaml()) {
        values.set(values.size() - 1, new Value(last.text() + ", " + item.text(), last.place(), false));
      } else {
        values.add(item);
      }
    }
    return values;
  }

  /** Number of open brackets at a word's end. */
  private static int open(Value value) {
    return value.isYaml() ? 0 : value.text().chars().map(mark -> mark == '(' ? 1 : mark == ')' ? -1 : 0).sum();
  }
}
