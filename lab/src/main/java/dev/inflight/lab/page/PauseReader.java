package dev.inflight.lab.page;

import dev.inflight.lab.page.PauseTree.OfRun;
import dev.inflight.lab.page.PauseTree.Pause;
import dev.inflight.lab.page.PauseTree.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads how far pauses of a run spread from its tables. */
public final class PauseReader {
  private PauseReader() {
  }

  /**
   * How far pauses spread.
   *
   * @param depths how many pauses there are so many hops from where they began, one hop first
   * @param suppressedShares of the pauses that nothing else caused, what each suppressed of all hosts' rates; rising
   */
  public record Reach(int[] depths, double[] suppressedShares) {
  }

  /** The reach of the pauses in a run's folder. */
  public static Reach reach(Path run) {
    Map<String, Port> ports = new HashMap<>();
    double hostsBitsPerSec = 0;
    List<Map<String, String>> rows = rows(run.resolve("ports.csv"));
    for (Map<String, String> row : rows) {
      double rate = row.getOrDefault("kind", "").equals("host") ? Double.parseDouble(row.getOrDefault("rate_bps", "")) : 0;
      hostsBitsPerSec += rate;
      ports.put(place(row), new Port(number(row, "node"), number(row, "port"), 0, number(row, "peer"), rate));
    }
    Map<Port, List<Pause>> pauses = new LinkedHashMap<>();
    Map<Port, Double> open = new LinkedHashMap<>();
    double lastNs = 0;
    for (Map<String, String> row : rows(run.resolve("pauses.csv"))) {
      Port of = ports.get(place(row));
      if (of == null) {
        throw new IllegalArgumentException(run + " has pauses of a port that it does not have");
      }
      var port = new Port(of.node(), of.number(), number(row, "priority"), of.by(), of.hostBitsPerSec());
      lastNs = Double.parseDouble(row.getOrDefault("time_ns", ""));
      if (row.getOrDefault("state", "").equals("pause")) {
        open.putIfAbsent(port, lastNs);
      } else {
        end(pauses, port, open.remove(port), lastNs);
      }
    }
    for (Map.Entry<Port, Double> lasting : open.entrySet()) {
      end(pauses, lasting.getKey(), lasting.getValue(), lastNs);
    }
    var spread = new PauseSpread(new OfRun("", pauses));
    double all = hostsBitsPerSec;
    return new Reach(spread.depths(), Arrays.stream(spread.suppressedBitsPerSec()).map(rate -> rate / all).toArray());
  }

  private static void end(Map<Port, List<Pause>> pauses, Port port, @org.jspecify.annotations.Nullable Double sinceNs,
      double toNs) {
    if (sinceNs != null) {
      pauses.computeIfAbsent(port, key -> new ArrayList<>()).add(new Pause(port, sinceNs, toNs));
    }
  }

  private static String place(Map<String, String> row) {
    return row.get("node") + " " + row.get("port");
  }

  private static long number(Map<String, String> row, String column) {
    return Long.parseLong(row.getOrDefault(column, ""));
  }

  private static List<Map<String, String>> rows(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
    String[] names = lines.getFirst().split(",");
    var rows = new ArrayList<Map<String, String>>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      var row = new HashMap<String, String>();
      for (int at = 0; at < names.length; at++) {
        row.put(names[at], cells[at]);
      }
      rows.add(row);
    }
    return rows;
  }
}
