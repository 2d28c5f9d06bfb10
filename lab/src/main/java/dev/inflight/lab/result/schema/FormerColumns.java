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
 * Columns and tables that had another name in results of earlier versions: some former names are reserved words of SQL, which a query would have to
 * quote, others were not the field's. Tables with the former names are still read.
 */
public final class FormerColumns {
  /** Present name of each former one, by table. */
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
   * Today's name of a column.
   *
   * @param file the file's name, such as {@code flows.csv}
   * @param column the name in its first line
   * @return the same name where it was never another one
   */
  public static String today(String file, String column) {
    return COLUMNS.getOrDefault(file.replace(".csv", ""), Map.of()).getOrDefault(column, column);
  }

  /** The first line of a file of text with today's names. */
  public static String header(String file, String line) {
    return Arrays.stream(line.split(",", -1)).map(column -> today(file, column)).collect(Collectors.joining(","));
  }

  /**
   * Returns hints about former names in a query that failed.
   *
   * @param words the words of the query, in small letters
   * @param isUnknown returns true if the error is about this word
   * @return a sentence without a full stop for each
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
