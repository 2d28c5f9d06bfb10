package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All keys of scenarios, in the order of written scenarios and messages. */
public final class ScenarioKeys {
  private static final List<ScenarioKey> DECLARED = with(Catalog.AXES);
  static final List<String> ALL = names(DECLARED);
  /** Places of scenarios. */
  static final Layout.Entries LAYOUT = layout(DECLARED);

  /** Settings of the command line only, because they change no result, by the name that a scenario might use. */
  static final Map<String, String> OPTIONS = Map.of("threads", "the option --threads N sets the number of threads", "mpi",
      "the option --mpi makes it one of several processes", "out", "the option --out DIR sets the folder of results", "pcap",
      "the option --pcap NODE:PORT selects the port to capture");

  private ScenarioKeys() {
  }

  /**
   * Returns all keys, with these axes.
   *
   * @throws IllegalArgumentException if an axis follows a key that does not exist
   */
  static List<ScenarioKey> with(List<Axis<?>> axes) {
    var keys = new ArrayList<ScenarioKey>();
    PlainKeys.ALL.forEach(key -> add(key, axes, keys));
    List<String> names = names(keys);
    for (Axis<?> axis : axes) {
      if (!names.contains(axis.name())) {
        throw new IllegalArgumentException(
            "no key is called " + axis.key().behind() + ", after which " + axis.name() + " would follow");
      }
    }
    return List.copyOf(keys);
  }

  private static void add(ScenarioKey key, List<Axis<?>> axes, List<ScenarioKey> keys) {
    keys.add(key);
    axes.stream().filter(axis -> axis.key().behind().equals(key.name())).forEach(axis -> add(ScenarioKey.of(axis), axes, keys));
  }

  static List<String> names(List<ScenarioKey> keys) {
    return keys.stream().map(ScenarioKey::name).toList();
  }

  private static Layout.Entries layout(List<ScenarioKey> keys) {
    return new Layout.Entries(keys.stream().collect(Collectors.toMap(ScenarioKey::name, ScenarioKey::layout)));
  }

  /** Declarations of all keys. */
  public static List<ScenarioKey> declared() {
    return DECLARED;
  }

  /** Names of all keys. */
  public static List<String> all() {
    return ALL;
  }

  /** Settings of the command line only, with their options. */
  public static Map<String, String> options() {
    return OPTIONS;
  }

  /** All keys that the command line can set, including inner ones such as {@code acks.every}. */
  public static List<String> settable() {
    return DECLARED.stream().flatMap(key -> key.settable().stream()).toList();
  }
}
