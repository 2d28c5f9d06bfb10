package dev.inflight.net.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers compared with a plain list of settings, and the events that they leave in their loop. */
class TimerTest {
  private static final int TIMERS = 5;

  /** Fires events in order of time and key, as {@link EventLoop} requires, and records the objects that it has seen. */
  private static final class PlainLoop implements EventLoop {
    private final PriorityQueue<Event> queue = new PriorityQueue<>(
        Comparator.<Event>comparingLong(event -> event.timePs).thenComparingLong(event -> event.key));
    private final Set<Event> seen = new HashSet<>();
    private int mostAtOnce;

    @Override
    public void schedule(Event event, long atPs) {
      assertThat(queue).as("an event is scheduled once").doesNotContain(event);
      assertThat(event.next).as("a scheduled event is in no other list").isNull();
      event.timePs = atPs;
      queue.add(event);
      seen.add(event);
      mostAtOnce = Math.max(mostAtOnce, queue.size());
    }

    boolean isEmpty() {
      return queue.isEmpty();
    }

    long nextPs() {
      return queue.element().timePs;
    }

    void fireNext() {
      queue.remove().fire();
    }
  }

  /** One setting: the timer fires then, and of those at one time first the one with the first key drawn. */
  private record Setting(int timer, long atPs, long key) {
  }

  private final PlainLoop loop = new PlainLoop();
  private final List<Setting> fired = new ArrayList<>();
  private long keys;

  private final class Recorded extends Timer {
    private final int number;

    Recorded(int number) {
      super(loop, () -> keys++);
      this.number = number;
    }

    @Override
    protected void fired(long nowPs) {
      assertThat(isSet()).isFalse();
      assertThat(atPs()).isEqualTo(NEVER);
      fired.add(new Setting(number, nowPs, -1));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void timersFireInTheOrderOfASortedList(long seed) {
    var random = new SplittableRandom(seed);
    var timers = new Recorded[TIMERS];
    var model = new ArrayList<Setting>();
    for (int number = 0; number < TIMERS; number++) {
      timers[number] = new Recorded(number);
    }
    long nowPs = 0;
    int inVain = 0;
    long sets = 0;
    for (int step = 0; step < 3000; step++) {
      int number = random.nextInt(TIMERS);
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> {
          long atPs = nowPs + random.nextLong(8); // near each other, so that many meet
          model.removeIf(setting -> setting.timer == number);
          model.add(new Setting(number, atPs, keys));
          timers[number].set(atPs);
          sets++;
        }
        case 3 -> {
          model.removeIf(setting -> setting.timer == number);
          timers[number].cancel();
        }
        default -> {
          if (!loop.isEmpty()) {
            nowPs = loop.nextPs();
            inVain += fireOne(model);
          }
        }
      }
      assertThat(keys).as("each setting draws one").isEqualTo(sets);
      compare(timers, model);
    }
    assertThat(inVain).as("settings that were moved or canceled").isGreaterThan(100);
    assertThat(loop.seen.size()).as("events are used again").isLessThanOrEqualTo(TIMERS * loop.mostAtOnce);
    assertThat(keys).isGreaterThan(10L * loop.seen.size());
  }

  /** Fires an event of the loop; returns 1 if that was in vain. */
  private int fireOne(List<Setting> model) {
    int before = fired.size();
    long atPs = loop.nextPs();
    loop.fireNext();
    if (fired.size() == before) {
      return 1;
    }
    model.sort(Comparator.comparingLong(Setting::atPs).thenComparingLong(Setting::key));
    Setting due = model.removeFirst();
    assertThat(fired).hasSize(before + 1);
    assertThat(fired.getLast()).isEqualTo(new Setting(due.timer, due.atPs, -1));
    assertThat(atPs).isEqualTo(due.atPs);
    return 0;
  }

  private static void compare(Recorded[] timers, List<Setting> model) {
    for (Recorded timer : timers) {
      long due = model.stream().filter(setting -> setting.timer == timer.number).mapToLong(Setting::atPs).findAny()
          .orElse(Timer.NEVER);
      assertThat(timer.atPs()).isEqualTo(due);
      assertThat(timer.isSet()).isEqualTo(due != Timer.NEVER);
    }
  }

  @Test
  void itMayBeSetAgainWhenItFiresAndNeedsNoOtherEventForThat() {
    var periodic = new Timer(loop, () -> keys++) {
      private int times;

      @Override
      protected void fired(long nowPs) {
        times++;
        if (times < 100) {
          set(nowPs + 7);
        }
      }
    };
    periodic.set(7);
    long lastPs = 0;
    while (!loop.isEmpty()) {
      lastPs = loop.nextPs();
      loop.fireNext();
    }
    assertThat(periodic.times).isEqualTo(100);
    assertThat(lastPs).isEqualTo(700);
    assertThat(loop.seen).hasSize(1);
    assertThat(keys).isEqualTo(100);
  }

  @Test
  void aTimerSetTwiceForOneTimeFiresForTheLaterSetting() {
    var once = new Recorded(0);
    var other = new Recorded(1);
    once.set(5);
    other.set(5);
    once.set(5);
    while (!loop.isEmpty()) {
      loop.fireNext();
    }
    assertThat(fired).extracting(Setting::timer).containsExactly(1, 0);
  }

  /** A finished flow's timer does not keep its owner in memory until the event's time. */
  @Test
  void releasesEndedTimers() {
    var timer = new Timer(loop, () -> ++keys) {
      @Override
      protected void fired(long nowPs) {
        throw new AssertionError("it has ended");
      }
    };
    timer.set(100);
    timer.end();
    assertThat(timer.isSet()).isFalse();
    assertThat(timer.atPs()).isEqualTo(Timer.NEVER);
    assertThat(loop.queue).singleElement().hasFieldOrPropertyWithValue("timer", null);
    loop.fireNext();
    assertThat(loop.isEmpty()).isTrue();
  }
}
