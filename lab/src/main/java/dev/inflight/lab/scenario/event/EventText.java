package dev.inflight.lab.scenario.event;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.sim.change.LinkEvent;
import dev.inflight.sim.change.NodeEvent;
import dev.inflight.sim.change.fault.PortFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Reader and writer of entries of {@code events}, and sentences about events. */
public final class EventText {
  private EventText() {
  }

  /**
   * Reads the event of an entry.
   *
   * @param nodes reads a node's number or name
   */
  public static FabricEvent read(YamlNode item, ToIntFunction<YamlNode> nodes) {
    Map<String, YamlNode> entries = item.entries(List.copyOf(EventStates.entries().keySet()));
    EventState<?> state = state(item, entries);
    List<String> taken = state.entries().stream().map(EventEntry::name).toList();
    entries.forEach((name, value) -> {
      if (!taken.contains(name)) {
        throw value.place().error("'" + name + "' is not a key of this event; " + state.takes());
      }
    });
    state.requiredNames().forEach(name -> require(entries.containsKey(name), name, item, state.takes()));
    var fields = new EventFields(entries, nodes);
    return item.place().check(() -> state.read().apply(fields));
  }

  private static EventState<?> state(YamlNode item, Map<String, YamlNode> entries) {
    List<EventEntry> places = EventStates.places().stream().filter(place -> entries.containsKey(place.name())).toList();
    if (places.size() > 1) {
      throw item.place().error("an event needs either link or node, found " + names(places, " and "));
    }
    YamlNode written = entries.get(EventEntry.STATE.name());
    String word = written == null ? "" : written.text(text -> text);
    List<EventState<?>> ofWord = EventStates.ALL.stream().filter(state -> state.word().equals(word)).toList();
    if (places.isEmpty()) {
      List<EventEntry> fitting = (ofWord.isEmpty() ? EventStates.ALL : ofWord).stream().map(EventState::place).distinct()
          .toList();
      throw item.place().error("'" + names(fitting, "' or '") + "' is missing in " + item.what()
          + (ofWord.isEmpty() ? "" : "; " + ofWord.getFirst().takes()));
    }
    EventEntry place = places.getFirst();
    if (written == null) {
      List<String> words = EventStates.words(place);
      throw item.place()
          .error("'state' is missing in " + item.what() + "; states of a " + place.name() + " are " + String.join(", ", words));
    }
    return ofWord.stream().filter(state -> state.place() == place)
        .min(Comparator.comparing(state -> entries.keySet().containsAll(state.requiredNames()) ? -state.requires().size() : 0))
        .orElseThrow(() -> written.place().error(unknown(word, place, ofWord)));
  }

  private static String unknown(String word, EventEntry place, List<EventState<?>> ofWord) {
    if (!ofWord.isEmpty()) {
      return "state " + word + " applies to a " + ofWord.getFirst().place().name() + ", not to a " + place.name() + "; "
          + ofWord.getFirst().takes();
    }
    return "unknown state " + Quoted.of(word) + " of a " + place.name() + Suggestion.shortHint(word, EventStates.words(place));
  }

  private static void require(boolean there, String name, YamlNode item, String takes) {
    if (!there) {
      throw item.place().error("'" + name + "' is missing in " + item.what() + "; " + takes);
    }
  }

  private static String names(List<EventEntry> entries, String between) {
    return entries.stream().map(EventEntry::name).collect(Collectors.joining(between));
  }

  /** Returns the entry from which the same event can be read. */
  public static String write(FabricEvent event) {
    EventState<?> state = EventStates.of(event);
    var entries = new ArrayList<String>();
    entries.add("at: " + Units.formatTime(event.atPs()));
    entries.add(switch (event) {
      case LinkEvent link -> "link: " + pair(link.ends()) + (link.ends().oneWay() ? ", direction: " + pair(link.ends()) : "");
      case NodeEvent node -> "node: " + node.node();
    });
    entries.add("state: " + state.word());
    entries.addAll(state.written(event));
    return entries.stream().collect(Collectors.joining(", ", "{", "}"));
  }

  private static String pair(LinkEnds ends) {
    return "[" + ends.a() + ", " + ends.b() + "]";
  }

  /**
   * Returns, as {@link #sentence}, the event that makes a port pause its neighbor without congestion between two times; empty
   * without such an event at its node.
   */
  public static Optional<String> pausing(List<FabricEvent> events, Topology topology, int node, int number, long fromPs,
      long toPs) {
    return events.stream().filter(event -> event instanceof PortFault fault && fault.pauses(node, number, fromPs, toPs))
        .findFirst().map(event -> sentence(event, topology));
  }

  /**
   * Returns a sentence with the effect, place and time of an event:
   * {@code the cable between leaf 0 (switch 8) and spine 1 (switch 11) was down from 1 ms to 5 ms}.
   */
  public static String sentence(FabricEvent event, Topology topology) {
    EventState<?> state = EventStates.of(event);
    String where = switch (event) {
      case LinkEvent link -> link.ends().oneWay()
          ? "the cable from " + topology.name(link.ends().a()) + " to " + topology.name(link.ends().b())
          : "the cable between " + topology.name(link.ends().a()) + " and " + topology.name(link.ends().b());
      case NodeEvent node -> topology.name(node.node());
    };
    String at = Humanize.time(event.atPs());
    String when = !state.allows().contains(EventEntry.UNTIL)
        ? " at " + at
        : event.untilPs() == FabricEvent.NEVER ? since(event.atPs()) : " from " + at + " to " + Humanize.time(event.untilPs());
    return where + " " + state.wordsOf(event) + when;
  }

  /** Returns the words for a state without an end, for use after a verb: {@code from 1 ms on}, and {@code from the start} at 0. */
  public static String since(long atPs) {
    return atPs == 0 ? " from the start" : " from " + Humanize.time(atPs) + " on";
  }
}
