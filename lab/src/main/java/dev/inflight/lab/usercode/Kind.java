package dev.inflight.lab.usercode;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.CodeOrigin;
import dev.inflight.lab.spec.DefaultParameters;
import dev.inflight.lab.spec.Extensions;
import dev.inflight.lab.spec.Parameter;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Kind of choice that an extension may add: an interface that an axis of scenarios is open for.
 *
 * @param open interface of the choices
 * @param binder all choices of the axis
 * @param <T> type of the interface
 */
record Kind<T>(Class<T> open, SpecBinder<T> binder) {
  private static final String NAME = "[a-z][a-z0-9-]{0,39}";

  /** All kinds. */
  static List<Kind<?>> all() {
    return Catalog.AXES.stream().<Kind<?>>map(Kind::of).filter(Objects::nonNull).toList();
  }

  private static <T> @Nullable Kind<T> of(Axis<T> axis) {
    Class<T> open = axis.binder().open();
    return open == null ? null : new Kind<>(open, axis.binder());
  }

  /** Interfaces, for messages. */
  static String names() {
    return String.join(", ", all().stream().map(kind -> kind.open.getSimpleName()).toList());
  }

  /**
   * Returns a record of this kind with its default parameters, checked as far as possible without a scenario.
   *
   * @throws IllegalArgumentException with a sentence, if scenarios cannot name it
   */
  Extensions.Added added(Class<?> record, CodeOrigin origin) {
    if (!record.isRecord()) {
      throw new IllegalArgumentException(record.getName() + " is not a record; make it 'public record " + record.getSimpleName()
          + "(...) implements " + open.getSimpleName() + "' with its parameters as components");
    }
    for (RecordComponent component : record.getRecordComponents()) {
      if (!Parameter.isPossible(component.getType())) {
        throw new IllegalArgumentException("parameter " + component.getName() + " of " + record.getName() + " is of type "
            + component.getType().getSimpleName() + "; possible are int, long, double, boolean, String and enums");
      }
    }
    T prototype = open.cast(DefaultParameters.of(record));
    String name = binder.name(prototype);
    if (name == null || !name.matches(NAME)) { // users' code may return null
      throw new IllegalArgumentException("the name of " + record.getName() + " is " + (name == null ? "null" : Quoted.of(name))
          + "; a name has lower-case letters, digits and '-', and begins with a letter, as in my-scheme");
    }
    if (binder.builtIn().stream().anyMatch(known -> binder.name(known).equals(name))) {
      throw new IllegalArgumentException(record.getName() + " has the name of a built-in " + binder.kind() + ", " + name
          + "; give it another one, as in my-" + name);
    }
    checkParameters(record, prototype, name);
    return new Extensions.Added(open, prototype, name, origin);
  }

  /** Checks that the text of a record in scenarios results in an equal record. */
  private void checkParameters(Class<?> record, T prototype, String name) {
    var alone = new SpecBinder<>(binder.kind(), List.of(prototype), binder.name());
    SourceLocation place = SourceLocation.of(record.getName());
    T again = alone.bind(Spec.parse(alone.describe(prototype), place), place);
    if (!prototype.equals(again) || !alone.name(again).equals(name)) {
      throw new IllegalArgumentException(record.getName() + " is another one when it is made again from its parameters: "
          + alone.describe(prototype) + " and " + alone.describe(again));
    }
  }

  /** Kind of this interface; none if no axis is open for it. */
  static Kind<?> named(String name, SourceLocation place) {
    return all().stream().filter(kind -> kind.open.getName().equals(name)).findFirst()
        .orElseThrow(() -> place.error("extensions cannot add a " + Quoted.of(name)
            + Suggestion.hint(name, all().stream().map(kind -> kind.open.getName()).toList())));
  }
}
