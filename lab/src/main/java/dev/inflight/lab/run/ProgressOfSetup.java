package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Stages;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the stage of a set-up that takes more than a second. A shorter one shows nothing, and loads no classes for showing it.
 */
public final class ProgressOfSetup {
  /** Time in ns before which nothing is shown. */
  static final long SILENT_NS = 1_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final String FIRST_STAGE = "reading files";

  private final boolean isSilent;
  private final LongSupplier clockNs;
  private final Supplier<ProgressView> views;
  private final long beganNs;
  private volatile String stage = FIRST_STAGE;
  private @Nullable ProgressView view;
  private boolean ended;

  /**
   * State of a set-up.
   *
   * @param stage current stage
   * @param seconds seconds since its start
   */
  record Standing(String stage, double seconds) implements ProgressView.Standing {
    @Override
    public OptionalDouble share() {
      return OptionalDouble.empty();
    }

    @Override
    public String within(int columns) {
      String time = Humanize.seconds(seconds);
      return Stream.of("setting up: " + stage + ", " + time, stage + ", " + time, time).filter(text -> text.length() <= columns)
          .findFirst().orElse("");
    }
  }

  /**
   * Creates the progress of a set-up that starts now.
   *
   * @param err stream of the display
   * @param isSilent true to show nothing
   */
  public ProgressOfSetup(PrintStream err, boolean isSilent) {
    this(() -> ProgressView.on(err), isSilent, System::nanoTime);
  }

  /** Creates a progress with other views and another clock in ns. */
  ProgressOfSetup(Supplier<ProgressView> views, boolean isSilent, LongSupplier clockNs) {
    this.isSilent = isSilent;
    this.clockNs = clockNs;
    this.views = views;
    beganNs = clockNs.getAsLong();
  }

  /** Runs a part of the set-up. The display is gone when this returns or throws, so that other text can follow. */
  public <T> T during(Supplier<T> part) {
    if (isSilent) {
      return part.get();
    }
    var atExit = new Thread(this::end, "set-up ends");
    Runtime.getRuntime().addShutdownHook(atExit); // Ctrl-C leaves no line on the terminal
    try (var _ = Ticker.start("set-up", this::look)) {
      return watch(part);
    } finally {
      hide();
      remove(atExit);
    }
  }

  /** Runs a part that reports its stages in this thread. */
  <T> T watch(Supplier<T> part) {
    return Stages.watched(entered -> stage = entered, part);
  }

  private void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException goingDown) {
      end();
    }
  }

  /** Shows the stage if it is due. */
  synchronized void look() {
    long elapsedNs = clockNs.getAsLong() - beganNs;
    if (elapsedNs < SILENT_NS || ended) {
      return;
    }
    if (view == null) {
      view = views.get();
    }
    view.show(new Standing(stage, elapsedNs / NS_PER_SECOND));
  }

  /** Stops the display because the program ends. */
  synchronized void end() {
    ended = true;
    hide();
  }

  /** Removes the display. */
  synchronized void hide() {
    if (view != null) {
      view.close();
      view = null;
    }
  }
}
