package dev.inflight.lab.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which places the value of a scenario's key has: those that {@code --set} can address, as in {@code acks.every} or {@code flows.0.load}, and at which a list is
 * either the value itself or values to try in a sweep.
 */
public sealed interface Layout {
  /** A single value. */
  Layout VALUE = new Value(0);

  /**
   * A value without places of its own.
   *
   * @param depth how deep lists are nested in it: 0 in a single value, 1 in a list of numbers, 2 in a list of pairs
   */
  record Value(int depth) implements Layout {
  }

  /**
   * A name with parameters in brackets, each of which is a place.
   *
   * @param binder what it may name
   */
  record Named(SpecBinder<?> binder) implements Layout {
  }

  /**
   * Keys and values.
   *
   * @param byName what may follow each key
   */
  record Entries(Map<String, Layout> byName) implements Layout {
    /** Keeps a copy, in the same order. */
    public Entries {
      byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }
  }

  /**
   * A list with places as entries, counted from 0; an entry alone may stand for a list of one.
   *
   * @param entry what each of them may be
   */
  record Items(Layout entry) implements Layout {
  }

  /**
   * A list of keys and values with entries that are found by the rate that each of them states, {@code ecn.100Gbps}, where that is for all ports,
   * and by their number from 0 otherwise: {@code ecn.1}.
   *
   * @param entry what may follow each key
   */
  record Rated(Entries entry) implements Layout {
  }

  /** Keys and values: names and layouts, in turn. */
  static Entries entries(Object... namesAndLayouts) {
    var byName = new LinkedHashMap<String, Layout>();
    for (int at = 0; at < namesAndLayouts.length; at += 2) {
      byName.put(namesAndLayouts[at].toString(), (Layout) namesAndLayouts[at + 1]);
    }
    return new Entries(byName);
  }

  /** Keys with single values. */
  static Entries values(String... names) {
    var byName = new LinkedHashMap<String, Layout>();
    for (String name : names) {
      byName.put(name, VALUE);
    }
    return new Entries(byName);
  }

  /** The keys within, where there are some. */
  default List<String> names() {
    return this instanceof Entries entries ? List.copyOf(entries.byName.keySet()) : List.of();
  }

  /** Whether a list is one value here. */
  default boolean isList() {
    return this instanceof Items || this instanceof Rated;
  }
}
