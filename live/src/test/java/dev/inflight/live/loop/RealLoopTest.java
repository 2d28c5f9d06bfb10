package dev.inflight.live.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class RealLoopTest {
  private static final long PS_PER_NANO = 1000;

  private final List<Long> fired = new ArrayList<>();
  private final List<Long> slept = new ArrayList<>();
  private long clockNanos = 1_000_000;

  /** Sleeper that advances the clock. */
  private final Sleeper sleeper = new Sleeper() {
    @Override
    public void watch(List<? extends Source> sources) {
      // no frame ever arrives
    }

    @Override
    public void sleep(long mostNanos) {
      slept.add(mostNanos);
      clockNanos += mostNanos;
    }

    @Override
    public void wake() {
      slept.add(0L);
    }

    @Override
    public void close() {
      // it holds no resources
    }
  };

  private RealLoop loop(Waiting waiting) {
    return new RealLoop(waiting, sleeper, () -> clockNanos);
  }

  private final class Noted extends Event {
    @Override
    public void fire() {
      fired.add(timePs);
    }
  }

  @Test
  void timeBeginsWithTheLoop() {
    RealLoop loop = loop(Waiting.SPIN);
    assertThat(loop.nowPs()).isZero();
    clockNanos += 5;
    assertThat(loop.nowPs()).isEqualTo(5000);
  }

  @Test
  void anEventIsNeverEarlyAndItsLatenessIsCounted() {
    RealLoop loop = loop(Waiting.SPIN);
    loop.schedule(new Noted(), 100 * PS_PER_NANO);
    clockNanos += 99;
    assertThat(loop.round()).isZero();
    clockNanos += 1;
    assertThat(loop.round()).isEqualTo(1);
    assertThat(loop.lateness().mostPs()).isZero();
    loop.schedule(new Noted(), 100 * PS_PER_NANO); // has passed
    clockNanos += 700;
    loop.round();
    assertThat(fired).containsExactly(100_000L, 100_000L);
    assertThat(loop.lateness().mostPs()).isEqualTo(700_000);
    assertThat(loop.lateness().events()).isEqualTo(2);
    assertThat(loop.lateness().boundNanos(0.5)).isEqualTo(2);
    assertThat(loop.lateness().boundNanos(1)).isEqualTo(700);
  }

  @Test
  void eventsFireInTheOrderOfTheirTimes() {
    RealLoop loop = loop(Waiting.SPIN);
    var random = new SplittableRandom(3);
    for (int event = 0; event < 1000; event++) {
      loop.schedule(new Noted(), random.nextLong(1000) * PS_PER_NANO);
    }
    for (int nano = 0; nano < 1000; nano++) {
      int before = fired.size();
      while (loop.round() > 0) {
        assertThat(loop.lateness().mostPs()).isZero();
      }
      long now = loop.nowPs();
      assertThat(fired.subList(before, fired.size())).allMatch(time -> time == now);
      clockNanos++;
    }
    assertThat(fired).hasSize(1000).isSorted();
    assertThat(loop.waitingEvents()).isZero();
  }

  /** For any amount of work of one kind, a round ends, and other kinds were served. */
  @Test
  void roundsAreBounded() {
    RealLoop loop = loop(Waiting.SPIN);
    int[] polls = {0, 0, 0};
    loop.add(new Source() {
      @Override
      public int poll(long nowPs, int most) {
        polls[0]++;
        polls[1] = most;
        return most;
      }

      @Override
      public void endRound() {
        polls[2]++;
      }

      @Override
      public int fileDescriptor() {
        return NONE;
      }
    });
    for (int event = 0; event < 1000; event++) {
      loop.schedule(new Noted(), 0);
    }
    Runnable[] again = {null};
    int[] tasks = {0};
    again[0] = () -> {
      tasks[0]++;
      loop.execute(again[0]); // forever
    };
    loop.execute(again[0]);
    int done = loop.round();
    assertThat(fired).hasSizeBetween(1, 300);
    assertThat(tasks[0]).isBetween(1, 100);
    assertThat(polls[1]).isBetween(1, 100);
    assertThat(done).isEqualTo(fired.size() + tasks[0] + polls[1]);
    assertThat(List.of(polls[0], polls[2])).containsExactly(1, 1);
  }

  @Test
  void aParkedLoopSleepsUntilShortlyBeforeItsNextEvent() {
    RealLoop loop = loop(Waiting.PARK);
    var stopping = new Event() {
      @Override
      public void fire() {
        loop.stop();
      }
    };
    loop.schedule(stopping, 250_000_000 * PS_PER_NANO);
    runSpinningTime(loop);
    assertThat(slept.subList(0, 3)).containsExactly(100_000_000L, 100_000_000L, 50_000_000L - 20_000 - 250_000);
    assertThat(loop.lateness().mostPs()).isLessThanOrEqualTo(PS_PER_NANO);
  }

  /** Advances time by 1 ns a round, after the loop's last sleep. */
  private void runSpinningTime(RealLoop loop) {
    loop.add(new Source() {
      @Override
      public int poll(long nowPs, int most) {
        clockNanos += slept.size() >= 3 ? 1 : 0;
        return 0;
      }

      @Override
      public void endRound() {
        // nothing is sent
      }

      @Override
      public int fileDescriptor() {
        return NONE;
      }
    });
    loop.run();
  }

  @Test
  void steadyEventsAllocateNothing() {
    RealLoop loop = loop(Waiting.SPIN);
    var again = new Event() {
      @Override
      public void fire() {
        loop.schedule(this, timePs + PS_PER_NANO);
      }
    };
    loop.schedule(again, 0);
    assertThat(Allocation.bytesOf(() -> {
      for (int round = 0; round < 50_000; round++) {
        clockNanos++;
        loop.round();
      }
    })).as("bytes for 50,000 rounds; the virtual machine makes some objects of its own").isLessThan(5000);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void tasksAndStopWakeALoopThatSleeps() throws InterruptedException {
    try (var poll = new PollSleeper()) {
      var loop = new RealLoop(Waiting.PARK, poll);
      Thread thread = Thread.ofPlatform().start(loop::run);
      int prompt = 0;
      for (int task = 0; task < 200; task++) {
        var ran = new CountDownLatch(1);
        long begin = System.nanoTime();
        loop.execute(ran::countDown);
        assertThat(ran.await(5, TimeUnit.SECONDS)).isTrue();
        prompt += System.nanoTime() - begin < 95_000_000 ? 1 : 0; // shorter than a sleep
        Thread.sleep(1); // it sleeps again
      }
      assertThat(prompt).as("tasks that did not wait for a sleep's end").isGreaterThan(100);
      loop.stop();
      assertThat(thread.join(java.time.Duration.ofSeconds(5))).isTrue();
    }
  }

  /** Nothing signals when the kernel has room again for a device's frames. */
  @Test
  void retriesSoonWhileASourceWaitsForRoom() {
    boolean[] waits = {true};
    RealLoop loop = loop(Waiting.PARK);
    loop.add(new Source() {
      @Override
      public int poll(long nowPs, int most) {
        return 0;
      }

      @Override
      public void endRound() {
      }

      @Override
      public boolean isWaitingForRoom() {
        return waits[0];
      }

      @Override
      public int fileDescriptor() {
        return 0;
      }
    });
    loop.run(10_000 * PS_PER_NANO);
    assertThat(slept).containsExactly(50_000L);
    waits[0] = false;
    loop.run(loop.nowPs());
    assertThat(slept).containsExactly(50_000L, 100_000_000L);
  }

  /** The thread did not run for a minute, and the awaited frame has arrived: 3 ms of that time count. */
  @Test
  void standstillIsLeftOutIfConfigured() {
    RealLoop loop = loop(Waiting.SPIN);
    loop.leaveStandstillsOut();
    loop.schedule(new Noted(), 10_000_000_000L);
    loop.round();
    clockNanos += 60_000_000_000L;
    loop.round();
    assertThat(loop.nowPs()).isEqualTo(3_000_000_000L);
    assertThat(fired).isEmpty();
    clockNanos += 2_000_000;
    assertThat(loop.nowPs()).isEqualTo(5_000_000_000L);
    for (int ms = 0; ms < 5; ms++) {
      loop.round();
      clockNanos += 1_000_000;
    }
    assertThat(fired).isEmpty();
    loop.round();
    assertThat(fired).hasSize(1);
  }

  @Test
  void standstillCountsByDefault() {
    RealLoop loop = loop(Waiting.SPIN);
    loop.schedule(new Noted(), 10_000_000_000L);
    loop.round();
    clockNanos += 60_000_000_000L;
    loop.round();
    assertThat(loop.nowPs()).isEqualTo(60_000_000_000_000L);
    assertThat(fired).hasSize(1);
  }

  /** A sleep of this length was intended: it is not a standstill. */
  @Test
  void sleepIsNotLeftOut() {
    var loop = new RealLoop(Waiting.PARK, sleeper, () -> clockNanos += 100);
    loop.leaveStandstillsOut();
    loop.schedule(new Noted(), 500_000_000_000L);
    loop.schedule(new Noted(), 1_000_000_000_000L);
    loop.run(500_000_000_000L);
    assertThat(slept).contains(100_000_000L);
    assertThat(loop.nowPs()).isBetween(500_000_000_000L, 501_000_000_000L);
    assertThat(clockNanos).isBetween(501_000_000L, 502_000_000L);
  }

  /** A loop with a thread that runs for the first time long after its creation. */
  @Test
  void eventsScheduledBeforeTheRunKeepTheirTime() throws InterruptedException {
    RealLoop loop = loop(Waiting.SPIN);
    loop.leaveStandstillsOut();
    clockNanos += 60_000_000_000L;
    loop.schedule(new Noted(), loop.nowPs() + 1_000_000_000L);
    Thread thread = Thread.ofPlatform().start(() -> {
      loop.round();
      clockNanos += 2_000_000;
      loop.round();
    });
    thread.join();
    assertThat(fired).hasSize(1);
  }

  /** After the first thread has left it, and some time: that time is left out too, for the first caller. */
  @Test
  void anotherThreadContinuesTheLoop() throws InterruptedException {
    RealLoop loop = loop(Waiting.PARK);
    loop.leaveStandstillsOut();
    loop.schedule(new Noted(), 1_000_000_000L);
    Thread first = Thread.ofPlatform().start(() -> {
      loop.stop();
      loop.run();
    });
    first.join();
    clockNanos += 60_000_000_000L;
    assertThat(loop.nowPs()).isEqualTo(3_000_000_000L);
    clockNanos += 60_000_000_000L;
    Thread second = Thread.ofPlatform().start(() -> loop.run(6_000_000_000L));
    second.join();
    assertThat(fired).hasSize(1);
    assertThat(loop.nowPs()).as("and a sleep of 100 ms, as there are no more events").isBetween(6_000_000_000L, 107_000_000_000L);
  }
}
