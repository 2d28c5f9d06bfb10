package dev.inflight.reproduction;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.print.Version;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The claims of figures for the screen and for files. */
final class PaperText {
  private static final String AGREES = "agrees";
  private static final String DIFFERS = "differs";
  private static final String UNEXPLAINED = "differs, not explained";
  private static final String RATIO = "measured / published";
  private static final String OPEN = "insufficient data";
  private static final int DIGITS = 6;

  private PaperText() {
  }

  /** Returns a table for the screen; a reason follows each claim that differs. */
  static String table(List<PaperRun.Checked> figures) {
    var text = new StringBuilder();
    List<Claim> all = figures.stream().flatMap(figure -> figure.claims().stream()).toList();
    int statement = width(all, Claim::statement, "claim");
    int published = width(all, Claim::published, "published");
    int ours = width(all, Claim::oursText, "measured");
    int ratio = width(all, Claim::ratioText, RATIO);
    int bound = width(all, Claim::boundText, "bound");
    for (PaperRun.Checked figure : figures) {
      text.append(figure.figure().name()).append("  ").append(figure.figure().title()).append('\n');
      text.append("  ").append(Humanize.left("claim", statement)).append("  ").append(Humanize.left("published", published))
          .append("  ").append(Humanize.right("measured", ours)).append("  ").append(Humanize.right(RATIO, ratio)).append("  ")
          .append(Humanize.left("bound", bound)).append("  verdict\n");
      for (Claim claim : figure.claims()) {
        text.append("  ").append(Humanize.left(claim.statement(), statement)).append("  ")
            .append(Humanize.left(claim.published(), published)).append("  ").append(Humanize.right(claim.oursText(), ours))
            .append("  ").append(Humanize.right(claim.ratioText(), ratio)).append("  ")
            .append(Humanize.left(claim.boundText(), bound)).append("  ").append(verdict(claim)).append('\n');
        if (!reason(claim).isEmpty()) {
          text.append("    because ").append(reason(claim)).append('\n');
        }
      }
    }
    return text.toString();
  }

  /** Returns the verdict in a few words. */
  static String verdict(Claim claim) {
    if (claim.isOpen()) {
      return OPEN;
    }
    return claim.agrees() ? AGREES : claim.isExplained() ? DIFFERS : UNEXPLAINED;
  }

  /** Returns the reason why a claim does not agree, if the reason is known. */
  static String reason(Claim claim) {
    return claim.isOpen() ? claim.shortage() : claim.isExplained() ? claim.known().reason() : "";
  }

  private static int width(List<Claim> claims, Function<Claim, String> column, String title) {
    return Stream.concat(Stream.of(title), claims.stream().map(column)).mapToInt(String::length).max().orElse(0);
  }

  /** Returns the claims as CSV. */
  static String csv(List<PaperRun.Checked> figures) {
    var text = new StringBuilder("figure,claim,statement,published,ours,unit,ratio,bound,verdict,known\n");
    for (PaperRun.Checked figure : figures) {
      for (Claim claim : figure.claims()) {
        text.append(Stream
            .of(figure.figure().name(), claim.id(), claim.statement(), claim.published(), digits(claim.ours()),
                claim.bound().unit(), claim.ratioText(), claim.boundText(), verdict(claim), reason(claim))
            .map(PaperText::cell).collect(Collectors.joining(","))).append('\n');
      }
    }
    return text.toString();
  }

  /** A table as CSV. */
  static String csvOf(List<List<String>> rows) {
    return rows.stream().map(row -> row.stream().map(PaperText::cell).collect(Collectors.joining(",")) + "\n")
        .collect(Collectors.joining());
  }

  private static String digits(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString()
        : "";
  }

  private static String cell(String value) {
    return value.contains(",") || value.contains("\"") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  /** Returns a summary of the results as JSON. */
  static String json(List<PaperRun.Checked> figures) {
    return JsonText.of(json -> json(json, figures));
  }

  private static void json(JsonGenerator json, List<PaperRun.Checked> figures) {
    List<Claim> claims = figures.stream().flatMap(figure -> figure.claims().stream()).toList();
    json.writeStartObject();
    json.writeStringProperty("paper", "HPCC, SIGCOMM 2019");
    json.writeStringProperty("version", Version.number());
    json.writeArrayPropertyStart("figures");
    figures.forEach(figure -> json.writeString(figure.figure().name()));
    json.writeEndArray();
    json.writeNumberProperty("claims", claims.size());
    json.writeNumberProperty("agree", claims.stream().filter(Claim::agrees).count());
    json.writeNumberProperty("differForAKnownReason", claims.stream().filter(Claim::isExplained).count());
    json.writeNumberProperty("differNotExplained", claims.stream().filter(Claim::isUnexplained).count());
    json.writeNumberProperty("open", claims.stream().filter(Claim::isOpen).count());
    json.writeNumberProperty("differ", claims.stream().filter(Claim::surprises).count());
    json.writeEndObject();
  }
}
