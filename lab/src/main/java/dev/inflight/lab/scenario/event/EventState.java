package dev.inflight.lab.scenario.event;

import dev.inflight.lab.read.Units;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.FabricEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * State that an entry of {@code events} may request.
 *
 * @param word word after {@code state}
 * @param place key of the event's place
 * @param meaning meaning, in one sentence without a full stop
 * @param type class of the event
 * @param requires required keys in addition to time and place
 * @param allows optional keys
 * @param read creates the event from the entry's values
 * @param write returns the keys of an event, without time, place and state
 * @param words returns the effect on the place, such as "was down"; times follow
 */
record EventState<E extends FabricEvent>(String word, EventEntry place, String meaning, Class<E> type, List<EventEntry> requires,
    List<EventEntry> allows, Function<EventFields, E> read, Function<E, List<String>> write, Function<E, String> words) {

  /** Creates a state without keys of its own. */
  static <E extends FabricEvent> EventState<E> plain(String word, EventEntry place, String meaning, Class<E> type,
      List<EventEntry> allows, Function<EventFields, E> read, String words) {
    return new EventState<>(word, place, meaning, type, List.of(), allows, read, EventState::ending, _ -> words);
  }

  /** Returns these keys of an event, and its end. */
  static List<String> ending(FabricEvent event, String... entries) {
    Stream<String> end = event.untilPs() == FabricEvent.NEVER
        ? Stream.empty()
        : Stream.of(EventEntry.UNTIL.name() + ": " + Units.formatTime(event.untilPs()));
    return Stream.concat(Stream.of(entries), end).toList();
  }

  private Stream<EventEntry> required() {
    return Stream.concat(Stream.of(EventEntry.AT, place, EventEntry.STATE), requires.stream());
  }

  /** All valid keys of the state. */
  List<EventEntry> entries() {
    return Stream.concat(required(), allows.stream()).toList();
  }

  /** Names of the state's required keys, including time and place. */
  List<String> requiredNames() {
    return required().map(EventEntry::name).toList();
  }

  /** Returns the list of the state's keys, for messages. */
  String takes() {
    String may = String.join(", ", allows.stream().map(EventEntry::name).toList());
    return "state " + word + " needs " + String.join(", ", requiredNames()) + (may.isEmpty() ? "" : "; optional: " + may);
  }

  /** Form of the state in the JSON Schema. */
  Shape shape() {
    var shapes = new LinkedHashMap<String, Shape>();
    entries().forEach(entry -> shapes.put(entry.name(), entry.described()));
    shapes.put(EventEntry.STATE.name(), Shape.words(List.of(word)).described(meaning));
    return Shape.map(requiredNames(), shapes);
  }

  /** Entry of an event of this type in a scenario's notation. */
  List<String> written(FabricEvent event) {
    return write.apply(type.cast(event));
  }

  /** Returns the effect of an event of this type on its place. */
  String wordsOf(FabricEvent event) {
    return words.apply(type.cast(event));
  }
}
