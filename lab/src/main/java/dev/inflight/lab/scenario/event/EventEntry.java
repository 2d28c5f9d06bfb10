package dev.inflight.lab.scenario.event;

import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import java.util.List;
import java.util.function.Supplier;

/**
 * A key of an entry of {@code events}.
 *
 * @param name the key
 * @param meaning its meaning in one sentence, without a full stop
 * @param shape the form of its value in the JSON Schema
 * @param layout the places of its value
 */
record EventEntry(String name, String meaning, Supplier<Shape> shape, Layout layout) {
  static final EventEntry AT = of("at", "when it begins", () -> Shape.TIME);
  static final EventEntry STATE = of("state", "what happens", () -> Shape.TEXT);
  static final EventEntry LINK = pair("link", "the two nodes that the cable joins");
  static final EventEntry NODE = of("node", "the switch or host", Shape::node);
  static final EventEntry UNTIL = of("until", "when it ends; without it, and without for, it does not", () -> Shape.TIME);
  static final EventEntry FOR = of("for", "how long it lasts, in place of until", () -> Shape.TIME);
  /** The entries that say when something ends: one of them, or none. */
  static final List<EventEntry> END = List.of(UNTIL, FOR);

  private static EventEntry of(String name, String meaning, Supplier<Shape> shape) {
    return new EventEntry(name, meaning, shape, Layout.VALUE);
  }

  private static EventEntry pair(String name, String meaning) {
    return new EventEntry(name, meaning, () -> Shape.tuple(Shape.node(), 2), new Layout.Value(1));
  }

  /** Its form, with its meaning: several values make it vary in a sweep. */
  Shape described() {
    return shape.get().orSweep().described(meaning);
  }
}
