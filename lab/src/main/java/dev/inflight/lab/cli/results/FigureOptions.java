package dev.inflight.lab.cli.results;

import dev.inflight.lab.figure.RunFigures;
import dev.inflight.lab.figure.SizeClasses;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.plot.draw.FigureFormat;
import dev.inflight.plot.draw.FigureStyle;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of figures for papers. */
public final class FigureOptions {
  private static final Pattern LENGTH = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)\\s*(in|cm|mm|pt)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,6})?");
  private static final Map<String, Double> POINTS = Map.of("in", 72.0, "cm", 72 / 2.54, "mm", 7.2 / 2.54, "pt", 1.0);
  private static final double LEAST_PT = 50;
  private static final double MOST_PT = 4000;
  private static final int MOST_NAMED = 3;

  @Option(names = "--figures", paramLabel = "DIR", description = "also write figures for papers to DIR, and the data of each as"
      + " CSV:"
      + " slowdown by size, distributions, queues, rates over time where the runs have series, and of a sweep each metric along"
      + " each key with numbers")
  private @Nullable Path folder;

  @Option(names = "--figure", paramLabel = "NAMES", description = "write only these figures, such as"
      + " slowdown-p99-by-flows-0-load, separated by commas; an unknown name lists all")
  private List<String> chosen = List.of();

  @Option(names = "--format", paramLabel = "FORMATS", description = "formats of figures: svg, pdf and csv, separated by commas; by default all")
  private @Nullable String format;

  @Option(names = "--bins", paramLabel = "N|SIZES", description = "for figures by flow size: the number of classes with about"
      + " equal numbers of flows, or their edges, such as 1KB,10KB,100KB; by default 10")
  private @Nullable String bins;

  @Option(names = "--width", paramLabel = "LENGTH", description = "width of figures, such as 3.33in, 85mm or 240pt; by default 3.33in, one column")
  private @Nullable String width;

  @Option(names = "--height", paramLabel = "LENGTH", description = "height of figures; by default 0.66 of the width, or more for a"
      + " large legend")
  private @Nullable String height;

  @Option(names = "--font", paramLabel = "LENGTH", description = "font size in figures; by default 8pt")
  private @Nullable String font;

  /** Returns the figures that the options request; null without {@code --figures}. */
  public @Nullable RunFigures figures() {
    if (folder == null) {
      requireNone(Map.of("--figure", chosen.isEmpty(), "--bins", bins == null, "--format", format == null, "--width",
          width == null, "--height", height == null, "--font", font == null));
      return null;
    }
    double widthPt = length("--width", width, FigureStyle.COLUMN.widthPt(), LEAST_PT);
    double ratio = FigureStyle.COLUMN.heightPt() / FigureStyle.COLUMN.widthPt();
    var style = new FigureStyle(widthPt, length("--height", height, Math.rint(ratio * widthPt), LEAST_PT),
        length("--font", font, FigureStyle.COLUMN.fontPt(), 1));
    var figures = new RunFigures(folder, formats(), style, SizeClasses.parse(bins, SourceLocation.of("--bins")),
        chosen.stream().flatMap(names -> Arrays.stream(names.split(",", -1))).map(String::strip).distinct().toList());
    figures.check();
    return figures;
  }

  private static void requireNone(Map<String, Boolean> absent) {
    absent.entrySet().stream().filter(option -> !option.getValue()).map(Map.Entry::getKey).sorted().findFirst()
        .ifPresent(option -> {
          throw new InputError(option + " is for figures; it goes with --figures DIR");
        });
  }

  /** Prints the paths of figures, and the parts that they leave out. */
  public static void print(PrintStream out, RunFigures figures, RunFigures.Written written) {
    out.println("figures  " + Quoted.printable(figures.folder().toString()) + ": "
        + String.join(", ", written.files().stream().map(file -> String.valueOf(file.getFileName())).toList()));
    List<String> leftOut = written.leftOut();
    if (!leftOut.isEmpty()) {
      out.println("         a figure has at most " + RunFigures.MOST_LINES + " lines; " + Humanize.count(leftOut.size())
          + " more are left out: " + Quoted.printable(String.join("; ", leftOut.subList(0, Math.min(MOST_NAMED, leftOut.size()))))
          + (leftOut.size() > MOST_NAMED ? "; ..." : "") + "\n         "
          + (figures.formats().contains(FigureFormat.CSV) ? "their data is in the CSV files" : "--format csv writes their data"));
    }
    out.flush();
  }

  private List<FigureFormat> formats() {
    List<String> known = Arrays.stream(FigureFormat.values()).map(one -> one.name().toLowerCase(Locale.ROOT)).toList();
    if (format == null) {
      return List.of(FigureFormat.values());
    }
    var chosen = new LinkedHashSet<FigureFormat>();
    for (String part : format.split(",", -1)) {
      int at = known.indexOf(part.strip().toLowerCase(Locale.ROOT));
      if (at < 0) {
        throw SourceLocation.of("--format").error("unknown format " + Quoted.of(part) + Suggestion.hint(part, known));
      }
      chosen.add(FigureFormat.values()[at]);
    }
    return List.copyOf(chosen);
  }

  private static double length(String option, @Nullable String text, double byDefault, double least) {
    if (text == null) {
      return byDefault;
    }
    Matcher read = LENGTH.matcher(text.strip());
    if (!read.matches()) {
      if (NUMBER.matcher(text.strip()).matches()) {
        String number = text.strip();
        throw SourceLocation.of(option).error(
            Quoted.of(text) + " has no unit; write it as " + number + "in, " + number + "cm, " + number + "mm or " + number
                + "pt");
      }
      throw SourceLocation.of(option)
          .error(Quoted.of(text) + " is not a length; write a number with in, cm, mm or pt, such as 3.33in");
    }
    double points = Double.parseDouble(read.group(1)) * POINTS.getOrDefault(read.group(2), 1.0);
    if (!(points >= least && points <= MOST_PT)) {
      throw SourceLocation.of(option)
          .error(Quoted.of(text) + " is outside " + Math.round(least) + "pt to " + Math.round(MOST_PT) + "pt");
    }
    return points;
  }
}
