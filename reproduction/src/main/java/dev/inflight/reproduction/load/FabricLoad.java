package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Counters of a run's switches and ports. */
final class FabricLoad {
  private static final double PERCENT = 100;
  private static final double NS_PER_S = 1e9;
  private static final double BYTES_PER_KB = 1e3;

  private final Path run;
  private final Map<?, ?> summary;

  private FabricLoad(Path run, Map<?, ?> summary) {
    this.run = run;
    this.summary = summary;
  }

  /** Reads the counters of a run's folder. */
  static FabricLoad read(Path run) {
    var json = new Load(LoadSettings.builder().build()); // JSON is YAML
    return new FabricLoad(run, (Map<?, ?>) json.loadFromString(text(run.resolve("summary.json"))));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** A number of {@code summary.json}; NaN if it is missing. */
  double number(String key) {
    return summary.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** A percentile of all switch ports' queues, such as {@code p95}, in KB. */
  double queueKb(String percentile) {
    return summary.get("queueBytes") instanceof Map<?, ?> queue && queue.get(percentile) instanceof Number bytes
        ? bytes.doubleValue() / BYTES_PER_KB
        : Double.NaN;
  }

  /** A percentile of queues at switch ports of one rate, such as {@code p95}, in KB: the mean of the ports' percentiles. */
  double queueKb(String percentile, long rateBitsPerSec) {
    Table ports = Table.read(run.resolve("queues.csv")).where("rate_bps", rateBitsPerSec);
    return Arrays.stream(ports.column(percentile + "_bytes")).average().orElse(Double.NaN) / BYTES_PER_KB;
  }

  /** Mean share of time for which PFC paused the ports, in percent. */
  double pausedPercent() {
    double[] pausedNs = Table.read(run.resolve("ports.csv")).column("paused_ns");
    return PERCENT * Arrays.stream(pausedNs).sum() / NS_PER_S / number("simulatedSeconds") / pausedNs.length;
  }
}
