package dev.inflight.net.measure;

import org.jspecify.annotations.Nullable;

/**
 * The total of a value that a run counts, declared once, next to the code that counts it. The summary of a run, its description,
 * comparisons of runs and reports read this declaration.
 *
 * @param key its name in the summary of a run; empty if the summary does not have it
 * @param unit unit of the counted value
 * @param adding way to combine the values of parts, ports and processes
 * @param meaning meaning of the value, for documentation
 * @param behind the key that the summary has directly before it; empty: that of the measure declared before it
 * @param compared place in comparisons of runs; null if they do not have it
 */
public record Measure(String key, MeasureUnit unit, Adding adding, String meaning, String behind, @Nullable Compared compared) {
  /**
   * Presentation of a measure in comparisons of runs.
   *
   * @param title its name in tables
   * @param meaning meaning of the value, for documentation
   * @param overSeeds true if comparisons of experiments over several seeds have it too
   * @param evenIfZero true if tables have it even if it is 0 in all runs
   */
  public record Compared(String title, String meaning, boolean overSeeds, boolean evenIfZero) {
  }

  /** Makes a count; combined by addition. */
  public static Measure count(String key, String meaning) {
    return of(key, MeasureUnit.COUNT, meaning);
  }

  /** A number of bytes; added up. */
  public static Measure bytes(String key, String meaning) {
    return of(key, MeasureUnit.BYTES, meaning);
  }

  /** Makes a time in picoseconds, which the summary has in seconds; combined by addition. */
  public static Measure time(String key, String meaning) {
    return of(key, MeasureUnit.PICOSECONDS, meaning);
  }

  /** Makes a measure that the summary does not have; combined by addition. */
  public static Measure internal() {
    return of("", MeasureUnit.COUNT, "");
  }

  private static Measure of(String key, MeasureUnit unit, String meaning) {
    return new Measure(key, unit, Adding.SUM, meaning, "", null);
  }

  /** Returns this measure with the largest value as the total. */
  public Measure most() {
    return new Measure(key, unit, Adding.MOST, meaning, behind, compared);
  }

  /** Returns this measure with a place directly behind another key of the summary. */
  public Measure behind(String other) {
    return new Measure(key, unit, adding, meaning, other, compared);
  }

  /** Returns this measure with a place in all comparisons of runs. */
  public Measure compared(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, true, true));
  }

  /** Returns this measure with a place in comparisons of single runs, but not of experiments over seeds. */
  public Measure comparedInRuns(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, false, true));
  }

  /** Returns this measure with a place in comparisons of single runs unless it is 0 in all of them. */
  public Measure comparedIfAny(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, false, false));
  }

  private Measure with(Compared by) {
    return new Measure(key, unit, adding, meaning, behind, by);
  }

  /** True if the summary has it. */
  public boolean isInSummary() {
    return !key.isEmpty();
  }
}
