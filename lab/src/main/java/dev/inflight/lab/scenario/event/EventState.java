package dev.inflight.lab.scenario.event;

import dev.inflight.lab.read.Units;
import dev.inflight.lab.spec.Shape;
import dev.inflight.sim.change.FabricEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A state that an entry of {@code events} may ask for.
 *
 * @param word what follows {@code state}
 * @param place the entry that says where it happens
 * @param meaning what it is, in one sentence without a full stop
 * @param type the event that it makes
 * @param requires what it takes besides when and where
 * @param allows what it may take
 * @param read makes the event
 * @param write gives entries as they are written, without when, where and the state
 * @param words what happens to the place, as in "was down"; times follow
 */
record EventState<E extends FabricEvent>(String word, EventEntry place, String meaning, Class<E> type, List<EventEntry> requires,
    List<EventEntry> allows, Function<EventFields, E> read, Function<E, List<String>> write, Function<E, String> words) {

  /** One without entries of its own. */
  static <E extends FabricEvent> EventState<E> plain(String word, EventEntry place, String meaning, Class<E> type,
      List<EventEntry> allows, Function<EventFields, E> read, String words) {
    return new EventState<>(word, place, meaning, type, List.of(), allows, read, EventState::ending, _ -> words);
  }

  /** What is written of an event: these entries, and when it ends. */
  static List<String> ending(FabricEvent event, String... entries) {
    Stream<String> end = event.untilPs() == FabricEvent.NEVER
        ? Stream.empty()
        : Stream.of(EventEntry.UNTIL.name() + ": " + Units.formatTime(event.untilPs()));
    return Stream.concat(Stream.of(entries), end).toList();
  }

  private Stream<EventEntry> required() {
    return Stream.concat(Stream.of(EventEntry.AT, place, EventEntry.STATE), requires.stream());
  }

  /** All entries that it takes. */
  List<EventEntry> entries() {
    return Stream.concat(required(), allows.stream()).toList();
  }

  /** The names of entries that it must have, when and where among them. */
  List<String> requiredNames() {
    return required().map(EventEntry::name).toList();
  }

  /** What it takes, for messages. */
  String takes() {
    String may = String.join(", ", allows.stream().map(EventEntry::name).toList());
    return "state " + word + " takes " + String.join(", ", requiredNames()) + (may.isEmpty() ? "" : ", and may have " + may);
  }

  /** Its form in the JSON Schema. */
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

  /** What an event of this type does to its place. */
  String wordsOf(FabricEvent event) {
    return words.apply(type.cast(event));
  }
}
