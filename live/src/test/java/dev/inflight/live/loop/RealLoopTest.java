package dev.inflight.live.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.event.Event;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RealLoopTest {
  private static final long US = 1_000_000;
  private static final long MS_NANOS = 1_000_000;

  private long nanos;
  private final List<String> diary = new ArrayList<>();
  private final Sleeper none = new Sleeper() {
    @Override
    public void watch(List<? extends Source> sources) {
      diary.add("watches " + sources.size());
    }

    @Override
    public void sleep(long mostNanos) {
      diary.add("sleeps " + mostNanos);
      nanos += mostNanos;
    }

    @Override
    public void wake() {
      diary.add("wakes");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  };

  private final class Noted extends Event {
    final String name;

    Noted(String name, long key) {
      this.name = name;
      this.key = key;
    }

    @Override
    public void fire() {
      diary.add(name + " due " + timePs / US + " at " + nanos / 1000);
    }
  }

  @Test
  void eventsAreNeverEarlyAndKnowWhenTheyWereDue() {
    var loop = new RealLoop(Waiting.SPIN, none, () -> nanos);
    loop.schedule(new Noted("b", 2), 20 * US);
    loop.schedule(new Noted("a", 1), 20 * US);
    loop.schedule(new Noted("c", 3), 30 * US);
    nanos = 19_999;
    assertThat(loop.round()).isZero();
    nanos = 20_000;
    assertThat(loop.round()).isEqualTo(2);
    nanos = 95_000;
    assertThat(loop.round()).isEqualTo(1);
    assertThat(diary).containsExactly("a due 20 at 20", "b due 20 at 20", "c due 30 at 95");
    assertThat(loop.lateness().events()).isEqualTo(3);
    assertThat(loop.lateness().mostPs()).isEqualTo(65 * US);
    assertThat(loop.lateness().boundNanos(0.5)).isEqualTo(2);
    assertThat(loop.lateness().boundNanos(1)).isEqualTo(1 << 16);
    assertThat(loop.waitingEvents()).isZero();
  }

  @Test
  void timeBeginsAnewWhenItIsAskedTo() {
    nanos = 5000;
    var loop = new RealLoop(Waiting.SPIN, none, () -> nanos);
    loop.schedule(new Noted("a", 1), 10 * US);
    nanos = 1_000_000;
    loop.begin();
    assertThat(loop.nowPs()).isZero();
    assertThat(loop.round()).isZero();
    nanos += 10_000;
    assertThat(loop.round()).isEqualTo(1);
  }

  @Test
  void aRoundIsBounded() {
    var loop = new RealLoop(Waiting.SPIN, none, () -> nanos);
    var flood = new Source() {
      int asked;
      int ended;

      @Override
      public int poll(long nowPs, int most) {
        asked += most;
        return most;
      }

      @Override
      public void endRound() {
        ended++;
      }

      @Override
      public int fileDescriptor() {
        return NONE;
      }
    };
    loop.add(flood);
    for (int event = 0; event < 1000; event++) {
      loop.schedule(new Noted("e", event), 0);
    }
    assertThat(loop.round()).isEqualTo(128);
    assertThat(flood.asked).isEqualTo(64);
    assertThat(flood.ended).isEqualTo(1);
    loop.remove(flood);
    assertThat(loop.round()).isEqualTo(64);
    assertThat(flood.ended).isEqualTo(1);
  }

  @Test
  void itSleepsUntilShortlyBeforeTheNextEvent() {
    var loop = new RealLoop(Waiting.PARK, none, () -> nanos);
    loop.schedule(new Noted("a", 1), 1000 * US);
    loop.run(930 * US);
    assertThat(diary).containsExactly("sleeps 940000");
  }

  @ParameterizedTest
  @EnumSource
  void othersGiveItWorkAndEndIt(Waiting waiting) throws InterruptedException {
    try (var sleeper = new PollSleeper()) {
      var loop = new RealLoop(waiting, sleeper);
      var thread = Thread.ofPlatform().start(loop::run);
      for (int time = 0; time < 50; time++) {
        var done = new CountDownLatch(1);
        Thread.sleep(time % 5);
        loop.execute(done::countDown);
        assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
      }
      loop.stop();
      thread.join(5000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void realEventsAreNotEarly(Waiting waiting) {
    try (var sleeper = new PollSleeper()) {
      var loop = new RealLoop(waiting, sleeper);
      var early = new ArrayList<Long>();
      for (int event = 1; event <= 200; event++) {
        var due = new Event() {
          @Override
          public void fire() {
            if (loop.nowPs() < timePs) {
              early.add(timePs);
            }
          }
        };
        due.key = event;
        loop.schedule(due, event * 150 * US);
      }
      loop.run(31_000 * US);
      assertThat(loop.lateness().events()).isEqualTo(200);
      assertThat(early).isEmpty();
    }
  }

  @Test
  void nothingIsAllocatedForAnEvent() {
    var loop = new RealLoop(Waiting.SPIN, none, () -> nanos);
    var again = new Event() {
      int left = 20_000;

      @Override
      public void fire() {
        if (left-- > 0) {
          loop.schedule(this, timePs + US);
        }
      }
    };
    loop.schedule(again, 0);
    runAll(loop);
    again.left = 20_000;
    loop.schedule(again, nanos * 1000);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    runAll(loop);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  private void runAll(RealLoop loop) {
    while (loop.waitingEvents() > 0) {
      nanos += MS_NANOS / 1000;
      loop.round();
    }
  }
}
