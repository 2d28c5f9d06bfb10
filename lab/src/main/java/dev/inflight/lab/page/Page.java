package dev.inflight.lab.page;

import dev.inflight.lab.store.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * HTML file that contains its data, styles, scripts and Apache ECharts, and makes no network requests.
 * Names and texts of the data are never markup, and the page's policy permits only its own scripts.
 */
public enum Page {
  /** Report of runs. */
  REPORT("path.js", "jobs.js", "sweep.js", "report.js"),
  /** Report of the paper's figures. */
  PAPER("paper.js");

  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  /** Scripts of all pages; they precede a page's own scripts. */
  private static final List<String> COMMON = List.of("quantity.js", "page.js", "chart.js");

  private static final Pattern LONE = Pattern.compile("[\\x{d800}-\\x{dfff}]");

  private final List<String> scripts;

  Page(String... scripts) {
    this.scripts = List.of(scripts);
  }

  /** Writes the page with this data. The file appears only when complete. */
  public void write(String json, Path file) {
    OutputFile.write(file, "write the report", part -> Files.writeString(part, html(json), StandardOpenOption.CREATE_NEW));
  }

  /**
   * Content security policy: a browser runs only the page's own scripts, identified by hashes, and loads nothing else.
   * Styles have no hashes, because charts write style elements. Data never becomes a style, and styles cannot load anything.
   */
  public String policy() {
    return "default-src 'none'; script-src '" + hash(charts()) + "' '" + hash(script())
        + "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  }

  /** Page with this data. */
  public String html(String json) {
    var page = new StringBuilder();
    for (String line : own("report.html").split("\n")) {
      switch (line.strip()) {
        case "<!-- policy -->" ->
          page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"").append(policy()).append("\">");
        case "<!-- style -->" -> page.append("<style>\n").append(own("report.css")).append("</style>");
        case "<!-- data -->" ->
          page.append("<script type=\"application/json\" id=\"data\">").append(asText(json)).append("</script>");
        case "<!-- charts -->" -> page.append("<script>").append(charts()).append("</script>");
        case "<!-- script -->" -> page.append("<script>").append(script()).append("</script>");
        default -> page.append(line);
      }
      page.append('\n');
    }
    return page.toString();
  }

  /** JSON as script text: no text in it ends the script, and replacement characters replace unpaired surrogates. */
  static String asText(String json) {
    return LONE.matcher(json).replaceAll("\ufffd").replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
        .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String charts() {
    return "\n" + library() + "\n";
  }

  private String script() {
    return "\n'use strict';\n{\n" + Stream.concat(COMMON.stream(), scripts.stream()).map(Page::own).collect(Collectors.joining())
        + "}\n";
  }

  /** Hash of a text in the policy's notation. */
  private static String hash(String text) {
    try {
      return "sha256-" + Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never); // each JVM has SHA-256
    }
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
