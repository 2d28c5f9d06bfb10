package dev.inflight.lab.read;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reports the stage of a run's set-up to a display, if there is one. */
public final class Stages {
  private static final ScopedValue<Consumer<String>> CURRENT = ScopedValue.newInstance();

  private Stages() {
  }

  /**
   * Runs a set-up, and reports its stages.
   *
   * @param shown receives each stage at its start, in the thread of the set-up
   */
  public static <T> T watched(Consumer<String> shown, Supplier<T> setUp) {
    return ScopedValue.where(CURRENT, shown).call(setUp::get);
  }

  /**
   * Starts a stage, which ends the previous one.
   *
   * @param stage short noun phrase in lower case
   */
  public static void enter(String stage) {
    if (CURRENT.isBound()) {
      CURRENT.get().accept(stage);
    }
  }
}
