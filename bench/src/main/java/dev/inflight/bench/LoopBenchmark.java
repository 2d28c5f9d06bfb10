package dev.inflight.bench;

import dev.inflight.net.event.Event;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.loop.VirtualLoop;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of an event that fires and reschedules itself among a constant number of others. The delays are a fabric's: ends of transmissions,
 * arrivals after a cable, and a few timers beyond the wheel's horizon. {@code java -jar bench/target/benchmarks.jar LoopBenchmark -prof
 * gc}; {@code gc.alloc.rate.norm} should be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class LoopBenchmark {
  private static final int EVENTS_PER_CALL = 1024;
  private static final int DELAYS = 1 << 14;
  private static final long NANOSECOND_PS = 1000;

  /** The order of simultaneous events. */
  @Param({"PORT", "SCHEDULING"})
  public TieOrder ties;
  /** Number of events that are scheduled at any time. */
  @Param({"1024", "32768"})
  public int pending;

  private final long[] delaysPs = new long[DELAYS];
  private VirtualLoop loop;
  private int drawn;
  private long fired;
  private long stopAt;

  /** Schedules the events. */
  @Setup
  public void schedule() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < DELAYS; i++) {
      int kind = random.nextInt(100);
      long nanoseconds = kind < 49
          ? random.nextInt(20, 90)
          : kind < 98 ? random.nextInt(1020, 1090) : random.nextInt(10_000, 20_000);
      delaysPs[i] = nanoseconds * NANOSECOND_PS;
    }
    loop = VirtualLoop.of(ties);
    for (int i = 0; i < pending; i++) {
      var event = new Again();
      event.key = i;
      loop.schedule(event, delaysPs[i % DELAYS]);
    }
  }

  /** Fires 1024 events; additional events of the last instant count for the next call. */
  @Benchmark
  @OperationsPerInvocation(EVENTS_PER_CALL)
  public long scheduleAndFire() {
    stopAt += EVENTS_PER_CALL;
    if (fired < stopAt) {
      loop.run(Long.MAX_VALUE);
    }
    return loop.nowPs();
  }

  private final class Again extends Event {
    @Override
    public void fire() {
      if (++fired >= stopAt) {
        loop.stop();
      }
      loop.schedule(this, timePs + delaysPs[drawn++ & DELAYS - 1]);
    }
  }
}
