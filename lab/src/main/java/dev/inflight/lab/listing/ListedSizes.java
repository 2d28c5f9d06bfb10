package dev.inflight.lab.listing;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.workload.size.SizeDistribution;
import dev.inflight.sim.workload.size.SizeDistributions;
import java.util.ArrayList;
import java.util.List;

/** Built-in distributions of flow sizes. */
public final class ListedSizes extends Listed {
  public ListedSizes() {
    super("distributions", "Size distributions");
  }

  @Override
  public List<String> names() {
    return SizeDistributions.ALL.stream().map(SizeDistribution::name).toList();
  }

  @Override
  public List<String> overview() {
    return SizeDistributions.ALL.stream().map(sizes -> sizes.name() + ": mean " + mean(sizes)).toList();
  }

  @Override
  public List<String> meanings() {
    return SizeDistributions.ALL.stream().map(sizes -> "mean " + mean(sizes) + ", median " + Humanize.bytes(sizes.size(0.5))
        + ", maximum " + Humanize.bytes(sizes.points().getLast().bytes())).toList();
  }

  private static String mean(SizeDistribution sizes) {
    return Humanize.bytes(Math.round(sizes.meanBytes()));
  }

  @Override
  public List<String> describe(String name) {
    SizeDistribution sizes = SizeDistributions.of(name);
    var lines = new ArrayList<String>();
    lines.add(name + ": a distribution of flow sizes, mean " + Humanize.count(Math.round(sizes.meanBytes())) + " bytes");
    lines.add("  Percentage of flows up to each size, with linear interpolation between the points.");
    lines.add("");
    lines.add(Humanize.right("bytes", 12) + Humanize.right("percent", 10));
    for (SizeDistribution.Point point : sizes.points()) {
      lines.add(Humanize.right(Humanize.count(point.bytes()), 12) + Humanize.right(Units.formatReal(point.percent()), 10));
    }
    lines.add("");
    lines.add("example");
    lines.add("  in a scenario: flows: poisson(load=0.5, sizes=" + name + ", duration=2ms)");
    return lines;
  }
}
