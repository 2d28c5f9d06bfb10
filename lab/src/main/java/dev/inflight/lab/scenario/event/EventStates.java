package dev.inflight.lab.scenario.event;

import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.NodeUp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All states that entries of {@code events} may ask for. */
public final class EventStates {
  static final List<EventState<?>> ALL = List.of( //
      EventState.plain("down", EventEntry.LINK, "the cables between the two nodes fail", LinkDown.class, EventEntry.END,
          event -> new LinkDown(event.atPs(), event.ends(), event.untilPs()), "was down"),
      EventState.plain("up", EventEntry.LINK, "the cables between the two nodes come back", LinkUp.class, List.of(),
          event -> new LinkUp(event.atPs(), event.ends()), "came back"),
      EventState.plain("down", EventEntry.NODE, "the node fails, and with it all its cables", NodeDown.class, EventEntry.END,
          event -> new NodeDown(event.atPs(), event.node(), event.untilPs()), "was down"),
      EventState.plain("up", EventEntry.NODE, "the node comes back", NodeUp.class, List.of(),
          event -> new NodeUp(event.atPs(), event.node()), "came back"));

  private EventStates() {
  }

  /** The state that makes an event. */
  static EventState<?> of(FabricEvent event) {
    return ALL.stream().filter(state -> state.type().isInstance(event)).findFirst().orElseThrow();
  }

  /** The states of a place. */
  static List<EventState<?>> at(EventEntry place) {
    return ALL.stream().filter(state -> state.place() == place).toList();
  }

  /** The entries that say where something happens. */
  static List<EventEntry> places() {
    return ALL.stream().map(EventState::place).distinct().toList();
  }

  /** All entries that some state takes, by name. */
  static Map<String, EventEntry> entries() {
    var all = new LinkedHashMap<String, EventEntry>();
    ALL.stream().flatMap(state -> state.entries().stream()).forEach(entry -> all.put(entry.name(), entry));
    return all;
  }

  /** The form of an entry in the JSON Schema. */
  public static Shape shape() {
    return Shape.anyOf(ALL.stream().map(EventState::shape).toArray(Shape[]::new));
  }

  /** The places of an entry. */
  public static Layout layout() {
    return Layout
        .entries(entries().values().stream().flatMap(entry -> Stream.<Object>of(entry.name(), entry.layout())).toArray());
  }
}
