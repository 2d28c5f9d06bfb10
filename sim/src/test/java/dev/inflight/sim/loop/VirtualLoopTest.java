package dev.inflight.sim.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualLoopTest {
  /** The same rules in simple form: a sorted queue. */
  private record Expected(long timePs, long key, long order, int id) {
  }

  @ParameterizedTest
  @EnumSource
  void firesInTheOrderOfASortedQueue(TieOrder ties) {
    for (long seed = 0; seed < 20; seed++) {
      checkAgainstModel(ties, seed);
    }
  }

  private static void checkAgainstModel(TieOrder ties, long seed) {
    boolean byKey = ties == TieOrder.PORT;
    Comparator<Expected> order = Comparator.comparingLong(Expected::timePs);
    order = byKey ? order.thenComparingLong(Expected::key) : order.thenComparingLong(Expected::order);
    var model = new PriorityQueue<>(order);
    var loop = VirtualLoop.of(ties);
    var random = new SplittableRandom(seed);
    List<Integer> fired = new ArrayList<>();
    int[] scheduled = {0};
    class Probe extends Event {
      private final int id = scheduled[0]++;

      @Override
      public void fire() {
        fired.add(id);
        Expected next = model.poll();
        assertThat(next).isNotNull();
        assertThat(id).as("event at %d ps, key %d", timePs, key).isEqualTo(next.id);
        assertThat(loop.nowPs()).isEqualTo(timePs);
        for (int more = random.nextInt(scheduled[0] < 20_000 ? 3 : 1); more > 0; more--) {
          add(timePs);
        }
      }

      private void add(long nowPs) {
        var probe = new Probe();
        long delayNs = switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> 87;
          case 2 -> 1087;
          case 3 -> random.nextInt(5000);
          case 4 -> random.nextInt(10_000_000);
          default -> random.nextInt(100);
        };
        long delayPs = delayNs * 1000 + (byKey && delayNs > 0 ? random.nextInt(1000) : 0);
        // Within one instant a key must not come before the running event's, as ports' counters only rise.
        probe.key = (delayPs == 0 ? key >> 32 : 0) + random.nextInt(50) << 32 | probe.id; // unique, as ports' keys are
        loop.schedule(probe, nowPs + delayPs);
        model.add(new Expected(nowPs + delayPs, probe.key, probe.id, probe.id));
      }
    }
    var first = new Probe();
    first.key = 1;
    loop.schedule(first, 2_000_000_000_000L);
    model.add(new Expected(first.timePs, 1, 0, 0));
    for (int i = 0; i < 50; i++) {
      first.add(2_000_000_000_000L);
    }
    long stopPs = 2_000_000_000_000L;
    while (!model.isEmpty()) {
      stopPs += random.nextLong(3_000_000_000L);
      loop.run(byKey ? stopPs : stopPs / 1000 * 1000);
      assertThat(loop.nowPs()).isLessThanOrEqualTo(stopPs);
    }
    assertThat(fired).hasSizeGreaterThan(50);
    assertThat(loop.fired()).isEqualTo(fired.size());
  }

  /** A place of an event that may be scheduled later. */
  private record Reserved(long place, long timePs, int order) {
  }

  @Test
  void anEventWithAReservedPlaceFiresAsIfItHadBeenScheduledThen() {
    for (long seed = 0; seed < 20; seed++) {
      new ReservedPlaces(seed).run();
    }
  }

  /** Half of all events are scheduled at once; of the others a place is reserved, which some use later and some never. */
  private static final class ReservedPlaces {
    private final VirtualLoop loop = VirtualLoop.of(TieOrder.SCHEDULING);
    private final PriorityQueue<Expected> model = new PriorityQueue<>(
        Comparator.comparingLong(Expected::timePs).thenComparingLong(Expected::order));
    private final List<Reserved> reserved = new ArrayList<>();
    private final SplittableRandom random;
    private int numbers;
    private int used;
    private int past;

    ReservedPlaces(long seed) {
      random = new SplittableRandom(seed);
    }

    void run() {
      for (int i = 0; i < 20; i++) {
        add(0);
      }
      loop.run(Long.MAX_VALUE - 1);
      assertThat(model).isEmpty();
      assertThat(used).isGreaterThan(1000);
      assertThat(past).isGreaterThan(100);
    }

    private void add(long nowPs) {
      long delayNs = random.nextInt(3) == 0 ? random.nextInt(20_000) : random.nextInt(4);
      long atPs = nowPs + 1000 * delayNs;
      int order = numbers++;
      if (random.nextBoolean()) {
        loop.schedule(new Numbered(order), atPs);
        model.add(new Expected(atPs, 0, order, order));
      } else {
        reserved.add(new Reserved(loop.reserve(), atPs, order));
      }
    }

    private void use(Reserved one, long nowPs, int nowOrder) {
      boolean isPast = one.timePs < nowPs || one.timePs == nowPs && one.order < nowOrder;
      if (one.timePs == nowPs) {
        assertThat(loop.isPast(one.place)).isEqualTo(isPast);
      }
      if (isPast) {
        past++;
      } else {
        used++;
        loop.scheduleReserved(new Numbered(one.order), one.timePs, one.place);
        model.add(new Expected(one.timePs, 0, one.order, one.order));
      }
    }

    private final class Numbered extends Event {
      private final int order;

      Numbered(int order) {
        this.order = order;
      }

      @Override
      public void fire() {
        Expected next = model.poll();
        assertThat(next).isNotNull();
        assertThat(order).isEqualTo(next.id);
        assertThat(timePs).isEqualTo(next.timePs);
        for (int more = random.nextInt(numbers < 10_000 ? 5 : 1); more > 0; more--) {
          add(timePs);
        }
        for (int more = random.nextInt(3); more > 0 && !reserved.isEmpty(); more--) {
          use(reserved.remove(random.nextInt(reserved.size())), timePs, order);
        }
      }
    }
  }

  @Test
  void manyEventsOfOneInstantAreSortedByKey() {
    var loop = VirtualLoop.of(TieOrder.PORT);
    var random = new SplittableRandom(1);
    List<Long> keys = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      var event = new Event() {
        @Override
        public void fire() {
          keys.add(key);
        }
      };
      event.key = random.nextInt(1_000_000);
      loop.schedule(event, 1_000_000);
    }
    loop.run(Long.MAX_VALUE - 1);
    assertThat(keys).hasSize(5000).isSorted();
  }

  @ParameterizedTest
  @EnumSource
  void lastEventSeesQuietTimeWithoutEnd(TieOrder ties) {
    var loop = VirtualLoop.of(ties);
    long slotPs = ties == TieOrder.PORT ? 1024 : 1000;
    long[] timesPs = {slotPs, slotPs, 3 * slotPs, (3 + 4095) * slotPs, 50_000_000}; // the fourth is in the last slot that the wheel reaches
    List<Long> quiet = new ArrayList<>();
    class Asking extends Event {
      private final int number;

      Asking(int number) {
        this.number = number;
        key = number;
      }

      @Override
      public void fire() {
        if (number == 2) {
          loop.schedule(new Asking(3), timesPs[3]);
        }
        quiet.add(loop.quietUntilPs());
      }
    }
    for (int number : new int[] {0, 1, 2, 4}) {
      loop.schedule(new Asking(number), timesPs[number]);
    }
    loop.run(Long.MAX_VALUE - 1);
    assertThat(quiet).hasSize(timesPs.length);
    for (int number = 0; number < timesPs.length - 1; number++) {
      assertThat(quiet.get(number)).as("event %d", number).isLessThanOrEqualTo(timesPs[number + 1])
          .isGreaterThan(timesPs[number + 1] - slotPs);
    }
    assertThat(quiet.getLast()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource
  void readsAheadAnyPacket(TieOrder ties) {
    var loop = VirtualLoop.of(ties);
    List<Packet> packets = new ArrayList<>();
    for (int number = 0; number < 6000; number++) { // so many that the loop reads ahead
      var packet = new Packet(number % 2 * 8);
      packet.path = new Port[number % 4]; // of ports of other processes
      packet.hop = (short) (number % 3);
      packet.key = number;
      packet.sequence = number;
      if (number % 5 == 0) {
        packet.becomePauseFrame(Packet.Kind.PAUSE, 3, 64, 0);
      }
      packets.add(packet);
      loop.schedule(packet, 4000);
    }
    boolean[] fired = {false};
    loop.schedule(new Event() {
      @Override
      public void fire() {
        fired[0] = true;
      }
    }, 3000);
    loop.run(3000);
    assertThat(fired[0]).isTrue();
    assertThat(packets).allMatch(packet -> packet.timePs == 4000 && (packet.kind == Packet.Kind.PAUSE || packet.sequence < 6000));
    assertThat(packets).filteredOn(packet -> packet.kind == Packet.Kind.PAUSE).hasSize(1200)
        .allMatch(packet -> packet.path.length == 0);
  }

  /** Each of thousands of simultaneous events schedules others among those that wait; the run is cut and stopped in between. */
  @Test
  void eventsScheduledAmongManySimultaneousOnesFireByTimeAndKey() {
    for (long seed = 0; seed < 20; seed++) {
      var loop = VirtualLoop.of(TieOrder.PORT);
      var random = new SplittableRandom(seed);
      var model = new PriorityQueue<>(Comparator.comparingLong(Expected::timePs).thenComparingLong(Expected::key));
      int[] scheduled = {0};
      class Waiting extends Event {
        @Override
        public void fire() {
          assertThat(model.poll()).isEqualTo(new Expected(timePs, key, 0, 0));
          assertThat(loop.quietUntilPs()).isLessThanOrEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.peek().timePs);
          for (int more = random.nextInt(4); more > 0 && scheduled[0] < 6000; more--) {
            add(timePs + (random.nextInt(3) == 0 ? random.nextInt(400) : 0), key);
          }
          if (random.nextInt(500) == 0) {
            loop.stop();
          }
        }

        private void add(long atPs, long after) {
          var event = new Waiting();
          event.key = Math.max(after, random.nextLong(1L << 30) << 20) + ++scheduled[0]; // unique
          model.add(new Expected(atPs, event.key, 0, 0));
          loop.schedule(event, atPs);
        }
      }
      var any = new Waiting();
      for (int number = 0; number < 2000; number++) {
        any.add(1_048_576 + random.nextInt(2) * random.nextInt(1000), 0);
      }
      for (long untilPs = 1_048_600; !model.isEmpty(); untilPs += 50) {
        loop.run(untilPs);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyEventsOfOneSlotAreFired(TieOrder ties) {
    var loop = VirtualLoop.of(ties);
    int[] fired = {0};
    class Repeated extends Event {
      @Override
      public void fire() {
        fired[0]++;
        if (timePs < 40_000_000) {
          loop.schedule(this, timePs + 1_000_000);
        }
      }
    }
    for (int number = 0; number < 6000; number++) { // far more than a slot has room for
      var event = new Repeated();
      event.key = number;
      loop.schedule(event, 1_000_000);
    }
    loop.run(Long.MAX_VALUE - 1);
    assertThat(fired[0]).isEqualTo(40 * 6000);
    assertThat(loop.nextPs()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource
  void stopsAfterTheInstant(TieOrder ties) {
    var loop = VirtualLoop.of(ties);
    long step = ties == TieOrder.PORT ? 10 : 1000; // in port order several to a slot
    List<Long> times = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      var event = new Event() {
        @Override
        public void fire() {
          times.add(timePs);
          loop.stop();
        }
      };
      event.key = number;
      loop.schedule(event, (1 + number / 2) * step);
    }
    loop.run(Long.MAX_VALUE - 1);
    assertThat(times).containsExactly(step, step);
    loop.run(Long.MAX_VALUE - 1);
    assertThat(times).containsExactly(step, step, 2 * step, 2 * step);
    loop.run(2 * step);
    assertThat(times).hasSize(4);
    loop.run(3 * step);
    assertThat(times).hasSize(6);
  }
}
