package dev.inflight.lab.result.schema;

/** Keys of the file that {@code --verify} writes in the folder of the full and the fast runs that it compares. */
public final class VerificationFile {
  public static final ResultFile DESCRIPTION = ResultFile.of("verify.json",
      "Differences of fast runs from full runs of the same scenario, by --verify. Times are of flows that all runs finished.",
      """
          met | flag | | whether all differences are allowed
          pairs | list | | full and fast runs of one scenario each, in the order of the points
          pairs[].name | text | | the difference of its scenario from the others of a sweep; empty for a single one
          pairs[].met | flag | | whether all its differences are allowed
          pairs[].error | decimal | | the requested bound of the relative error
          pairs[].estimatedError | decimal | | the largest error that a fast run estimates
          pairs[].runs | list | | the runs, members of ensembles in order
          pairs[].runs[].full | text | | folder of a full run
          pairs[].runs[].fast | text | | folder of the fast run of the same member
          pairs[].measures | list | | measured values of each run
          pairs[].measures[].measure | text | | such as endSeconds, jobSeconds (the longest job), fctMeanSeconds, goodputBitsPerSec
          pairs[].measures[].unit | text or none | | its unit
          pairs[].measures[].full | decimal or none | | mean of the full runs with a value; none without any
          pairs[].measures[].fast | decimal or none | | mean of the fast runs with a value; none without any, such as for an unfinished job
          pairs[].measures[].difference | decimal or none | | fast over full, less 1; none if full is 0 and fast is not, or if one is none
          pairs[].measures[].allowed | decimal or none | | the largest allowed difference; none: not judged
          pairs[].measures[].met | flag | | whether the difference is allowed, or not judged
          pairs[].measures[].fullCv | decimal or none | | coefficient of variation over the full runs; none of one run
          pairs[].measures[].fastCv | decimal or none | | coefficient of variation over the fast runs; none of one run
          pairs[].flows | object | | completion times of each flow, fast against full
          pairs[].flows.common | whole | | flows that all runs finished
          pairs[].flows.leftOut | whole | | flows that only some runs finished
          pairs[].flows.onlyFull | whole | | of these, flows that full runs finished and fast ones did not, beyond chance
          pairs[].flows.onlyFast | whole | | of these, flows that fast runs finished and full ones did not
          pairs[].flows.differenceMean | decimal | | mean over flows of the difference of a flow's mean times, without sign
          pairs[].flows.differenceMax | decimal | | the largest
          pairs[].flows.furthest | text | | the number of the flow with the largest difference
          pairs[].flows.zRms | decimal or none | | root mean square over flows of the difference over its standard error; none of one run each
          pairs[].flows.met | flag | | whether onlyFull and onlyFast are 0, and zRms at most 1.3, or not judged: of less than 8 runs each
          pairs[].flows.fullCv | decimal or none | | mean over flows of the coefficient of variation in full runs; none of one run
          pairs[].flows.fastCv | decimal or none | | the same of the fast runs
          pairs[].portBytesDifference | decimal | | sum of the absolute differences of ports' bytes, over all bytes of the full runs
          pairs[].cost | object | | cost of all full runs and of all fast runs
          pairs[].cost.fullPacketHops | decimal | | packets times cables crossed in the full runs
          pairs[].cost.fastPacketHops | decimal | | packets times cables crossed that the fast runs simulated
          pairs[].cost.fullWallSeconds | decimal | s | wall time of the full runs
          pairs[].cost.fastWallSeconds | decimal | s | wall time of the fast runs
          """);

  private VerificationFile() {
  }
}
