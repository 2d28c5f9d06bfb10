package dev.inflight.live.loop;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Clock that advances only when a test turns it, or one that jumps at each reading, as on a machine that is busy with other work. */
public final class TurnedClock implements LongSupplier {
  /** Longest jump except the rare ones. */
  private static final int JUMP_NANOS = 50_000;
  /** Longest of every other jump: some events are hardly late, so that early ones become visible. */
  private static final int SMALL_JUMP_NANOS = 500;
  /** Length of a rare jump. */
  private static final long LONG_JUMP_NANOS = 1_000_000;
  private static final int LONG_JUMP_ONCE_IN = 200;

  private final @Nullable SplittableRandom random;
  private long nanos;

  private TurnedClock(@Nullable SplittableRandom random) {
    this.random = random;
  }

  /** Creates a clock that only advances when turned. */
  public static TurnedClock still() {
    return new TurnedClock(null);
  }

  /** Creates a clock that jumps by up to 50 us, and sometimes by 1 ms, at each reading. */
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

  /** Last time of the clock. */
  public long nanos() {
    return nanos;
  }

  /** Advances the clock. */
  public void turn(long byNanos) {
    nanos += byNanos;
  }
}
