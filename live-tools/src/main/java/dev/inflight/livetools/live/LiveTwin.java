package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.lab.page.Explanations;
import dev.inflight.lab.page.ReportPage;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.Warnings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Pair of a simulated and a live run of one scenario, with a report of their differences. */
public final class LiveTwin {
  private static final String SIMULATED = RunFolder.TWINS.getFirst();
  private static final String LIVE = RunFolder.TWINS.getLast();
  private static final String REPORT = "report.html";
  private static final String TABLE = "twin.txt";

  private final LiveRun live;
  private final Path folder;

  /**
   * Creates the pair for a live run.
   *
   * @param live live run; its folder is not used
   * @param folder folder for both runs' folders and their report
   */
  public LiveTwin(LiveRun live, Path folder) {
    this.live = live;
    this.folder = folder;
  }

  /** Runs both; returns the exit code of the first incomplete run. */
  public int run() {
    LiveRun real = live.into(folder.resolve(LIVE));
    real.check();
    Privileges.require();
    Path report = folder.resolve(REPORT);
    if (live.scenario().tables() == Scenario.Tables.PARQUET) {
      throw SourceLocation.of("--twin").error("tables: parquet; a twin reads them as csv");
    }
    checkContent();
    if (Files.exists(report) && !live.overwrite()) {
      throw SourceLocation.of(report).error("the report of an earlier twin is there; --force overwrites it");
    }
    remove(report);
    remove(folder.resolve(TABLE));
    CaptureFiles none = CaptureFiles.of(List.of(), null, live.scenario().setup());
    var options = new Run.Options(folder.resolve(SIMULATED), live.overwrite(), true, live.opener(), none,
        Threads.choose(live.scenario().setup(), null), () -> {
        }, Follower.NONE);
    int simulated = new Run(live.scenario(), options, live.out(), live.err()).run();
    if (simulated == Run.INTERRUPTED) {
      return simulated;
    }
    int code = real.run();
    if (code == Run.INTERRUPTED) {
      return code;
    }
    List<StoredRun> both = StoredRun.open(List.of(folder.resolve(SIMULATED), folder.resolve(LIVE)), true);
    ReportPage.write(both, Explanations.NONE, List.of(), folder.resolve(REPORT), Warnings.of(live.err(), false));
    String table = TwinText.of(folder.resolve(SIMULATED), folder.resolve(LIVE), live.scenario().setup().topology());
    write(table.strip() + '\n');
    if (!live.quiet()) {
      live.out().print(table);
      live.out().println("report      " + folder.resolve(REPORT));
      live.out().flush();
    }
    return simulated == Run.DONE ? code : simulated;
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      throw new OutputError(file, "remove", failed);
    }
  }

  /** Writes the report to the folder, so that it can be read after a quiet run too. */
  private void write(String table) {
    Path file = folder.resolve(TABLE);
    try (var to = live.opener().open(file)) {
      to.write(table.getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new OutputError(file, "write", failed);
    }
  }

  private void checkContent() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    if (Files.exists(folder.resolve(RunFolder.CLAIMS))) {
      throw SourceLocation.of(folder).error(RunFolder.OF_THE_PAPER);
    }
    if (Files.exists(folder.resolve(RunFolder.SUMMARY))) {
      throw SourceLocation.of(folder)
          .error("the folder holds the results of a single run; the two runs of a twin need a folder of their own, with --out");
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (!name.equals(REPORT) && !name.equals(TABLE) && !RunFolder.TWINS.contains(name)) {
          throw SourceLocation.of(folder)
              .error("the folder is not empty, and " + Quoted.of(name) + " in it is not a twin's; choose another with --out");
        }
      }
    } catch (IOException unreadable) {
      throw new OutputError(folder, "list the folder", unreadable);
    }
  }
}
