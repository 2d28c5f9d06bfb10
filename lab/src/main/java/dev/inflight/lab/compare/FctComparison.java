package dev.inflight.lab.compare;

import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.statistics.Quantile;
import java.util.ArrayList;
import java.util.List;

/**
 * Agreement between two runs of the same flows, flow by flow.
 *
 * @param flows number of flows of the first run
 * @param matched number of flows that both runs have
 * @param extra number of flows that only the second run has
 * @param equal number of flows with the same completion time to the nanosecond
 * @param differences |second / first - 1| of the completion times of common flows, sorted
 * @param meanDifference mean of second / first - 1; NaN without common flows
 * @param largestPs largest difference, in picoseconds
 */
public record FctComparison(int flows, int matched, int extra, int equal, double[] differences, double meanDifference,
    long largestPs) {
  private static final long PS_PER_NS = 1000;

  /** Completion times of a flow. */
  private record Pair(long firstPs, long secondPs) {
    double difference() {
      return (double) secondPs / firstPs - 1;
    }

    boolean isEqual() {
      return firstPs / PS_PER_NS == secondPs / PS_PER_NS;
    }
  }

  public static FctComparison of(FctFile first, FctFile second) {
    List<Pair> pairs = pairs(first, second);
    double[] differences = pairs.stream().mapToDouble(pair -> Math.abs(pair.difference())).sorted().toArray();
    int equal = (int) pairs.stream().filter(Pair::isEqual).count();
    long largestPs = pairs.stream().mapToLong(pair -> Math.abs(pair.secondPs - pair.firstPs)).max().orElse(0);
    return new FctComparison(first.entries().size(), pairs.size(), second.entries().size() - pairs.size(), equal, differences,
        pairs.stream().mapToDouble(Pair::difference).average().orElse(Double.NaN), largestPs);
  }

  private static List<Pair> pairs(FctFile first, FctFile second) {
    var pairs = new ArrayList<Pair>();
    long unitPs = first.isInNs() || second.isInNs() ? PS_PER_NS : 1; // digits that one of them lacks are no difference
    for (FctFile.Entry entry : first.entries()) {
      FctFile.Entry same = second.find(entry);
      if (same != null) {
        pairs.add(new Pair(entry.fctPs() / unitPs * unitPs, same.fctPs() / unitPs * unitPs));
      }
    }
    return pairs;
  }

  /** Percentile of the differences; NaN without common flows. */
  public double difference(double share) {
    return matched == 0 ? Double.NaN : Quantile.of(differences, share);
  }

  /** Reports whether both runs have the same flows. */
  boolean sameFlows() {
    return matched == flows && extra == 0;
  }
}
