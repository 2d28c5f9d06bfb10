package dev.inflight.lab.result.targets;

import dev.inflight.lab.result.schema.JsonOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a target.
 *
 * @param text the target as written
 * @param value the run's value in the unit; null without a value, for instance if no flow has finished
 * @param bound the bound in the unit
 * @param unit such as {@code s}; empty for counts and ratios
 * @param shown the value as printed
 * @param met true if the value meets the target; an absent value does not
 */
public record TargetResult(String text, @Nullable Double value, double bound, String unit, String shown, boolean met) {
  /** List of {@code summary.json}. */
  public static final String LIST = "targets";

  /** Keys of the list, in the notation of file descriptions. */
  public static final String KEYS = """
      targets | list | | targets of the scenario and of --fail-on; no such key without targets
      targets[].target | text | | as it was written
      targets[].value | decimal or none | | value of the run, in the unit; none without a value, such as without finished flows
      targets[].bound | decimal | | the bound, in the unit
      targets[].unit | text or none | | s, B, bit/s or 1/s; none of counts, ratios and shares
      targets[].shown | text | | the value as the screen shows it
      targets[].met | flag | | whether the value meets the target
      """;

  /** Writes the list. */
  public static void write(JsonOut json, List<TargetResult> results) {
    json.list(LIST);
    for (TargetResult one : results) {
      json.item().text("target", one.text).decimal("value", one.value).decimal("bound", one.bound)
          .text("unit", one.unit.isEmpty() ? null : one.unit).text("shown", one.shown).flag("met", one.met).end();
    }
    json.end();
  }

  /** Name of the result in tables: met, or MISSED. */
  public String verdict() {
    return met ? "met" : "MISSED";
  }
}
