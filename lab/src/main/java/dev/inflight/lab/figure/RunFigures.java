package dev.inflight.lab.figure;

import dev.inflight.lab.experiment.Experiment;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import dev.inflight.plot.draw.FigureFormat;
import dev.inflight.plot.draw.FigureStyle;
import dev.inflight.plot.draw.PaperFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of runs for a paper. Runs with scenarios that differ only in the seed form one line, with a band that shows their
 * range.
 *
 * @param folder folder of the files
 * @param formats formats of the files
 * @param style size of the figures
 * @param classes classes of flow sizes
 * @param chosen names of the figures to write; empty for all
 */
public record RunFigures(Path folder, List<FigureFormat> formats, FigureStyle style, SizeClasses classes, List<String> chosen) {
  /** Largest number of lines that a reader can distinguish by color and dashes. */
  public static final int MOST_LINES = 12;
  /** Columns of a line of names, with the program's name before it. */

  /**
   * Result of writing figures.
   *
   * @param files the files
   * @param leftOut labels of the experiments without a line in any figure
   */
  public record Written(List<Path> files, List<String> leftOut) {
  }

  /**
   * Writes the figures of runs; each file appears only when it is complete. If there are more experiments than a figure can have
   * lines, the figure shows the first ones; the data next to it covers all.
   *
   * @throws InputError when the folder cannot hold the files, or no run has data to draw
   */
  public Written write(List<StoredRun> runs) {
    List<Experiment> experiments = Experiment.of(runs);
    try (RunTables tables = RunTables.of(runs)) {
      List<PaperFigure> drawn = chosen(figures(tables, runs, experiments)).stream().map(RunFigures::withFewLines).toList();
      return new Written(save(drawn), experiments.stream().skip(MOST_LINES).map(Experiment::label).toList());
    }
  }

  private static PaperFigure withFewLines(PaperFigure figure) {
    Panel all = figure.panel();
    List<Line> first = all.lines().stream().limit(MOST_LINES).toList();
    return new PaperFigure(figure.name(), new Panel(all.title(), all.x(), all.y(), first, all.marks()), figure.data());
  }

  private List<PaperFigure> chosen(List<PaperFigure> all) {
    List<String> names = all.stream().map(PaperFigure::name).toList();
    for (String name : chosen) {
      if (!names.contains(name)) {
        String others = Suggestion.to(name, names).map(meant -> "did you mean '" + meant + "'? Without --figure, all are written")
            .orElse("they have " + String.join(", ", names));
        throw SourceLocation.of("--figure").error("these runs have no figure " + Quoted.of(name) + "; " + others);
      }
    }
    return all.stream().filter(figure -> chosen.isEmpty() || chosen.contains(figure.name())).toList();
  }

  private List<PaperFigure> figures(RunTables tables, List<StoredRun> runs, List<Experiment> experiments) {
    var rows = new FigureRows(tables, experiments);
    var figures = new ArrayList<PaperFigure>();
    figures.addAll(SizeFigures.of(rows, classes));
    figures.addAll(DistributionFigures.of(rows));
    figures.addAll(TimeFigures.of(rows));
    figures.addAll(JobFigures.of(rows));
    figures.addAll(SweepFigures.of(tables, runs));
    if (figures.isEmpty()) {
      throw SourceLocation.of(folder)
          .error("these runs have nothing to draw: no flow finished, and they have neither samples of queues nor series");
    }
    return figures;
  }

  /**
   * Writes any figures; each file appears only when it is complete.
   *
   * @return the files
   */
  public List<Path> save(List<PaperFigure> figures) {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    for (PaperFigure figure : figures) {
      for (FigureFormat format : formats) {
        try {
          files.put(folder.resolve(figure.name() + format.ending()), format.bytes(figure, style));
        } catch (IOException undrawn) {
          throw new InputError(
              figure.name() + format.ending() + ": " + undrawn.getMessage() + "; --format csv writes the numbers");
        }
      }
    }
    check();
    files.keySet().forEach(OutputFile::check);
    try {
      Files.createDirectories(folder);
    } catch (IOException impossible) {
      throw new OutputError(folder, "create the folder of figures", impossible);
    }
    files.forEach((file, bytes) -> OutputFile.write(file, "write the figure",
        part -> Files.write(part, bytes, StandardOpenOption.CREATE_NEW)));
    return List.copyOf(files.keySet());
  }

  /** Rejects an invalid folder before anything is computed. */
  public void check() {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw SourceLocation.of(folder).error("this is a file, and figures go to a folder; name another");
    }
  }
}
