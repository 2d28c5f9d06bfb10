package dev.inflight.lab.result.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Columns and tables with other names in earlier versions: reserved words of SQL, which queries would have to quote, and terms
 * that were not the field's. Tables with former names are still valid.
 */
public final class FormerColumns {
  /** Current names by former name, for each table. */
  private static final Map<String, Map<String, String>> COLUMNS = Map.of(
      "runs",
      Map.ofEntries(Map.entry("carrier", "telemetryPackets"), Map.entry("reports", "feedback"),
          Map.entry("answers", "switchFeedback"), Map.entry("trust", "feedbackValidation"),
          Map.entry("sealtelemetry", "authenticateFeedback"), Map.entry("liars", "misreportingFlows"),
          Map.entry("windows", "syncWindows"), Map.entry("windowstold", "windowUpdates, of credit creditGrants,"),
          Map.entry("windowstoldpersecond", "windowUpdatesPerSecond, of credit creditGrantsPerSecond,"),
          Map.entry("headersdelivered", "telemetryReceived"), Map.entry("headersreplaced", "telemetryOverwritten"),
          Map.entry("ackscutoff", "telemetryTruncated")),
      "flows", Map.of("group", "priority", "priority_group", "priority", "standalone_ns", "ideal_fct_ns"), "pauses",
      Map.of("group", "priority", "priority_group", "priority"), "ports",
      Map.of("utilisation", "utilization", "bulk_utilisation", "bulk_utilization"), "drops", Map.of("why", "reason"), "stalled",
      Map.of("where", "place", "why", "detail"));
  private static final Map<String, String> TABLES = Map.of("links", "ports", "pfc", "pauses");

  private FormerColumns() {
  }

  /**
   * Returns the current name of a column.
   *
   * @param file the file's name, such as {@code flows.csv}
   * @param column the name in its first line
   * @return the same name if it has not changed
   */
  public static String today(String file, String column) {
    return COLUMNS.getOrDefault(file.replace(".csv", ""), Map.of()).getOrDefault(column, column);
  }

  /** Returns the first line of a text file with current names. */
  public static String header(String file, String line) {
    return Arrays.stream(line.split(",", -1)).map(column -> today(file, column)).collect(Collectors.joining(","));
  }

  /**
   * Returns hints about former names in a failed query.
   *
   * @param words words of the query in lower case
   * @param isUnknown returns true if the error is about this word
   * @return sentences without full stops
   */
  public static List<String> hints(Set<String> words, Predicate<String> isUnknown) {
    var hints = new ArrayList<String>();
    new TreeMap<>(TABLES).forEach((former, today) -> {
      if (words.contains(former) && isUnknown.test(former)) {
        hints.add("'" + former + "' is the table " + today + " today");
      }
    });
    new TreeMap<>(COLUMNS).forEach((table, columns) -> new TreeMap<>(columns).forEach((former, today) -> {
      if (words.contains(table) && words.contains(former) && isUnknown.test(former)) {
        hints.add("'" + former + "' of " + table + " is " + today + " today");
      }
    }));
    return hints;
  }
}
