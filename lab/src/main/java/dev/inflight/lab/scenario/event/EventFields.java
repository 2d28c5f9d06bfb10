package dev.inflight.lab.scenario.event;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkEnds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The values of an entry of {@code events}. */
final class EventFields {
  private final Map<String, YamlNode> entries;
  private final ToIntFunction<YamlNode> nodes;

  /**
   * Values.
   *
   * @param entries by key
   * @param nodes reads a node's number or name
   */
  EventFields(Map<String, YamlNode> entries, ToIntFunction<YamlNode> nodes) {
    this.entries = entries;
    this.nodes = nodes;
  }

  /** A value that may be there. */
  @Nullable
  YamlNode find(EventEntry entry) {
    return entries.get(entry.name());
  }

  /** A value that is there. */
  YamlNode get(EventEntry entry) {
    return Objects.requireNonNull(find(entry));
  }

  /** When it begins, in picoseconds. */
  long atPs() {
    return get(EventEntry.AT).text(Units::time);
  }

  /** When it ends, in picoseconds, by {@code until} or {@code for}. */
  long untilPs() {
    YamlNode until = find(EventEntry.UNTIL);
    YamlNode lasts = find(EventEntry.FOR);
    if (until != null && lasts != null) {
      throw lasts.place().error("until and for both say when the event ends; write one of them");
    }
    if (lasts != null) {
      long endPs = atPs() + time(lasts);
      return endPs < 0 ? FabricEvent.NEVER : endPs; // after the end of all time
    }
    if (until == null) {
      return FabricEvent.NEVER;
    }
    long endPs = until.text(Units::time);
    if (endPs <= atPs()) {
      throw until.place().error(
          "the event ends at " + Units.formatTime(endPs) + ", which is not after its begin at " + Units.formatTime(atPs()));
    }
    return endPs;
  }

  /** A time above 0, in picoseconds. */
  static long time(YamlNode value) {
    return value.text(word -> {
      long ps = Units.time(word);
      if (ps == 0) {
        throw new IllegalArgumentException(value.what() + " is " + word + " and must be above 0");
      }
      return ps;
    });
  }

  /** The node that it is about. */
  int node() {
    return nodes.applyAsInt(get(EventEntry.NODE));
  }

  /** The nodes that the cable joins. */
  LinkEnds ends() {
    return pair(get(EventEntry.LINK));
  }

  private LinkEnds pair(YamlNode value) throws InputError {
    List<YamlNode> ends = value.items();
    if (ends.size() != 2) {
      throw value.place().error(value.what() + " must be a list of two nodes, found " + ends.size());
    }
    return new LinkEnds(nodes.applyAsInt(ends.get(0)), nodes.applyAsInt(ends.get(1)));
  }
}
