package dev.inflight.lab.store;

import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How whole a run is. */
public enum RunState {
  /** Its folder has a summary. */
  WHOLE(""),
  /** Nothing but flows is known of it. */
  FILE(""),
  /** The user ended it early. */
  INTERRUPTED("this run was interrupted"),
  /** Results are missing. */
  INCOMPLETE("this run has not ended, or it was killed"),
  /** Results are missing, and {@code FAILED} says why. */
  FAILED("this run failed; its file FAILED has the reason");

  private final String trouble;

  RunState(String trouble) {
    this.trouble = trouble;
  }

  /** What is wrong with it, in words; empty when nothing is. */
  public String trouble() {
    return trouble;
  }

  /** Whether flows may be missing that are not stalled. */
  public boolean isPartial() {
    return !trouble.isEmpty();
  }

  /** What a folder is marked as; null when it has no mark. */
  public static @Nullable RunState marked(Path folder) {
    return Files.exists(folder.resolve(RunFolder.FAILED))
        ? FAILED
        : Files.exists(folder.resolve(RunFolder.INCOMPLETE)) ? INCOMPLETE : null;
  }

  /** What a summary says, or that there is none. */
  public static RunState of(@Nullable SummaryFile summary) {
    return summary == null ? INCOMPLETE : summary.says("partial") ? INTERRUPTED : WHOLE;
  }
}
