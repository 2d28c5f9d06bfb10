package dev.inflight.lab.page;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A report of one run, or of several beside each other: one HTML file with its data, styles, scripts and Apache ECharts in it. It asks nothing of any
 * network, and its own policy forbids it to; whatever names and texts runs hold are data, never markup.
 */
public final class ReportPage {
  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private ReportPage() {
  }

  /** Writes the report of runs; the file appears at once and whole. */
  public static void write(List<StoredRun> runs, Path file) {
    write(runs, List.of(), file);
  }

  /** The same with explanations of flows of the first run. */
  public static void write(List<StoredRun> runs, List<Explanation> explanations, Path file) {
    String page;
    try (RunTables tables = RunTables.of(runs)) {
      page = page(ReportData.of(runs, tables, explanations));
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(part, page);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      part.toFile().delete();
      throw new OutputError(file, "write the report", failed);
    }
  }

  private static String page(String data) {
    var page = new StringBuilder();
    for (String line : own("report.html").split("\n")) {
      switch (line.strip()) {
        case "<!-- style -->" -> page.append("<style>\n").append(own("report.css")).append("</style>");
        case "<!-- data -->" ->
          page.append("<script type=\"application/json\" id=\"data\">").append(asText(data)).append("</script>");
        case "<!-- charts -->" -> page.append("<script>\n").append(library()).append("\n</script>");
        case "<!-- script -->" -> page.append("<script>\n").append(own("report.js")).append("</script>");
        default -> page.append(line);
      }
      page.append('\n');
    }
    return page.toString();
  }

  /** JSON in which no mark ends a script, whatever texts say. */
  static String asText(String json) {
    return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String own(String name) {
    return text(ReportPage.class.getResourceAsStream(name), name);
  }

  private static String library() {
    return text(ReportPage.class.getClassLoader().getResourceAsStream(CHARTS), CHARTS);
  }

  private static String text(@org.jspecify.annotations.Nullable InputStream in, String name) {
    if (in == null) {
      throw new IllegalStateException(name + " is missing in the program");
    }
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new IllegalStateException(name + " in the program cannot be read", unreadable);
    }
  }
}
