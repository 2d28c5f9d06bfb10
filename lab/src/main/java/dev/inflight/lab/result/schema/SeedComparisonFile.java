package dev.inflight.lab.result.schema;

/** What {@code compare --json} prints of experiments over seeds, key by key. */
public final class SeedComparisonFile {
  public static final ResultFile DESCRIPTION = ResultFile.of("compare --json over seeds",
      "What compare --json prints of two experiments or more over two seeds or more. A is the first experiment.",
      """
          sameFlows | flag | | whether the runs of each seed have the same flows
          seeds | list | | those that all experiments have
          seeds[].seed | whole | | one of them
          experiments | list | | runs whose scenarios differ in nothing but the seed, in the order in which they were named
          experiments[].label | text | | A, B, and so on
          experiments[].path | text | | the folder of its first run
          experiments[].runs | whole | | how many runs it has
          experiments[].differences | list | | in what its scenario differs from A's
          experiments[].differences[].what | text | | a key, and how its value differs
          measures | list | | what was measured of each run
          measures[].measure | text | | such as slowdownP99
          measures[].unit | text or none | | its unit
          measures[].meanOfA | decimal | | mean over A's runs
          measures[].others | list | | the other experiments
          measures[].others[].label | text | | B, and so on
          measures[].others[].mean | decimal | | mean over its runs
          measures[].others[].difference | decimal | | mean over seeds of its value less A's
          measures[].others[].low | decimal | | lower end of the difference's 95 % confidence interval
          measures[].others[].high | decimal | | its upper end
          measures[].others[].verdict | text | | lower, higher, equal, or not-told-apart: the interval holds 0
          """);

  private SeedComparisonFile() {
  }
}
