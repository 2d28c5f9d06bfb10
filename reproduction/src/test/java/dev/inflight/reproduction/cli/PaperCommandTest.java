package dev.inflight.reproduction.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.index.Figures;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.lab.result.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code paper}, with figure 6, the smallest. */
class PaperCommandTest {
  @TempDir
  private Path folder;
  private Path out;

  @BeforeEach
  void nameTheFolder() {
    out = folder.resolve("out");
  }

  private Program paper(String... more) {
    var arguments = new String[more.length + 3];
    arguments[0] = "paper";
    System.arraycopy(more, 0, arguments, 1, more.length);
    arguments[more.length + 1] = "--out";
    arguments[more.length + 2] = out.toString();
    return Program.run(arguments);
  }

  @Test
  void listsFiguresWithoutAName() {
    Program program = Program.run("paper");
    assertThat(program.exit()).isZero();
    assertThat(program.out().lines()).hasSize(Figures.ALL.size())
        .contains("fig09c, fig09d  congestion avoidance: an incast of 7 to 1 on a long flow");
  }

  @Test
  void rejectsUnknownName() {
    Program program = paper("fig15");
    assertThat(program.err()).isEqualTo(
        "inflight: unknown figure 'fig15'; did you mean 'fig10', 'fig11' or 'fig12'? 'inflight paper' lists all\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void quietRunLeavesACompleteFolder() {
    Program program = paper("fig6", "--quiet");
    assertThat(program.exit()).isZero();
    assertThat(program.out()).isEmpty();
    assertThat(program.err()).isEmpty();
    for (String name : new String[] {"summary.json", "claims.csv", "report.html", "fig06-hpcc/summary.json",
        "fig06-rxrate/port-series.csv"}) {
      assertThat(out.resolve(name)).exists();
    }
    for (String name : new String[] {"INCOMPLETE", "FAILED", ".lock"}) {
      assertThat(out.resolve(name)).doesNotExist();
    }
    Program report = Program.run("report", out.toString());
    assertThat(report.err()).isEqualTo(
        "inflight: " + out.resolve("report.html")
            + ": this is the page of all that the folder holds; name a run in it, or give --out\n");
    assertThat(report.exit()).isEqualTo(2);
  }

  @Test
  void onlyForceOverwritesEarlierResults() throws IOException {
    assertThat(paper("fig06", "--quiet").exit()).isZero();
    Files.writeString(out.resolve("report.html"), "of an earlier call");
    Program refused = paper("fig06");
    assertThat(refused.err())
        .isEqualTo("inflight: " + out + ": the folder already holds a run's results; --force overwrites them\n");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(paper("fig06", "--quiet", "--force").exit()).isZero();
    assertThat(out.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
  }

  /** Complete runs of the same input are kept; an unfinished run, or one of another version of the program, runs again. */
  @Test
  void resumeKeepsOnlyCompleteRunsOfTheSameInput() throws IOException {
    assertThat(paper("fig06", "fig13", "--quiet").exit()).isZero();
    String claims = Files.readString(out.resolve("claims.csv"));
    Files.move(out.resolve("summary.json"), out.resolve("FAILED")); // interrupted
    Files.move(out.resolve("fig06-rxrate/summary.json"), out.resolve("fig06-rxrate/INCOMPLETE"));
    Files.writeString(out.resolve("fig13-hpcc/input.sha256"), "of another version\n");
    Program again = paper("fig06", "fig13", "--resume");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.err().lines()).containsExactlyInAnyOrder("keeping fig06-hpcc", "running fig06-rxrate", "running fig13-hpcc",
        "keeping fig13-per-ack", "keeping fig13-per-rtt", "keeping fig13-hpcc-stage0", "keeping fig13-per-ack-stage0",
        "keeping fig13-per-rtt-stage0");
    assertThat(out.resolve("claims.csv")).content().isEqualTo(claims);
    assertThat(paper("fig06", "--force").err()).doesNotContain("keeping");
  }

  /** Claims follow only from files that are as the runs wrote them. */
  @Test
  void resumeRepeatsEditedRuns() throws IOException {
    assertThat(paper("fig06", "--quiet").exit()).isZero();
    Path series = out.resolve("fig06-hpcc/port-series.csv");
    String whole = Files.readString(series);
    Files.writeString(series, whole.replace(",0,", ",1,"));
    Program again = paper("fig06", "--resume");
    assertThat(again.err().lines()).contains("running fig06-hpcc", "keeping fig06-rxrate")
        .anyMatch(line -> line.startsWith("inflight: warning: " + series + ": this is not what the run wrote: ")
            && line.endsWith("; this run is repeated"));
    assertThat(series).content().isEqualTo(whole);
  }

  /** A run that overwrites the results of another one removes the hash of its input. */
  @Test
  void resumeRepeatsRunsThatAnotherRunOverwrote() {
    assertThat(paper("fig06", "--quiet").exit()).isZero();
    assertThat(Program.run("run", "../scenarios/incast.yaml", "--until", "10us", "--quiet", "--force", "--out",
        out.resolve("fig06-hpcc").toString()).exit()).isZero();
    assertThat(paper("fig06", "--resume").err().lines()).contains("running fig06-hpcc", "keeping fig06-rxrate");
  }

  @Test
  void resumeRejectsTheFolderOfAnOrdinaryRun() {
    Path run = folder.resolve("run");
    Program.run("run", "../scenarios/incast.yaml", "--until", "10us", "--quiet", "--out", run.toString());
    Program refused = Program.run("paper", "fig06", "--resume", "--out", run.toString());
    assertThat(refused.err()).isEqualTo(
        "inflight: " + run + ": these are the results of a run that belongs to no figure; --resume would remove them\n");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(run.resolve("flows.csv")).exists();
  }

  /** Complete runs may have taken hours: if they would not be kept, the command fails before it changes any file. */
  @Test
  void resumeRejectsRunsOfAnotherShareOrFigure() throws IOException {
    assertThat(paper("fig01", "--share", "0.001", "--quiet").exit()).isZero();
    String flows = Files.readString(out.resolve("fig01-dcqcn/flows.csv"));
    Program share = paper("fig01", "--share", "0.002", "--resume");
    assertThat(share.err()).isEqualTo("inflight: " + out.resolve("fig01-dcqcn")
        + ": this is a complete run with another --share, which --resume would overwrite;"
        + " give that share, another --out, or --force\n");
    assertThat(share.exit()).isEqualTo(2);
    Program figure = paper("fig06", "--resume");
    assertThat(figure.err()).isEqualTo(
        "inflight: " + out + ": this folder also holds runs of fig01; add that figure, or give another --out\n");
    assertThat(figure.exit()).isEqualTo(2);
    assertThat(out.resolve("fig01-dcqcn/flows.csv")).content().isEqualTo(flows);
    assertThat(out.resolve("summary.json")).exists();
  }

  @Test
  void rejectsOptionsWithoutEffect() {
    assertThat(Program.run("paper", "--quick").err())
        .isEqualTo("inflight: name a figure, such as fig13, or all; without options and a name figures are listed\n");
    assertThat(paper("fig06", "--quick").err()).isEqualTo(
        "inflight: --quick: fig06 has no flows that start at random, and thus no shorter runs; remove the option\n");
    Path page = folder.resolve("nowhere/page.md");
    assertThat(paper("fig06", "--markdown", page.toString()).err())
        .isEqualTo("inflight: --markdown " + page + ": there is no folder " + page.getParent() + "\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void resumeNeedsAFolderAndExcludesForce() {
    assertThat(Program.run("paper", "fig06", "--resume").err())
        .isEqualTo("inflight: --resume needs --out: a new folder has no earlier runs to keep\n");
    assertThat(paper("fig06", "--resume", "--force").err())
        .isEqualTo("inflight: --resume keeps the runs that --force overwrites; give only one of them\n");
  }

  @Test
  void forceKeepsFoldersOfOtherPrograms() throws IOException {
    Files.createDirectory(out);
    Files.writeString(out.resolve("thesis.tex"), "x");
    assertThat(paper("fig06", "--force").err()).contains("what is in it is not a run's results");
    assertThat(out.resolve("thesis.tex")).hasContent("x");
  }

  @Test
  void fullDiskLeavesNoResult() {
    RunFolder.Opener full = path -> {
      if (path.endsWith("report.html")) {
        throw new IOException("No space left on device");
      }
      return Files.newOutputStream(path);
    };
    Program program = Program.run(full, "paper", "fig06", "--quiet", "--out", out.toString());
    assertThat(program.err()).isEqualTo("inflight: " + out + ": cannot write report.html: No space left on device\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(out.resolve("summary.json")).doesNotExist();
    assertThat(out.resolve("FAILED")).exists();
  }

  /** Runs that are too short for most percentiles; the output reports the shortage. */
  @ParameterizedTest
  @CsvSource({"fig01, 0.001", "fig10, 0.001", "fig12, 0.00005"})
  void figuresUnderLoadReportInsufficientData(String figure, String share) throws IOException {
    Path page = folder.resolve("page.md");
    Program program = paper(figure, "--share", share, "--markdown", page.toString());
    assertThat(program.err().lines()).allMatch(line -> line.startsWith("running " + figure));
    assertThat(program.exit()).as("claims without sufficient data do not differ").isZero();
    assertThat(program.out()).contains("insufficient data", figure + ": flows start over ", " ms instead of the full-scale ")
        .doesNotContain(" agrees\n", " differs\n", " differs, not explained\n");
    assertThat(out.resolve("summary.json")).content().doesNotContain("\"open\" : 0,");
    assertThat(page).content().contains("## " + figure, "| measured / published |");
    for (String scenario : Figures.named(figure).getFirst().scenarios()) {
      assertThat(out.resolve(scenario).resolve("scenario.yaml")).content().contains("name: '" + scenario + "'");
    }
  }

  @Test
  void rejectsInvalidShares() {
    assertThat(paper("fig06", "--share", "1.5").err()).isEqualTo("inflight: --share 1.5 must be above 0, and at most 1\n");
    assertThat(paper("fig06", "--share", "0.5", "--quick").err())
        .isEqualTo("inflight: --quick and --share both set the length of runs; give only one of them\n");
  }

  @Test
  void claimsAndPicturesDependOnlyOnTheFolders() throws IOException {
    assertThat(paper("fig06", "--quiet").exit()).isZero();
    Files.copy(out.resolve("fig06-rxrate/port-series.csv"), out.resolve("fig06-hpcc/port-series.csv"),
        StandardCopyOption.REPLACE_EXISTING);
    Claim claim = Figures.named("fig06").getFirst().claims(new Results(out)).getFirst();
    assertThat(claim.id()).isEqualTo("fig06-tx-settles");
    assertThat(claim.agrees()).isFalse();
    assertThat(claim.surprises()).isTrue();
  }
}
