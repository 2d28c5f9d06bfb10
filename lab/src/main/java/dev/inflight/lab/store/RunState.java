package dev.inflight.lab.store;

import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Completeness of a run. */
public enum RunState {
  /** The folder has a summary. */
  WHOLE(""),
  /** A file of flows without a folder. */
  FILE(""),
  /** The user ended it early. */
  INTERRUPTED("this run was interrupted"),
  /** Results are missing. */
  INCOMPLETE("this run has not ended, or it was killed"),
  /** Results are missing, and {@code FAILED} has the reason. */
  FAILED("this run failed; its file FAILED has the reason");

  private final String trouble;

  RunState(String trouble) {
    this.trouble = trouble;
  }

  /** Reason why the run is incomplete, in words; empty for a complete run. */
  public String trouble() {
    return trouble;
  }

  /** Reports whether flows may be missing although they are not stalled. */
  public boolean isPartial() {
    return !trouble.isEmpty();
  }

  /** Returns the state by a folder's marks; null without a mark. */
  public static @Nullable RunState marked(Path folder) {
    return Files.exists(folder.resolve(RunFolder.FAILED))
        ? FAILED
        : Files.exists(folder.resolve(RunFolder.INCOMPLETE)) ? INCOMPLETE : null;
  }

  /** Returns the state by a summary, or of a folder without one. */
  public static RunState of(@Nullable SummaryFile summary) {
    return summary == null ? INCOMPLETE : summary.says("partial") ? INTERRUPTED : WHOLE;
  }
}
