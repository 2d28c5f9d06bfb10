package dev.inflight.livetools.live;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.net.topology.Topology;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Comparison of a scenario's simulated and live runs, side by side, from their folders. */
final class TwinText {
  private static final int NAME = 12;
  private static final int CELL = 14;

  private TwinText() {
  }

  /** Queue of a switch port in a run. */
  private record Queue(String port, long p95Bytes, long p99Bytes, long maxBytes) {
  }

  /** Table of the comparison. */
  static String of(Path simulated, Path live, Topology topology) {
    SummaryFile first = SummaryFile.read(simulated.resolve(RunFolder.SUMMARY));
    SummaryFile second = SummaryFile.read(live.resolve(RunFolder.SUMMARY));
    Map<String, Queue> queues = queues(simulated, topology);
    Map<String, Queue> liveQueues = queues(live, topology);
    var text = new StringBuilder("\n" + Humanize.left("twin", NAME) + cells("simulated", "live", "live/sim."));
    row(text, ComparedValue.GOODPUT.how().title(), value(first, ComparedValue.GOODPUT), value(second, ComparedValue.GOODPUT),
        rate -> Humanize.rate(Math.round(rate)));
    row(text, "last flow", value(first, "fctSeconds.max"), value(second, "fctSeconds.max"),
        seconds -> Humanize.time(Math.round(seconds * 1e12)));
    row(text, "slowdown p50", value(first, "slowdown.p50"), value(second, "slowdown.p50"),
        slowdown -> Humanize.decimal(slowdown, 2));
    queues.values().stream().filter(queue -> queue.maxBytes > 0)
        .max(Comparator.comparingLong(Queue::p95Bytes).thenComparingLong(Queue::maxBytes)).ifPresent(longest -> {
          Queue other = liveQueues.getOrDefault(longest.port, new Queue("", 0, 0, 0));
          row(text, "queue p95", longest.p95Bytes, other.p95Bytes, bytes -> Humanize.bytes(Math.round(bytes)));
          row(text, "queue p99", longest.p99Bytes, other.p99Bytes, bytes -> Humanize.bytes(Math.round(bytes)));
          row(text, "queue max", longest.maxBytes, other.maxBytes, bytes -> Humanize.bytes(Math.round(bytes)));
          text.append(" ".repeat(NAME)).append("  the queue is that of ").append(longest.port).append('\n');
        });
    count(text, PortValue.ECN_MARKS.total(), first, second);
    count(text, ComparedValue.DROPS, first, second);
    return text.toString();
  }

  private static void count(StringBuilder text, Measure measure, SummaryFile simulated, SummaryFile live) {
    Measure.Compared how = measure.compared();
    row(text, how == null ? measure.key() : how.title(), value(simulated, measure.key()), value(live, measure.key()),
        count -> Humanize.count(Math.round(count)));
  }

  private interface Shown {
    String of(double value);
  }

  private static void row(StringBuilder text, String name, double simulated, double live, Shown shown) {
    String ratio = simulated == 0 || Double.isNaN(live / simulated) ? "-" : Humanize.decimal(live / simulated, 3);
    text.append(Humanize.left(name, NAME))
        .append(cells(Double.isNaN(simulated) ? "-" : shown.of(simulated), Double.isNaN(live) ? "-" : shown.of(live), ratio));
  }

  private static String cells(String... cells) {
    var line = new StringBuilder();
    for (String cell : cells) {
      line.append(Humanize.right(cell, CELL));
    }
    return line.append('\n').toString();
  }

  private static double value(SummaryFile summary, String key) {
    Double value = summary.decimal(key);
    return value == null ? Double.NaN : value;
  }

  private static double value(SummaryFile summary, ComparedValue which) {
    Double value = which.value().apply(summary::decimal);
    return value == null ? Double.NaN : value;
  }

  private static Map<String, Queue> queues(Path run, Topology topology) {
    List<String> lines = InputText.read(run.resolve("queues.csv")).lines();
    List<String> names = Arrays.asList(lines.getFirst().split(","));
    var queues = new HashMap<String, Queue>();
    for (String line : lines.subList(1, lines.size())) {
      if (!line.isBlank()) {
        String[] cells = line.split(",");
        String port = topology.portName(whole(cells, names, "node"), whole(cells, names, "port"), whole(cells, names, "peer"));
        queues.put(port, new Queue(port, bytes(cells, names, "p95_bytes"), bytes(cells, names, "p99_bytes"),
            bytes(cells, names, "max_bytes")));
      }
    }
    return queues;
  }

  private static int whole(String[] cells, List<String> names, String column) {
    return Integer.parseInt(cells[names.indexOf(column)]);
  }

  private static long bytes(String[] cells, List<String> names, String column) {
    String cell = cells[names.indexOf(column)];
    return cell.isEmpty() ? 0 : Long.parseLong(cell);
  }
}
