package dev.inflight.lab.run;

import java.io.PrintStream;
import java.util.OptionalDouble;

/** Display of progress. */
interface ProgressView extends AutoCloseable {
  /** State of work in progress. */
  interface Standing {
    /** Finished share of the work, 0 to 1; empty if it is unknown. */
    OptionalDouble share();

    /** Returns as much of the state as fits; empty if nothing fits. */
    String within(int columns);
  }

  /** Shows the state; called several times a second. */
  void show(Standing standing);

  @Override
  void close();

  /** Returns a line that is redrawn if {@code err} is a terminal, otherwise a line every few seconds. */
  static ProgressView on(PrintStream err) {
    String kind = System.getenv("TERM");
    if (err != System.err || kind == null || kind.equals("dumb")) {
      return new ProgressLines(err, System::nanoTime);
    }
    return Terminal.ofStandardError()
        .<ProgressView>map(terminal -> new ProgressOnTerminal(err, () -> terminal.columns().orElse(0)))
        .orElseGet(() -> new ProgressLines(err, System::nanoTime));
  }
}
