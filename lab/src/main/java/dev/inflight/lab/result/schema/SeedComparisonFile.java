package dev.inflight.lab.result.schema;

/** Keys that {@code compare --json} prints for experiments over seeds. */
public final class SeedComparisonFile {
  private static final String MEASURE = """
      PREFIXmeasures[].measure | text | | such as NAME
      PREFIXmeasures[].unit | text or none | | its unit
      PREFIXmeasures[].others | list | | the other experiments
      PREFIXmeasures[].others[].label | text | | B, and so on
      PREFIXmeasures[].others[].meanOfA | decimal | | mean over the runs of A, of the flows that both have, or of all flows where a note says so
      PREFIXmeasures[].others[].mean | decimal | | mean over its runs
      PREFIXmeasures[].others[].difference | decimal | | mean over seeds, or over the members of one, of its value less A's
      PREFIXmeasures[].others[].low | decimal | | lower end of the difference's 95 % confidence interval
      PREFIXmeasures[].others[].high | decimal | | its upper end
      PREFIXmeasures[].others[].ratio | decimal or none | | geometric mean likewise of its value by A's; none where a value is 0
      PREFIXmeasures[].others[].ratioLow | decimal or none | | lower end of the ratio's 95 % confidence interval, above 0
      PREFIXmeasures[].others[].ratioHigh | decimal or none | | its upper end; none of a ratio, or of an end that is too large for a number
      PREFIXmeasures[].others[].verdict | text | | lower, higher, equal, or not-significant: the ratio's interval contains 1, or without a ratio the difference's contains 0
      """;

  public static final ResultFile DESCRIPTION = ResultFile.of("compare --json over seeds",
      "Output of compare --json for two or more experiments with two or more seeds or members. A is the first experiment.",
      """
          sameFlows | flag | | whether the runs of each seed and member have the same flows
          seeds | list | | seeds and members that all experiments have
          seeds[].seed | whole | | one of them
          seeds[].member | whole from 0 to 9999 | | with it, the member of an ensemble; 0 without one
          experiments | list | | runs with scenarios that differ only in the seed and the member, in the order of the command line
          experiments[].label | text | | A, B, and so on
          experiments[].name | text | | its letter, and the difference of its scenario from the others, such as B dcqcn
          experiments[].path | text | | the folder of its first run
          experiments[].runs | whole | | number of its runs
          experiments[].differences | list | | differences of its scenario from A's
          experiments[].differences[].what | text | | a key, and both values
          measures | list | | measured values of each run
          """ + MEASURE.replace("PREFIX", "").replace("NAME", "slowdownP99")
          + """
              notes | list | | comparisons that are not flow by flow, or left out, with the reason
              notes[].label | text | | the experiment that is compared with A
              notes[].note | text | | a sentence
              slowdowns | list | | slowdowns of the flows of all seeds and members together
              slowdowns[].by | text | | all, size, class, job or destination-port; left out if all flows are the same
              slowdowns[].name | text | | all, the sizes, the class or the job (empty for flows of none), or the port
              slowdowns[].flows | whole | | number of flows
              slowdowns[].experiments | list | | all experiments
              slowdowns[].experiments[].label | text | | A, B, and so on
              slowdowns[].experiments[].p50 | decimal | | median slowdown
              slowdowns[].experiments[].p95 | decimal | | 95th percentile
              slowdowns[].experiments[].p99 | decimal | | 99th percentile
              slowdowns[].experiments[].max | decimal | | the largest
              targets | list | | targets of the runs
              targets[].target | text | | as it was written
              targets[].experiments | list | | all experiments
              targets[].experiments[].label | text | | A, B, and so on
              targets[].experiments[].runs | whole | | runs with the target
              targets[].experiments[].met | whole | | runs that meet it
              jobs | list | | jobs that all runs have, with as many ranks and operations
              jobs[].name | text | | its name
              jobs[].ranks | whole | | number of ranks
              jobs[].measures | list | | measured values: seconds, exposedShare, busBitsPerSecond, and of each kind of collectives the mean time of one, such as all-reduce.meanSeconds; a measure that a run does not have is left out
              """
          + MEASURE.replace("PREFIX", "jobs[].").replace("NAME", "seconds"));

  private SeedComparisonFile() {
  }
}
