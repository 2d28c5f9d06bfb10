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
 * An HTML file with its data, styles, scripts and Apache ECharts in it. It requests nothing over any network. Names and texts of its data are never
 * markup, and its policy permits no other script than its own.
 */
public enum Page {
  /** Page of runs. */
  REPORT("path.js", "jobs.js", "sweep.js", "report.js"),
  /** Page of the paper's figures. */
  PAPER("paper.js");

  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  /** Scripts of all pages, which precede a page's own. */
  private static final List<String> COMMON = List.of("quantity.js", "page.js", "chart.js");

  private static final Pattern LONE = Pattern.compile("[\\x{d800}-\\x{dfff}]");

  private final List<String> scripts;

  Page(String... scripts) {
    this.scripts = List.of(scripts);
  }

  /** Writes the page of data; the file appears at once and whole. */
  public void write(String json, Path file) {
    OutputFile.write(file, "write the report", part -> Files.writeString(part, html(json), StandardOpenOption.CREATE_NEW));
  }

  /**
   * Content security policy of the page: a browser runs the page's own scripts, each identified by its hash, and loads nothing else. Styles
   * need no hash, because charts write style elements of their own; no text of the data becomes one, and a style can load nothing.
   */
  public String policy() {
    return "default-src 'none'; script-src '" + hash(charts()) + "' '" + hash(script())
        + "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  }

  /** The page of data. */
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

  /** JSON in which no mark ends a script, whatever texts contain; halves of characters, which no file can have, are replaced. */
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

  /** A text as a policy names it. */
  private static String hash(String text) {
    try {
      return "sha256-" + Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never); // each Java has it
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
