package dev.inflight.reproduction.cli;

import dev.inflight.lab.listing.Listed;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.index.Figures;
import dev.inflight.lab.print.TextColumns;
import java.util.ArrayList;
import java.util.List;

/** The figures of the HPCC paper. */
public final class ListedFigures extends Listed {
  private static final String SCENARIOS = "scenarios  ";

  public ListedFigures() {
    super("figures", "Figures of the HPCC paper");
  }

  @Override
  public List<String> names() {
    return Figures.ALL.stream().map(Figure::name).toList();
  }

  @Override
  public List<String> overview() {
    return Figures.ALL.stream().map(figure -> figure.name() + ": " + figure.title()).toList();
  }

  @Override
  public List<String> meanings() {
    return Figures.ALL.stream().map(Figure::title).toList();
  }

  @Override
  public List<String> describe(String name) {
    Figure figure = Figures.ALL.stream().filter(known -> known.name().equals(name)).findFirst().orElseThrow();
    var lines = new ArrayList<>(List.of(name + ": a figure of the HPCC paper", "  " + figure.title(), ""));
    List<String> scenarios = TextColumns.wrap(String.join(", ", figure.scenarios()), " ".repeat(SCENARIOS.length()),
        TextColumns.WIDTH);
    lines.add(SCENARIOS + scenarios.getFirst().strip());
    lines.addAll(scenarios.subList(1, scenarios.size()));
    lines.addAll(List.of("example", "  ./inflight paper " + name));
    return lines;
  }
}
