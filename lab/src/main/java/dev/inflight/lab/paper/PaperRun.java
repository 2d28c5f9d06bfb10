package dev.inflight.lab.paper;

import dev.inflight.lab.paper.figure.Claim;
import dev.inflight.lab.paper.figure.Figure;
import dev.inflight.lab.paper.figure.PaperScenarios;
import dev.inflight.lab.paper.figure.Results;
import dev.inflight.lab.page.Page;
import dev.inflight.lab.plot.Chart;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.ScenarioFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs figures' scenarios, each into a run folder of its own below one folder, and from what those hold writes the claims and a
 * page with the figures beside them. The folder is whole when it has a {@code summary.json}.
 */
public record PaperRun(List<Figure> figures, Path path, boolean overwrite, RunFolder.Opener opener, boolean quiet,
    PrintStream out, PrintStream err) {
  private static final String CLAIMS = "claims.csv";
  private static final String REPORT = "report.html";
  private static final int SURPRISED = 3;

  /** The claims of one figure. */
  record Checked(Figure figure, List<Claim> claims) {
  }

  /** Returns the program's exit code. */
  public int run() {
    try (var interruption = new Interruption(); RunFolder folder = RunFolder.create(path, overwrite, opener)) {
      try {
        return run(folder, interruption);
      } catch (OutputError failed) {
        folder.fail(String.valueOf(failed.getMessage()));
        throw failed;
      } catch (OutOfMemoryError full) {
        folder.failForLackOfMemory();
        throw full;
      }
    }
  }

  private int run(RunFolder folder, Interruption interruption) {
    clear();
    for (Figure figure : figures) {
      for (String scenario : figure.scenarios()) {
        if (interruption.hasCome() || simulate(scenario, interruption) == Run.INTERRUPTED) {
          folder.fail("The user ended it.");
          err.println("interrupted: " + path + " is incomplete, and has no claims and no figure");
          return Run.INTERRUPTED;
        }
      }
    }
    var checked = new ArrayList<Checked>();
    var charts = new ArrayList<Chart>();
    for (Figure figure : figures) {
      var results = new Results(path);
      checked.add(new Checked(figure, figure.claims(results)));
      charts.add(figure.chart(results));
    }
    folder.write(CLAIMS, PaperText.csv(checked));
    folder.write(REPORT, Page.PAPER.html(PaperData.json(checked, charts)));
    folder.finish(PaperText.json(checked));
    if (!quiet) {
      out.print(PaperText.table(checked));
      out.println("results  " + path);
      out.flush();
    }
    return checked.stream().flatMap(of -> of.claims().stream()).anyMatch(Claim::surprises) ? SURPRISED : Run.DONE;
  }

  /** What an earlier call with other figures left would look like a result of this one. */
  private void clear() {
    try {
      Files.deleteIfExists(path.resolve(CLAIMS));
      Files.deleteIfExists(path.resolve(REPORT));
    } catch (IOException failed) {
      throw new OutputError(path, "remove earlier results", failed);
    }
  }

  private int simulate(String name, Interruption interruption) {
    if (!quiet) {
      err.println("running " + name);
    }
    Path file = Path.of(PaperScenarios.file(name));
    Scenario scenario = ScenarioFile.read(InputText.of(file, PaperScenarios.read(name)), Overrides.NONE);
    CaptureFiles none = CaptureFiles.of(List.of(), null, scenario.setup());
    Threads threads = Threads.choose(scenario.setup(), null);
    var silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int code = new Run(scenario, new Run.Options(path.resolve(name), true, true, opener, none, threads, () -> {
    }, Follower.NONE), silent, silent)
        .run(interruption);
    if (code == Run.STALLED && scenario.setup().untilPs == Long.MAX_VALUE) { // otherwise its end cuts flows off, as it should
      throw new IllegalStateException("flows of " + name + " did not finish");
    }
    return code;
  }
}
