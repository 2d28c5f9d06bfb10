package dev.inflight.lab.result.schema;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.measure.Measure.Compared;
import dev.inflight.net.measure.MeasureUnit;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.Rate;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.record.BulkHistory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Value of whole runs for comparisons of runs, of seeds, and in reports.
 *
 * @param key name in JSON
 * @param unit unit of the value
 * @param how presentation in comparisons
 * @param value computes the value from a run's summary values, which are null if unknown, in seconds if the unit is ps
 */
public record ComparedValue(String key, MeasureUnit unit, Compared how,
    Function<Function<String, @Nullable Double>, @Nullable Double> value) {
  /** Packets that switch buffers did not admit. */
  public static final Measure DROPS = Measure.count("drops", "packets that a switch did not admit to its buffer")
      .compared("drops", "packets that a switch did not admit to its buffer");

  /** Delivered bits without repetitions, per simulated time. */
  public static final ComparedValue GOODPUT = new ComparedValue("goodputBitsPerSec", MeasureUnit.BITS_PER_SEC,
      new Compared("goodput", "application bits delivered, over the simulated time", true, true), ComparedValue::goodput);

  /** Key of the bulk time in summaries. */
  public static final String BULK_SECONDS = "bulkSeconds";

  /** 95 % of the delivered bits, per time until their delivery, which excludes the effect of a few long flows. */
  public static final ComparedValue BULK_GOODPUT = new ComparedValue("bulkGoodputBitsPerSec", MeasureUnit.BITS_PER_SEC,
      new Compared("bulk goodput", "95 % of the application bits delivered, over the time until then", true, true),
      ComparedValue::bulkGoodput);

  /** Order in older files and tables; other values follow in the order of their declarations. */
  private static final List<String> FIRST = List.of("pfcPauses", "pfcPauseSeconds", "drops", "trimmed", "retransmittedBytes",
      "ecnMarks");

  /** All values in the order of files and tables. */
  public static final List<ComparedValue> ALL = Stream
      .concat(measures().flatMap(measure -> of(measure).stream()).sorted(ComparedValue::compareByPlace),
          Stream.of(GOODPUT, BULK_GOODPUT))
      .toList();

  /** Method rather than a Comparator, because the start-up cache lacks the classes that Comparator generates. */
  private static int compareByPlace(ComparedValue one, ComparedValue other) {
    return Integer.compare(one.place(), other.place());
  }

  private static Stream<Measure> measures() {
    return Stream.of(HostCounters.Counter.ALL.stream().map(HostCounters.Counter::measure),
        Arrays.stream(SwitchValue.values()).map(SwitchValue::total), Arrays.stream(PortValue.values()).map(PortValue::total),
        Stream.of(DROPS)).flatMap(all -> all);
  }

  private static List<ComparedValue> of(Measure measure) {
    Compared how = measure.compared();
    String key = measure.key();
    return how == null ? List.of() : List.of(new ComparedValue(key, measure.unit(), how, summary -> summary.apply(key)));
  }

  private int place() {
    int at = FIRST.indexOf(key);
    return at < 0 ? FIRST.size() : at;
  }

  private static @Nullable Double goodput(Function<String, @Nullable Double> summary) {
    return rate(summary, 1, "simulatedSeconds");
  }

  private static @Nullable Double bulkGoodput(Function<String, @Nullable Double> summary) {
    return rate(summary, BulkHistory.SHARE, BULK_SECONDS);
  }

  private static @Nullable Double rate(Function<String, @Nullable Double> summary, double share, String time) {
    Double bytes = summary.apply("deliveredBytes");
    Double seconds = summary.apply(time);
    return bytes == null || seconds == null || seconds == 0 ? null : Rate.overSeconds(share * bytes, seconds);
  }

  /** Reports whether the values are integers. */
  public boolean isWhole() {
    return unit == MeasureUnit.COUNT || unit == MeasureUnit.BYTES;
  }

  /** Unit of the values in JSON; empty for a count. */
  public String unitText() {
    return switch (unit) {
      case COUNT, SHARE_OF_TIME, SHARE_OF_BULK_TIME -> "";
      case BYTES, BYTES_OR_NONE -> "B";
      case PICOSECONDS -> "s";
      case BITS_PER_SEC -> "bit/s";
    };
  }

  /** Line in the description of a comparison. */
  String line() {
    return "runs[]." + key + " | " + (isWhole() ? "whole" : "decimal") + " or none | " + unitText() + " | " + how.meaning()
        + "\n";
  }
}
