package dev.inflight.reproduction.figure;

import dev.inflight.plot.Chart;
import java.util.List;

/** One of the paper's figures as an experiment: its runs, claims about them, and its picture. */
public abstract class Figure {
  private final String name;
  private final List<String> otherParts;
  private final String title;
  private final List<String> scenarios;

  /**
   * Creates a figure.
   *
   * @param name name such as {@code fig13}; that of the first part when it has parts, as in {@code fig09a}
   * @param otherParts other parts that it shows, such as {@code fig09b}
   * @param title subject of the figure
   * @param scenarios scenarios of the runs that it shows; each run's folder has its scenario's name
   */
  protected Figure(String name, List<String> otherParts, String title, List<String> scenarios) {
    this.name = name;
    this.otherParts = otherParts;
    this.title = title;
    this.scenarios = scenarios;
  }

  public final String name() {
    return name;
  }

  public final List<String> otherParts() {
    return otherParts;
  }

  public final String title() {
    return title;
  }

  public final List<String> scenarios() {
    return scenarios;
  }

  /** Time in which flows start at full scale, in simulated ms; 0 if the scenarios fix it. */
  public double fullMs() {
    return 0;
  }

  /** Share of {@link #fullMs} that is enough for a quick look, above 0 to 1. */
  public double quickShare() {
    return 1;
  }

  /**
   * Returns the runs that the figure shows.
   *
   * @param share share of {@link #fullMs} in which flows start, above 0 to 1
   */
  public List<Variant> variants(double share) {
    return scenarios.stream().map(scenario -> new Variant(scenario, scenario, List.of())).toList();
  }

  /** Returns the paper's claims about the figure, with the values of the runs. */
  public abstract List<Claim> claims(Results results);

  /**
   * Returns the measurements of each run as a table with a first row of column names; an empty table if claims cover all
   * measurements. A dash replaces a number with too few flows.
   */
  public List<List<String>> runs(Results results) {
    return List.of();
  }

  /** Returns the picture. */
  public abstract Chart chart(Results results);
}
