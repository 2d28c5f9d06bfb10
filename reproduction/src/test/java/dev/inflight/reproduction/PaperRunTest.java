package dev.inflight.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Effects of a difference on the command {@code paper}: on its exit code, summary and tables. */
class PaperRunTest {
  @TempDir
  private Path folder;

  /** A figure of one claim: at most 5 KB; up to 5.5 KB the difference is on record, with a reason or without. */
  private static final class OneClaim extends Figure {
    private final double ours;
    private final String reason;

    OneClaim(double ours, String reason) {
      super("fig00", List.of(), "one claim", List.of());
      this.ours = ours;
      this.reason = reason;
    }

    @Override
    public List<Claim> claims(Results results) {
      return List.of(new Claim("fig00-queue", "queue", "within 4 KB", ours, Bound.atMost(5, "KB"),
          new Known(Bound.between(5, 5.5, "KB"), reason)).against(4));
    }

    @Override
    public Chart chart(Results results) {
      var line = new Line("line", new double[] {0, 1}, new double[] {0, 1});
      return new Chart("one claim",
          List.of(new Panel("panel", new PlotAxis("x", 0, 1), new PlotAxis("y", 0, 1), List.of(line), List.of())));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, why, 0, 1, 0, 0, 0, 1.25, agrees", "5.45, why, 0, 0, 1, 0, 0, 1.36, differs",
      "5.45, '', 0, 0, 0, 1, 0, 1.36, 'differs, not explained'", "5.6, why, 3, 0, 0, 0, 1, 1.4, 'differs, not explained'",
      "NaN, why, 3, 0, 0, 0, 1, '', 'differs, not explained'"})
  void differencesBeyondTheRecordAreSurprises(double ours, String reason, int exit, int agree, int explained, int unexplained,
      int differ, String ratio, String verdict) throws Exception {
    var screen = new ByteArrayOutputStream();
    Path out = folder.resolve("out");
    var print = new PrintStream(screen, true, StandardCharsets.UTF_8);
    int code = new PaperRun(List.of(new OneClaim(ours, reason)), figure -> 1, out, PaperRun.Earlier.REFUSED,
        Files::newOutputStream, false, null, null, print, print).run();
    assertThat(code).isEqualTo(exit);
    assertThat(out.resolve("summary.json")).content().contains("\"agree\" : " + agree, "\"differForAKnownReason\" : " + explained,
        "\"differNotExplained\" : " + unexplained, "\"differ\" : " + differ);
    String quoted = verdict.contains(",") ? '"' + verdict + '"' : verdict;
    assertThat(Files.readAllLines(out.resolve("claims.csv")).getLast())
        .endsWith(",KB," + ratio + ",at most 5 KB," + quoted + "," + (explained == 1 ? "why" : ""));
    assertThat(screen.toString(StandardCharsets.UTF_8)).contains("measured / published", verdict);
    assertThat(screen.toString(StandardCharsets.UTF_8).contains("because why")).isEqualTo(explained == 1);
  }
}
