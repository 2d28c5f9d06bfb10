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

/** What a surprise does to the command {@code paper}: its exit code, its summary, its tables. */
class PaperRunTest {
  @TempDir
  private Path folder;

  /** A figure of one claim: at most 5 KB; up to 5.5 KB a reason is known. */
  private static final class OneClaim extends Figure {
    private final double ours;

    OneClaim(double ours) {
      super("fig00", List.of(), "one claim", List.of());
      this.ours = ours;
    }

    @Override
    public List<Claim> claims(Results results) {
      return List.of(new Claim("fig00-queue", "queue", "within 4 KB", ours, Bound.atMost(5, "KB"),
          new Known(Bound.between(5, 5.5, "KB"), "frames are whole")));
    }

    @Override
    public Chart chart(Results results) {
      var line = new Line("line", new double[] {0, 1}, new double[] {0, 1});
      return new Chart("one claim",
          List.of(new Panel("panel", new PlotAxis("x", 0, 1), new PlotAxis("y", 0, 1), List.of(line), List.of())));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 0, 1, 0, 0, agrees", "5.45, 0, 0, 1, 0, differs", "5.6, 3, 0, 0, 1, differs", "NaN, 3, 0, 0, 1, differs"})
  void whatItsReasonDoesNotExplainIsASurprise(double ours, int exit, int agree, int explained, int differ, String verdict)
      throws Exception {
    var screen = new ByteArrayOutputStream();
    Path out = folder.resolve("out");
    var print = new PrintStream(screen, true, StandardCharsets.UTF_8);
    int code = new PaperRun(List.of(new OneClaim(ours)), figure -> 1, out, PaperRun.Earlier.REFUSED, Files::newOutputStream,
        false, null, null, print, print).run();
    assertThat(code).isEqualTo(exit);
    assertThat(out.resolve("summary.json")).content().contains("\"agree\" : " + agree, "\"differForAKnownReason\" : " + explained,
        "\"differ\" : " + differ);
    boolean excused = explained == 1;
    assertThat(Files.readAllLines(out.resolve("claims.csv")).getLast())
        .endsWith("," + verdict + "," + (excused ? "frames are whole" : ""));
    assertThat(screen.toString(StandardCharsets.UTF_8).contains("because frames are whole")).isEqualTo(excused);
  }
}
