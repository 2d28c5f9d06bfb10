package dev.inflight.net.measure;

import org.jspecify.annotations.Nullable;

/**
 * The total of a value that a run counts, declared once, beside what counts it. The summary of a run, its description, comparisons of runs and reports
 * read this declaration.
 *
 * @param key its name in the summary of a run; empty when the summary does not have it
 * @param unit of the counted value
 * @param adding how values of parts, ports and processes become one
 * @param meaning of the value, for documentation
 * @param behind the key that the summary has directly before it; empty: that of the measure declared before it
 * @param compared how runs are compared by it; null when they are not
 */
public record Measure(String key, MeasureUnit unit, Adding adding, String meaning, String behind, @Nullable Compared compared) {
  /**
   * How a comparison of runs shows a measure.
   *
   * @param title its name in tables
   * @param meaning of the value, for documentation
   * @param overSeeds whether experiments over several seeds are compared by it too
   * @param evenIfZero whether tables have it when it is 0 in all runs
   */
  public record Compared(String title, String meaning, boolean overSeeds, boolean evenIfZero) {
  }

  /** A number of things; added up. */
  public static Measure count(String key, String meaning) {
    return of(key, MeasureUnit.COUNT, meaning);
  }

  /** A number of bytes; added up. */
  public static Measure bytes(String key, String meaning) {
    return of(key, MeasureUnit.BYTES, meaning);
  }

  /** A time in picoseconds, which the summary has in seconds; added up. */
  public static Measure time(String key, String meaning) {
    return of(key, MeasureUnit.PICOSECONDS, meaning);
  }

  /** A value that is counted, but that the summary does not have; added up. */
  public static Measure internal() {
    return of("", MeasureUnit.COUNT, "");
  }

  private static Measure of(String key, MeasureUnit unit, String meaning) {
    return new Measure(key, unit, Adding.SUM, meaning, "", null);
  }

  /** The same, of which the largest value counts. */
  public Measure most() {
    return new Measure(key, unit, Adding.MOST, meaning, behind, compared);
  }

  /** The same, directly behind another key of the summary. */
  public Measure behind(String other) {
    return new Measure(key, unit, adding, meaning, other, compared);
  }

  /** The same, by which runs are compared. */
  public Measure compared(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, true, true));
  }

  /** The same, by which single runs are compared, but not experiments over seeds. */
  public Measure comparedInRuns(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, false, true));
  }

  /** The same, by which single runs are compared where it is not 0 in all of them. */
  public Measure comparedIfAny(String title, String comparedMeaning) {
    return with(new Compared(title, comparedMeaning, false, false));
  }

  private Measure with(Compared by) {
    return new Measure(key, unit, adding, meaning, behind, by);
  }

  /** Whether the summary has it. */
  public boolean isInSummary() {
    return !key.isEmpty();
  }
}
