package dev.inflight.lab;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Progress as a bar that disappears when the run ends. */
final class ProgressOnTerminal implements Progress.View {
  private static final int PARTS = 1000;
  private static final int SHORTEST_BAR = 6;
  private static final int LONGEST_BAR = 40;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

  private @Nullable ProgressBar bar;

  @Override
  public void show(Progress.State state) {
    if (bar == null) {
      bar = new ProgressBarBuilder().setInitialMax(PARTS)
          .setRenderer((progress, width) -> render(progress.getNormalizedProgress(), progress.getExtraMessage(), width))
          .setUpdateIntervalMillis(Progress.LOOK_MILLISECONDS).clearDisplayOnFinish().build();
    }
    bar.setExtraMessage(state.toString());
    bar.stepTo(Math.round(state.share() * PARTS));
  }

  /** Everything on one line; the bar gives way to the numbers. */
  static String render(double share, String message, int width) {
    String percent = Show.right(Long.toString(Math.round(Math.floor(100 * share))), 3) + " % ";
    String numbers = " " + message;
    int length = Math.clamp(width - percent.length() - numbers.length() - 2L, SHORTEST_BAR, LONGEST_BAR);
    int eighths = (int) (share * length * 8);
    var line = new StringBuilder(percent).append('|').append("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      line.append(EIGHTHS.charAt(eighths % 8));
    }
    line.append(" ".repeat(length - (eighths + 7) / 8)).append('|').append(numbers);
    return line.substring(0, Math.min(line.length(), width));
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
