package dev.inflight.lab.page;

import dev.inflight.lab.print.OutputError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An HTML file with its data, styles, scripts and Apache ECharts in it. It asks nothing of any network, and its own policy forbids it to; whatever
 * names and texts its data hold are never markup.
 */
public enum Page {
  /** Of runs. */
  REPORT("jobs.js", "report.js"),
  /** Of the paper's figures. */
  PAPER("paper.js");

  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private final List<String> scripts;

  Page(String... scripts) {
    this.scripts = List.of(scripts);
  }

  /** Writes the page of data; the file appears at once and whole. */
  public void write(String json, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new OutputError(file + ": cannot write the report: there is no folder " + folder);
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(part, html(json));
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      part.toFile().delete();
      throw new OutputError(file, "write the report", failed);
    }
  }

  /** The page of data. */
  public String html(String json) {
    var page = new StringBuilder();
    for (String line : own("report.html").split("\n")) {
      switch (line.strip()) {
        case "<!-- style -->" -> page.append("<style>\n").append(own("report.css")).append("</style>");
        case "<!-- data -->" ->
          page.append("<script type=\"application/json\" id=\"data\">").append(asText(json)).append("</script>");
        case "<!-- charts -->" -> page.append("<script>\n").append(library()).append("\n</script>");
        case "<!-- script -->" -> page.append("<script>\n'use strict';\n{\n").append(own("page.js"))
            .append(scripts.stream().map(Page::own).collect(Collectors.joining())).append("}\n</script>");
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
    return text(Page.class.getResourceAsStream(name), name);
  }

  private static String library() {
    return text(Page.class.getClassLoader().getResourceAsStream(CHARTS), CHARTS);
  }

  private static String text(@Nullable InputStream in, String name) {
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
