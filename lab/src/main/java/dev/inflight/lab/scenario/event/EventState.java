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
 * @param place entry with the place of the event
 * @param meaning meaning, in one sentence without a full stop
 * @param type class of the event
 * @param requires required entries besides time and place
 * @param allows optional entries
 * @param read makes the event from the entries
 * @param write returns the entries of an event, without time, place and state
 * @param words returns the effect on the place, as in "was down"; times follow
 */
record EventState<E extends FabricEvent>(String word, EventEntry place, String meaning, Class<E> type, List<EventEntry> requires,
    List<EventEntry> allows, Function<EventFields, E> read, Function<E, List<String>> write, Function<E, String> words) {

  /** Creates a state without entries of its own. */
  static <E extends FabricEvent> EventState<E> plain(String word, EventEntry place, String meaning, Class<E> type,
      List<EventEntry> allows, Function<EventFields, E> read, String words) {
    return new EventState<>(word, place, meaning, type, List.of(), allows, read, EventState::ending, _ -> words);
  }

  /** Returns these entries of an event, and its end. */
  static List<String> ending(FabricEvent event, String... entries) {
    Stream<String> end = event.untilPs() == FabricEvent.NEVER
        ? Stream.empty()
        : Stream.of(EventEntry.UNTIL.name() + ": " + Units.formatTime(event.untilPs()));
    return Stream.concat(Stream.of(entries), end).toList();
  }

  private Stream<EventEntry> required() {
    return Stream.concat(Stream.of(EventEntry.AT, place, EventEntry.STATE), requires.stream());
  }

  /** All entries that the state accepts. */
  List<EventEntry> entries() {
    return Stream.concat(required(), allows.stream()).toList();
  }

  /** The names of entries that it must have, when and where among them. */
  List<String> requiredNames() {
    return required().map(EventEntry::name).toList();
  }

  /** Returns the list of its entries, for messages. */
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

  /** The entry of an event of this type, as scenarios write it. */
  List<String> written(FabricEvent event) {
    return write.apply(type.cast(event));
  }

  /** Returns the effect of an event of this type on its place. */
  String wordsOf(FabricEvent event) {
    return words.apply(type.cast(event));
  }
}
