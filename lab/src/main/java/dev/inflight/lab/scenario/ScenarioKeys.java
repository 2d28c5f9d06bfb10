package dev.inflight.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of a scenario, in the order in which messages name them. */
public final class ScenarioKeys {
  static final List<String> ACKS = List.of("every", "delay", "ignorePause");
  static final List<String> CLASS = List.of("name", "scheme", "telemetry", "group", "flows");
  static final List<String> SAMPLE = List.of("from", "until", "every");

  /** All but the axes, which say for themselves where they stand. */
  private static final List<String> PLAIN = List.of("name", "seed", "until", "payload", "buffer", "framing", "clock", "ties",
      "pfc",
      "egressAlpha", "trim", "ecn", "acks", "retransmitTimeout", "paced", "globalBaseRtt", "sealTelemetry", "lossRate", "sample",
      "series", "tables", "events", Scenario.CLASSES);

  static final List<String> ALL = with(Catalog.AXES);

  /** What is said on the command line only, as it changes no result. */
  static final Map<String, String> OPTIONS = Map.of("threads", "the option --threads N says on how many threads it runs",
      "mpi", "the option --mpi makes it one of several processes", "out", "the option --out DIR says where results go",
      "pcap", "the option --pcap NODE:PORT says what to capture");

  private ScenarioKeys() {
  }

  /**
   * All keys, given these axes.
   *
   * @throws IllegalArgumentException when an axis stands behind a key that there is not
   */
  static List<String> with(List<Axis<?>> axes) {
    var keys = new ArrayList<String>();
    PLAIN.forEach(key -> add(key, axes, keys));
    for (Axis<?> axis : axes) {
      if (!keys.contains(axis.name())) {
        throw new IllegalArgumentException(
            "no key is called " + axis.key().behind() + ", behind which " + axis.name() + " would stand");
      }
    }
    return List.copyOf(keys);
  }

  private static void add(String key, List<Axis<?>> axes, List<String> keys) {
    keys.add(key);
    axes.stream().filter(axis -> axis.key().behind().equals(key)).forEach(axis -> add(axis.name(), axes, keys));
  }

  /** All keys. */
  public static List<String> all() {
    return ALL;
  }

  /** What is said on the command line only, and how. */
  public static Map<String, String> options() {
    return OPTIONS;
  }

  /** The entries of a key that has some, such as {@code acks}. */
  public static List<String> within(String key) {
    return switch (key) {
      case "acks" -> ACKS;
      case "sample" -> SAMPLE;
      case "series" -> SeriesText.KEYS;
      default -> List.of();
    };
  }

  /** All keys that the command line can set, those within others as {@code acks.every}. */
  public static List<String> settable() {
    return ALL.stream().flatMap(key -> switch (key) {
      case "acks" -> within(key, ACKS);
      case "sample" -> within(key, SAMPLE);
      case "series" -> within(key, SeriesText.KEYS);
      default -> Stream.of(key);
    }).toList();
  }

  private static Stream<String> within(String key, List<String> keys) {
    return Stream.concat(Stream.of(key), keys.stream().map(inner -> key + "." + inner));
  }
}
