package dev.inflight.lab.files.flow;

import dev.inflight.lab.cables.CableKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Meaning of a column of a table of flows, by its name, such as {@code src}, {@code flow_size} or {@code start_time_us}.
 *
 * @param field property of the flow
 * @param unit unit in the name, in lower case; empty if there is none
 */
record FlowColumn(Field field, String unit) {
  /** Properties of flows. */
  enum Field {
    SOURCE, DESTINATION, SIZE, START, PRIORITY, PORT, STOP, OTHER
  }

  private static final Set<String> SOURCES = Set.of("src", "source", "from", "sender");
  private static final Set<String> DESTINATIONS = Set.of("dst", "dest", "destination", "to", "receiver", "target");
  private static final Set<String> OF_NODES = Set.of("host", "node", "id", "name", "server");
  private static final Set<String> SIZES = Set.of("size", "bytes", "flow", "message", "msg");
  private static final Set<String> STARTS = Set.of("start", "arrival", "time", "flow");
  private static final Set<String> STOPS = Set.of("stop", "end", "until", "duration");
  private static final Set<String> SIZE_UNITS = Set.of("b", "kb", "kib", "mb", "mib", "gb", "gib", "packets", "pkts", "bits");
  private static final Set<String> TIME_UNITS = Set.of("s", "sec", "seconds", "ms", "us", "ns", "ps");

  /** Returns the meaning of a name. */
  static FlowColumn of(String name) {
    List<String> words = CableKey.words(name);
    if (words.isEmpty()) {
      return new FlowColumn(Field.OTHER, "");
    }
    var rest = new HashSet<>(words);
    String last = words.getLast();
    String unit = words.size() > 1 && (SIZE_UNITS.contains(last) || TIME_UNITS.contains(last)) ? last : "";
    rest.remove(unit);
    boolean isSource = SOURCES.contains(words.getFirst());
    boolean isDestination = DESTINATIONS.contains(words.getFirst());
    if (isSource || isDestination) {
      rest.remove(words.getFirst());
      return isDestination && rest.equals(Set.of("port"))
          ? new FlowColumn(Field.PORT, "")
          : new FlowColumn(!OF_NODES.containsAll(rest) ? Field.OTHER : isSource ? Field.SOURCE : Field.DESTINATION, "");
    }
    if (rest.equals(Set.of("priority")) || rest.equals(Set.of("prio")) || rest.equals(Set.of("pg"))) {
      return new FlowColumn(Field.PRIORITY, "");
    }
    if (rest.stream().anyMatch(STOPS::contains) && !TIME_UNITS.contains(words.getFirst())) {
      return new FlowColumn(Field.STOP, unit);
    }
    if ((rest.contains("size") || rest.contains("bytes")) && SIZES.containsAll(rest) && !TIME_UNITS.contains(unit)) {
      return new FlowColumn(Field.SIZE, unit);
    }
    boolean isStart = (rest.contains("start") || rest.contains("arrival") || rest.equals(Set.of("time")))
        && STARTS.containsAll(rest);
    return new FlowColumn(isStart && !SIZE_UNITS.contains(unit) ? Field.START : Field.OTHER, unit);
  }
}
