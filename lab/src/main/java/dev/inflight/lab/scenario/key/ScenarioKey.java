package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Draft;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.lab.spec.Layout;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Key of a scenario, declared once for reading, writing, the JSON Schema, {@code init}, {@code --set}, sweeps and messages.
 *
 * @param name name of the key
 * @param meaning meaning in one sentence, without a full stop
 * @param shape form of its value in the JSON Schema
 * @param varies true if a list of values makes it vary in a sweep
 * @param layout places of its value
 * @param reader reads its value into a draft
 * @param writer returns the text after its colon, or null if a scenario is written without it
 */
public record ScenarioKey(String name, String meaning, Supplier<Shape> shape, boolean varies, Layout layout, Reader reader,
    Function<Scenario, @Nullable String> writer) {
  /** Reader of a YAML value into a draft. It throws an error, or collects several. */
  interface Reader {
    /** Reads a value. */
    void read(YamlNode value, Reading reading);
  }

  /**
   * State of reading a scenario.
   *
   * @param draft values so far
   * @param faults errors so far
   * @param isFaulty returns true for a key with an unreadable value, so that errors due to its default are meaningless
   * @param isSet returns true if a key is set
   */
  record Reading(Draft draft, Faults faults, Predicate<String> isFaulty, Predicate<String> isSet) {
    SetupBuilder setup() {
      return draft.setup;
    }
  }

  /** Returns a key with a value of the setup. */
  static <T> ScenarioKey of(String name, String meaning, Form<T> form, Function<Setup, T> get, BiConsumer<SetupBuilder, T> set) {
    return inDraft(name, meaning, form, scenario -> get.apply(scenario.setup()),
        (draft, value) -> set.accept(draft.setup, value));
  }

  /** Returns a key with a value of the scenario outside its setup. */
  static <T> ScenarioKey inDraft(String name, String meaning, Form<T> form, Function<Scenario, T> get, BiConsumer<Draft, T> set) {
    return new ScenarioKey(name, meaning, form.shape(), true, Layout.VALUE,
        (value, reading) -> set.accept(reading.draft(), form.read().apply(value)),
        scenario -> form.write().apply(get.apply(scenario)));
  }

  /** Returns the key of an axis. */
  static ScenarioKey of(Axis<?> axis) {
    boolean list = axis.place().takesList();
    var one = new Layout.Named(axis.binder());
    return new ScenarioKey(axis.name(), axis.key().meaning(), () -> shapeOf(axis), !list, list ? new Layout.Items(one) : one,
        (value, reading) -> axis.read(value, reading.draft(), reading.faults()), scenario -> {
          List<String> specs = axis.specs(scenario).stream().map(YamlText::quote).toList();
          return list ? YamlText.list(specs) : specs.getFirst();
        });
  }

  private static Shape shapeOf(Axis<?> axis) {
    Shape one = Shape.spec(axis.binder());
    return axis.place().takesList() ? Shape.anyOf(one, Shape.list(one.orSweep())) : one;
  }

  /** Returns the key; only some scenarios are written with it. */
  ScenarioKey writtenWhere(Predicate<Setup> applies) {
    return new ScenarioKey(name, meaning, shape, varies, layout, reader,
        scenario -> applies.test(scenario.setup()) ? writer.apply(scenario) : null);
  }

  /** Returns the key; scenarios are written without this value of it. */
  ScenarioKey writtenUnless(String usual) {
    return new ScenarioKey(name, meaning, shape, varies, layout, reader, scenario -> {
      String written = writer.apply(scenario);
      return usual.equals(written) ? null : written;
    });
  }

  /** Returns the key with a changed reader, which checks values before or after reading. */
  ScenarioKey readBy(Function<Reader, Reader> changed) {
    return new ScenarioKey(name, meaning, shape, varies, layout, changed.apply(reader), writer);
  }

  /** Returns the key with the same value in all points of a sweep. */
  ScenarioKey fixed() {
    return new ScenarioKey(name, meaning, shape, false, layout, reader, writer);
  }

  /** Returns all places of the key for {@code --set}: the key itself and, after a dot, the keys within it. */
  List<String> settable() {
    return Stream.concat(Stream.of(name), layout.names().stream().map(entry -> name + "." + entry)).toList();
  }
}
