package dev.inflight.lab.result.schema;

/** Keys of the file in an ensemble's folder, in addition to its members' runs. */
public final class EnsembleFile {
  public static final ResultFile DESCRIPTION = ResultFile.of("ensemble.json",
      "Spread of the members of a folder's ensembles. Completion times are of flows that all members finished.",
      """
          ensembles | list | | runs that differ only in the member, in the order of the points
          ensembles[].name | text | | the difference of its scenario from the others, such as dcqcn; empty for a single one
          ensembles[].seed | whole | | the seed of all members
          ensembles[].members | list | | its members
          ensembles[].members[].member | whole from 0 to 9999 | | the number; member 0 has unchanged cables
          ensembles[].members[].run | text | | the folder of its run
          ensembles[].measures | list | | measured values of each member
          ensembles[].measures[].measure | text | | such as endSeconds, jobSeconds (the longest job), fctP99Seconds
          ensembles[].measures[].unit | text or none | | its unit
          ensembles[].measures[].mean | decimal | | mean over the members
          ensembles[].measures[].cv | decimal | | coefficient of variation: the standard deviation over the mean
          ensembles[].measures[].least | decimal | | smallest value of a member
          ensembles[].measures[].most | decimal | | largest value of a member
          ensembles[].flows | object | | difference of the completion times of a flow in two members, relative to the flow's mean over the members
          ensembles[].flows.common | whole | | flows that all members finished
          ensembles[].flows.leftOut | whole | | flows that only some members finished
          ensembles[].flows.differenceMean | decimal | | mean over flows and pairs of members
          ensembles[].flows.differenceRms | decimal | | root mean square likewise
          ensembles[].flows.differenceMax | decimal | | the largest
          ensembles[].flows.furthest | text | | the number of the flow with the largest difference
          ensembles[].flows.cvMean | decimal | | mean over flows of the coefficient of variation of a flow's time
          ensembles[].flows.cvMax | decimal | | the largest of these
          """);

  private EnsembleFile() {
  }
}
