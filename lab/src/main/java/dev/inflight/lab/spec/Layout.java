package dev.inflight.lab.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places of the value of a scenario key: {@code --set} can address them, as in {@code acks.every} or {@code flows.0.load}. A list
 * at a place is either its value or a list of values to try in a sweep.
 */
public sealed interface Layout {
  /** A single value. */
  Layout VALUE = new Value(0);

  /**
   * Value without inner places.
   *
   * @param depth depth of nested lists in it: 0 in a single value, 1 in a list of numbers, 2 in a list of pairs
   */
  record Value(int depth) implements Layout {
  }

  /**
   * Name with parameters in parentheses; each parameter is a place.
   *
   * @param binder choices that it may name
   */
  record Named(SpecBinder<?> binder) implements Layout {
  }

  /**
   * Keys and values.
   *
   * @param byName layout of the value of each key
   */
  record Entries(Map<String, Layout> byName) implements Layout {
    /** Copies the map in the same order. */
    public Entries {
      byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }
  }

  /**
   * List of entries, which are places and count from 0. A single entry may replace a list of one.
   *
   * @param entry layout of each entry
   */
  record Items(Layout entry) implements Layout {
  }

  /**
   * List of keys and values. An entry for all ports of a rate is addressed by the rate, {@code ecn.100Gbps}; any other entry by
   * its number from 0, {@code ecn.1}.
   *
   * @param entry layout of each entry
   */
  record Rated(Entries entry) implements Layout {
  }

  /** Returns the layout of keys and values, from alternating names and layouts. */
  static Entries entries(Object... namesAndLayouts) {
    var byName = new LinkedHashMap<String, Layout>();
    for (int at = 0; at < namesAndLayouts.length; at += 2) {
      byName.put(namesAndLayouts[at].toString(), (Layout) namesAndLayouts[at + 1]);
    }
    return new Entries(byName);
  }

  /** Returns the layout of keys with single values. */
  static Entries values(String... names) {
    var byName = new LinkedHashMap<String, Layout>();
    for (String name : names) {
      byName.put(name, VALUE);
    }
    return new Entries(byName);
  }

  /** Keys within the value, if any. */
  default List<String> names() {
    return this instanceof Entries entries ? List.copyOf(entries.byName.keySet()) : List.of();
  }

  /** Reports whether a list is one value of this place. */
  default boolean isList() {
    return this instanceof Items || this instanceof Rated;
  }
}
