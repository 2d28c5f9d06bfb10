package dev.inflight.sim.workload.size;

import java.util.List;
import java.util.stream.Collectors;

/** The flow sizes that the papers use. A new distribution is a line here. */
public final class SizeDistributions {
  /** All built-in distributions. */
  public static final List<SizeDistribution> ALL = List.of(
      // web search in a data center (DCTCP, SIGCOMM'10), as HPCC uses it
      SizeDistribution.of("websearch", """
          0 0, 10000 15, 20000 20, 30000 30, 50000 40, 80000 53, 200000 60, 1000000 70, 2000000 80, 5000000 90, 10000000 97,
          30000000 100"""),
      // a Hadoop cluster at Facebook (SIGCOMM'15), as HPCC uses it
      SizeDistribution.of("fb-hadoop", """
          0 0, 100 1, 200 2, 300 5, 350 15, 400 20, 500 30, 600 40, 700 50, 1000 60, 2000 67, 7000 70, 30000 72, 50000 82,
          80000 87, 120000 90, 300000 95, 1000000 97.5, 2000000 99, 10000000 100"""),
      // a storage service at Alibaba, 2019
      SizeDistribution.of("ali-storage", """
          0 0, 4000 22.93, 8000 69.21, 16000 80.61, 32000 90.47, 64000 93.53, 128000 96.77, 256000 97.53, 2000000 100"""));

  private SizeDistributions() {
  }

  /**
   * Returns the distribution that a scenario names or lists.
   *
   * @param sizes a built-in distribution's name, or the points themselves as {@link SizeDistribution#of} reads them; for a file
   *     of points its content
   * @throws IllegalArgumentException if it is neither
   */
  public static SizeDistribution of(String sizes) {
    for (SizeDistribution distribution : ALL) {
      if (distribution.name().equals(sizes)) {
        return distribution;
      }
    }
    String text = sizes.strip();
    if (text.matches("(?s)[+.-]?\\d.*|.*[\\s,;].*")) { // no name has these
      return SizeDistribution.of("as given", text);
    }
    String names = ALL.stream().map(SizeDistribution::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "unknown size distribution \"" + sizes + "\"; known: " + names + ", or give points such as \"0 0, 1000 60, 50000 100\"");
  }
}
