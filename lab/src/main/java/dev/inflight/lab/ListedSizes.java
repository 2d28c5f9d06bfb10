package dev.inflight.lab;

import dev.inflight.sim.SizeDistribution;
import dev.inflight.sim.SizeDistributions;
import java.util.ArrayList;
import java.util.List;

/** The built-in size distributions of flows. */
final class ListedSizes implements Listed {
  @Override
  public String kind() {
    return "distributions";
  }

  @Override
  public String title() {
    return "Size distributions";
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
    return SizeDistributions.ALL.stream().map(sizes -> {
      List<SizeDistribution.Point> points = sizes.points();
      long middle = points.stream().filter(point -> point.percent() >= 50).findFirst().orElseThrow().bytes();
      return "mean " + mean(sizes) + ", half of the flows up to " + Show.bytes(middle) + " or less, all up to "
          + Show.bytes(points.getLast().bytes());
    }).toList();
  }

  private static String mean(SizeDistribution sizes) {
    return Show.bytes(Math.round(sizes.meanBytes()));
  }

  @Override
  public List<String> describe(String name) {
    SizeDistribution sizes = SizeDistributions.of(name);
    var lines = new ArrayList<String>();
    lines.add(name + ": a distribution of flow sizes, mean " + Show.count(Math.round(sizes.meanBytes())) + " bytes");
    lines.add("  Percent of the flows that are at most so large; linear between the points.");
    lines.add("");
    lines.add(Show.right("bytes", 12) + Show.right("percent", 10));
    for (SizeDistribution.Point point : sizes.points()) {
      lines.add(Show.right(Show.count(point.bytes()), 12) + Show.right(Units.formatReal(point.percent()), 10));
    }
    lines.add("");
    lines.add("example");
    lines.add("  in a scenario: flows: poisson(load=0.5, sizes=" + name + ", duration=2ms)");
    return lines;
  }
}
