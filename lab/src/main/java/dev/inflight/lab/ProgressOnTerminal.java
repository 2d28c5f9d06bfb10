package dev.inflight.lab;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Progress as a bar that disappears when the run ends. */
final class ProgressOnTerminal implements Progress.View {
  private static final int PARTS = 1000;
  private static final int UPDATE_MILLISECONDS = 200;

  private final String name;
  private @Nullable ProgressBar bar;

  ProgressOnTerminal(String name) {
    this.name = name;
  }

  @Override
  public void show(Progress.State state) {
    if (bar == null) {
      bar = new ProgressBarBuilder().setTaskName(name).setInitialMax(PARTS).setUnit("%", PARTS / 100)
          .setStyle(ProgressBarStyle.UNICODE_BLOCK).setUpdateIntervalMillis(UPDATE_MILLISECONDS).hideEta().clearDisplayOnFinish()
          .build();
    }
    bar.stepTo(Math.round(state.share() * PARTS));
    bar.setExtraMessage(state.toString());
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
