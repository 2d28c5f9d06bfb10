package dev.inflight.live.loop;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A clock that stands still until a test turns it, or one that jumps whenever it is read, as on a machine that is busy with something else. */
public final class TurnedClock implements LongSupplier {
  /** The longest jump but the seldom ones. */
  private static final int JUMP_NANOS = 50_000;
  /** The longest of every other jump: some events are hardly late, and show what would be early. */
  private static final int SMALL_JUMP_NANOS = 500;
  /** A jump that is seldom. */
  private static final long LONG_JUMP_NANOS = 1_000_000;
  private static final int LONG_JUMP_ONCE_IN = 200;

  private final @Nullable SplittableRandom random;
  private long nanos;

  private TurnedClock(@Nullable SplittableRandom random) {
    this.random = random;
  }

  /** One that stands still. */
  public static TurnedClock still() {
    return new TurnedClock(null);
  }

  /** One that jumps by up to 50 us, and now and then by 1 ms, at each reading. */
  public static TurnedClock jumping(long seed) {
    return new TurnedClock(new SplittableRandom(seed));
  }

  @Override
  public long getAsLong() {
    if (random != null) {
      boolean small = random.nextBoolean();
      nanos += random.nextInt(LONG_JUMP_ONCE_IN) == 0
          ? LONG_JUMP_NANOS
          : random.nextInt((small ? SMALL_JUMP_NANOS : JUMP_NANOS) + 1);
    }
    return nanos;
  }

  /** What it has said last. */
  public long nanos() {
    return nanos;
  }

  /** Turns it forward. */
  public void turn(long byNanos) {
    nanos += byNanos;
  }
}
