package dev.inflight.lab.read;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reports the stage of a run's set-up to a display. Without a display, a report has no effect. */
public final class Stages {
  private static final ScopedValue<Consumer<String>> CURRENT = ScopedValue.newInstance();

  private Stages() {
  }

  /**
   * Sets something up, and passes its stages on.
   *
   * @param shown receives each stage when it starts, in the thread of the set-up
   */
  public static <T> T watched(Consumer<String> shown, Supplier<T> setUp) {
    return ScopedValue.where(CURRENT, shown).call(setUp::get);
  }

  /**
   * A stage starts, and the one before has ended.
   *
   * @param stage a short noun phrase, in lower case
   */
  public static void enter(String stage) {
    if (CURRENT.isBound()) {
      CURRENT.get().accept(stage);
    }
  }
}
