package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Window;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * {@link DcqcnAuthors} and a second implementation of its rules, as events that schedule each other, agree to the bit/s at any
 * time.
 */
class DcqcnAuthorsArithmeticTest {
  static final List<DcqcnAuthors> VARIANTS = List.of(DcqcnAuthors.DEFAULT, //
      new DcqcnAuthors(1_000_000, 4_000_000, 300_000_000, 1, 1.0 / 256, 20_000_000, 200_000_000, 1_000_000_000, true,
          Window.NONE),
      new DcqcnAuthors(55_000_000, 50_000_000, 55_000_000, 5, 1.0 / 256, 5_000_000, 50_000_000, 100_000_000, false, Window.NONE),
      new DcqcnAuthors(1_000_000, 4_000_000, 8_000_000, 2, 1.0 / 16, 33_333_333, 1_234_567, 1, false, Window.FOLLOWS_RATE),
      new DcqcnAuthors(3_000_000, 3_000_000, 3_000_000, 0, 0.3, 1, 7_777_777_777L, 12_345_679, true, Window.FIXED));

  private static final long PS_PER_NS = 1000;
  private static final long LINE = 100_000_000_000L;

  /** Events of one flow, simultaneous ones in the order in which they were scheduled. */
  private static final class Events {
    private record Due(long ns, int serial, Runnable action) implements Comparable<Due> {
      @Override
      public int compareTo(Due other) {
        return ns != other.ns ? Long.compare(ns, other.ns) : Integer.compare(serial, other.serial);
      }
    }

    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private int serial;
    long nowNs;

    Due in(long ns, Runnable action) {
      var due = new Due(nowNs + ns, serial++, action);
      queue.add(due);
      return due;
    }

    void cancel(@Nullable Due due) {
      queue.remove(due);
    }

    void runBefore(long ns) {
      while (!queue.isEmpty() && queue.peek().ns < ns) {
        Due due = queue.remove();
        nowNs = due.ns;
        due.action.run();
      }
      nowNs = ns;
    }
  }

  /** The rules, in nanoseconds. */
  private static final class Rules {
    private final DcqcnAuthors parameters;
    private final Events events = new Events();
    private long rate = LINE;
    private long target;
    private double alpha;
    private boolean first = true;
    private boolean seen;
    private boolean toDecrease;
    private int stage;
    private Events.@Nullable Due pendingIncrease;

    Rules(DcqcnAuthors parameters) {
      this.parameters = parameters;
    }

    void mark() {
      seen = true;
      toDecrease = true;
      if (first) {
        first = false;
        alpha = 1;
        seen = false;
        events.in(parameters.alphaIntervalPs() / PS_PER_NS, this::alpha);
        events.in(parameters.decreaseIntervalPs() / PS_PER_NS + 1, this::decrease);
        target = rate;
      }
    }

    private void alpha() {
      alpha = (1 - parameters.gain()) * alpha + parameters.gain() * (seen ? 1 : 0);
      seen = false;
      events.in(parameters.alphaIntervalPs() / PS_PER_NS, this::alpha);
    }

    private void decrease() {
      events.in(parameters.decreaseIntervalPs() / PS_PER_NS, this::decrease);
      if (toDecrease) {
        toDecrease = false;
        if (stage != 0 || parameters.clampTarget()) {
          target = rate;
        }
        long cut = (long) ((double) rate * (1 - alpha / 2));
        rate = cut < parameters.minRateBitsPerSec() ? parameters.minRateBitsPerSec() : cut;
        stage = 0;
        events.cancel(pendingIncrease);
        pendingIncrease = events.in(parameters.increaseIntervalPs() / PS_PER_NS, this::increase);
      }
    }

    private void increase() {
      pendingIncrease = events.in(parameters.increaseIntervalPs() / PS_PER_NS, this::increase);
      if (stage == parameters.fastRecoveryTimes()) {
        target += parameters.rateAiBitsPerSec();
      } else if (stage > parameters.fastRecoveryTimes()) {
        target += parameters.rateHaiBitsPerSec();
      }
      target = Math.min(target, LINE);
      rate = (rate >> 1) + (target >> 1);
      stage++;
    }
  }

  /** Driver of a control's timers, by the rules of {@link CongestionControl#timerPs}. */
  private static final class Timers {
    private final CongestionControl flow;
    private final Events events = new Events();
    private final long[] scheduledPs = {CongestionControl.NEVER, CongestionControl.NEVER, CongestionControl.NEVER};

    Timers(CongestionControl flow) {
      this.flow = flow;
    }

    void look() {
      for (int i = 0; i < flow.timers(); i++) {
        long duePs = flow.timerPs(i);
        if (duePs != scheduledPs[i]) {
          int timer = i;
          scheduledPs[i] = duePs;
          events.in(duePs / PS_PER_NS - events.nowNs, () -> fire(timer, duePs));
        }
      }
    }

    private void fire(int timer, long duePs) {
      if (flow.timerPs(timer) == duePs) {
        scheduledPs[timer] = CongestionControl.NEVER;
        flow.onTimer(timer, duePs);
        look();
      }
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void everyRateIsThatOfTheRules(DcqcnAuthors scheme) {
    var random = new SplittableRandom(50);
    for (int story = 0; story < 50; story++) {
      CongestionControl flow = scheme.start(PathFacts.of(LINE, 13_000_000, 1000));
      var timers = new Timers(flow);
      var rules = new Rules(scheme);
      var ack = new Feedback();
      double marks = 0;
      long ns = 0;
      for (int turn = 0; turn < 2000; turn++) {
        marks = random.nextInt(50) == 0 ? Math.max(0, random.nextDouble(-0.5, 1)) : marks;
        ns += random.nextInt(100) == 0 ? random.nextInt(2_000_000) : random.nextInt(1, 20) * 100;
        timers.events.runBefore(ns);
        rules.events.runBefore(ns);
        assertThat(flow.paceBitsPerSec()).isEqualTo(rules.rate);
        ack.nowPs = ns * PS_PER_NS;
        ack.ecnMarked = random.nextDouble() < marks;
        flow.onAck(ack);
        timers.look();
        if (ack.ecnMarked) {
          rules.mark();
        }
      }
      assertThat(rules.first).isFalse();
    }
  }
}
