package dev.inflight.app.reference;

import dev.inflight.lab.listing.ListedSizes;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.workload.size.SizeDistribution;
import dev.inflight.sim.workload.size.SizeDistributions;
import java.util.ArrayList;
import java.util.List;

/** The built-in distributions of flow sizes. */
record DistributionsPage() implements ReferencePage {
  @Override
  public String file() {
    return "distributions.md";
  }

  @Override
  public String title() {
    return "Size distributions";
  }

  @Override
  public String about() {
    return "built-in distributions of flow sizes, the values of `sizes` of a workload";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(
        Markdown.wrap("Each table lists the percentage of flows up to each size, with linear interpolation between the points."
            + " Example: `flows: poisson(load=0.5, sizes=websearch, duration=2ms)`."));
    var listed = new ListedSizes();
    for (int index = 0; index < SizeDistributions.ALL.size(); index++) {
      SizeDistribution sizes = SizeDistributions.ALL.get(index);
      lines.addAll(List.of("", "## " + sizes.name(), ""));
      lines.addAll(Markdown.wrap(Markdown.sentence(listed.meanings().get(index))));
      lines.add("");
      lines.addAll(Markdown.head("bytes", "percent"));
      sizes.points().forEach(point -> lines.add(Markdown.row(Long.toString(point.bytes()), Units.formatReal(point.percent()))));
    }
    return lines;
  }
}
