package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.function.IntSupplier;

/**
 * Progress on one line of a terminal, with a bar if the share is known. The line disappears at the end.
 * Between drawings, the cursor is at the start of the line. However a terminal displays a line that has become too long for it,
 * the next drawing starts at that line's start, and erases everything after it.
 */
final class ProgressOnTerminal implements ProgressView {
  private static final int SHORTEST_BAR = 6;
  private static final int LONGEST_BAR = 40;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String WRAP_OFF = "\u001b[?7l"; // for a terminal that becomes narrower
  private static final String WRAP_ON = "\u001b[?7h";
  private static final String ERASE_REST = "\u001b[J";
  /** End of each drawing. */
  static final String DRAWN = ERASE_REST + "\r" + WRAP_ON;

  private final PrintStream err;
  private final IntSupplier columns;
  private final boolean blocks;

  /**
   * Creates a progress line.
   *
   * @param err stream of the terminal
   * @param columns returns the terminal's width before each drawing
   */
  ProgressOnTerminal(PrintStream err, IntSupplier columns) {
    this.err = err;
    this.columns = columns;
    blocks = err.charset().newEncoder().canEncode(EIGHTHS + "█");
  }

  @Override
  public void show(Standing standing) {
    // The last column stays empty: some terminals wrap once it is written.
    err.print(WRAP_OFF + "\r" + render(standing, columns.getAsInt() - 1, blocks) + DRAWN);
    err.flush();
  }

  /** Returns a line of as many numbers as fit, followed by a bar if the share is known. */
  static String render(Standing standing, int columns, boolean blocks) {
    OptionalDouble share = standing.share();
    return share.isPresent() ? render(standing, share.getAsDouble(), columns, blocks) : standing.within(columns);
  }

  private static String render(Standing standing, double share, int columns, boolean blocks) {
    String percent = Humanize.right(Long.toString((long) Math.floor(100 * share)), 3) + " %";
    int around = percent.length() + " ||".length();
    if (columns < around + SHORTEST_BAR) {
      return columns < percent.length() ? "" : percent;
    }
    String numbers = standing.within(columns - around - SHORTEST_BAR - 1);
    int length = Math.clamp(columns - around - 1L - numbers.length(), SHORTEST_BAR, LONGEST_BAR);
    return percent + " |" + bar(share, length, blocks) + "|" + (numbers.isEmpty() ? "" : " " + numbers);
  }

  private static String bar(double share, int length, boolean blocks) {
    if (!blocks) {
      int full = (int) (share * length);
      return "#".repeat(full) + " ".repeat(length - full);
    }
    int eighths = (int) (share * length * 8);
    String part = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
    return "█".repeat(eighths / 8) + part + " ".repeat(length - (eighths + 7) / 8);
  }

  @Override
  public void close() {
    err.print("\r" + ERASE_REST);
    err.flush();
  }
}
