package dev.inflight.lab.result.schema;

import java.util.stream.Collectors;

/** Keys that {@code compare --json} prints. */
public final class ComparisonFile {
  private static final String PERCENTILES = """
      runs[].KEY | object | UNIT | MEANING
      runs[].KEY.p50 | TYPE or none | UNIT | median
      runs[].KEY.p95 | TYPE or none | UNIT | 95th percentile
      runs[].KEY.p99 | TYPE or none | UNIT | 99th percentile
      runs[].KEY.max | TYPE or none | UNIT | the largest
      """;

  public static final ResultFile DESCRIPTION = ResultFile.of("compare --json",
      "A is the first run; common flows are in all runs. An unknown value is null.",
      """
          commonFlows | whole | | flows that all runs have
          sameFlows | flag | | whether all runs have the same flows as A
          runs | list | | the runs in the order in which they were named
          runs[].label | text | | A, B, and so on
          runs[].name | text | | its letter, and the difference of its scenario from the others, such as B dcqcn
          runs[].path | text | | its folder or file, as named
          runs[].state | text | | whole, file (only flows are known), interrupted, incomplete or failed
          runs[].scenario | text or none | | the scenario's name
          runs[].scheme | text or none | | congestion control, with all parameters
          runs[].seed | whole or none | | of every random choice
          runs[].flows | whole or none | | flows of the scenario
          runs[].flowsFinished | whole | | finished flows
          runs[].flowsInA | whole | | finished flows that A also has
          runs[].flowsNotInA | whole | | finished flows that A does not have
          runs[].flowsEqualToA | whole | | flows with A's completion time, to the nanosecond
          runs[].differenceFromA | object | | of completion times, relative, over flows that both have
          runs[].differenceFromA.p50 | decimal or none | | median, without sign
          runs[].differenceFromA.p99 | decimal or none | | 99th percentile, without sign
          runs[].differenceFromA.mean | decimal or none | | mean of time / A's time - 1, with sign
          runs[].differenceFromA.largestSeconds | decimal | s | the largest difference
          runs[].paired | flag | | whether the values below are of flows that A also has; otherwise of all flows of this run, because the runs have few in common
          """
          + percentiles("fctSeconds", "decimal", "s",
              "completion times of the common flows, or of the flows in common with A if not all runs have half of these")
          + percentiles("fctToA", "decimal", "", "the same as ratios to A's")
          + percentiles("slowdown", "decimal", "", "slowdowns of the common flows, relative to A's ideal FCTs")
          + percentiles("slowdownToA", "decimal", "", "the same as ratios to A's")
          + percentiles("queueBytes", "whole", "B", "queues of all switch ports")
          + ComparedValue.ALL.stream().map(ComparedValue::line).collect(Collectors.joining()) + """
              runs[].bySize | list | | slowdowns of the common flows by size, small sizes first
              runs[].bySize[].smallestBytes | whole | B | the smallest flow of the class
              runs[].bySize[].largestBytes | whole | B | the largest flow of the class
              runs[].bySize[].flows | whole | | number of its flows
              runs[].bySize[].p50 | decimal | | median slowdown
              runs[].bySize[].p95 | decimal | | 95th percentile
              runs[].bySize[].p99 | decimal | | 99th percentile
              runs[].bySize[].max | decimal | | the largest
              runs[].byClass | list | | slowdowns of the common flows by class; empty if all are of one class
              runs[].byClass[].name | text | | the class; empty for flows of no class
              runs[].byClass[].flows | whole | | number of its flows
              runs[].byClass[].p50 | decimal | | median slowdown
              runs[].byClass[].p95 | decimal | | 95th percentile
              runs[].byClass[].p99 | decimal | | 99th percentile
              runs[].byClass[].max | decimal | | the largest
              runs[].byJob | list | | the same by job; empty where all are of one, of none, or of more than 12
              runs[].byJob[].name | text | | the job; empty of flows of no job
              runs[].byJob[].flows | whole | | number of its flows
              runs[].byJob[].p50 | decimal | | median slowdown
              runs[].byJob[].p95 | decimal | | 95th percentile
              runs[].byJob[].p99 | decimal | | 99th percentile
              runs[].byJob[].max | decimal | | the largest
              runs[].byDestinationPort | list | | the same by destination port; empty where all are to one, or to more than 12
              runs[].byDestinationPort[].name | text | | the port
              runs[].byDestinationPort[].flows | whole | | number of flows to it
              runs[].byDestinationPort[].p50 | decimal | | median slowdown
              runs[].byDestinationPort[].p95 | decimal | | 95th percentile
              runs[].byDestinationPort[].p99 | decimal | | 99th percentile
              runs[].byDestinationPort[].max | decimal | | the largest
              runs[].targets | list | | its targets
              runs[].targets[].target | text | | as it was written
              runs[].targets[].value | decimal or none | | value of the run, in the unit of summary.json
              runs[].targets[].met | flag | | whether the value meets the target
              runs[].jobs | list | | its jobs, in the scenario's order
              runs[].jobs[].name | text | | its name
              runs[].jobs[].ranks | whole | | number of ranks
              runs[].jobs[].seconds | decimal or none | s | from its start until its last operation ended
              runs[].jobs[].secondsToA | decimal or none | | the same as a ratio to A's; none unless all runs have the same jobs
              runs[].jobs[].exposedShare | decimal or none | | the largest share of a rank's time in which it waited for messages
              runs[].jobs[].busBitsPerSecond | decimal or none | bit/s | median bus bandwidth of its collectives
              runs[].jobs[].busToA | decimal or none | | the same as a ratio to A's; none unless all runs have the same jobs
              """);

  private ComparisonFile() {
  }

  private static String percentiles(String key, String type, String unit, String meaning) {
    return PERCENTILES.replace("KEY", key).replace("TYPE", type).replace("UNIT", unit).replace("MEANING", meaning);
  }
}
