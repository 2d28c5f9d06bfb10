package dev.inflight.livetools.live;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.live.device.Device;
import dev.inflight.live.loop.Lateness;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text of a live run's own results, which follow those of a simulation. */
final class LiveText {
  private static final double PS_PER_US = 1e6;
  private static final double NS_PER_US = 1e3;
  private static final double PERCENT = 100;
  private static final long MOST_LATE_NANOS = 1_000_000;

  private LiveText() {
  }

  static String of(LiveWorld world) {
    Lateness late = world.lateness();
    long out = world.devices().stream().mapToLong(device -> device.counters().framesOut).sum();
    String kinds = world.devices().stream().collect(Collectors.groupingBy(Device::kind, Collectors.counting())).entrySet()
        .stream().map(kind -> kind.getValue() + " " + EnumNames.of(kind.getKey())).sorted().collect(Collectors.joining(", "));
    return String.format(Locale.ROOT,
        "live        %s; %,d frames, %.1f per arrival, %,d lost outside the scenario's links, %,d unreadable%n"
            + "loop        idle for %.0f %% of the time%n"
            + "late        events by at most %.0f us for 50 %%, %.0f us for 99 %%, %.0f us for 99.9 %%; by at most %.0f us for all%n",
        kinds, out, world.framesAtOnce(), world.lost(), world.cableCounters().unreadable, PERCENT * world.idleShare(),
        late.boundNanos(0.5) / NS_PER_US, late.boundNanos(0.99) / NS_PER_US, late.boundNanos(0.999) / NS_PER_US,
        late.mostPs() / PS_PER_US);
  }

  /** Warning about an unreliable run; empty if there is none. */
  static String warning(LiveWorld world) {
    return warning(world.isOverloaded(), world.lateness().boundNanos(0.99), world.lost());
  }

  /**
   * Warning about an unreliable run; empty if there is none.
   *
   * @param overloaded true if the loop was hardly ever idle
   * @param lateNanos bound on the 99th percentile of the lateness of events, in nanoseconds
   * @param lost frames lost outside the scenario's links
   */
  static String warning(boolean overloaded, long lateNanos, long lost) {
    var text = new StringBuilder();
    if (overloaded) {
      text.append("inflight: warning: this machine is too slow for such links, so they were slower than they should be\n");
    } else if (lateNanos > MOST_LATE_NANOS) {
      text.append(String.format(Locale.ROOT,
          "inflight: warning: one event in a hundred was late by some %.0f us or more: other programs had the processor,"
              + " and rates and queues are not those of the scenario%n",
          lateNanos / NS_PER_US));
    }
    if (lost > 0) {
      text.append("inflight: warning: ").append(Humanize.count(lost, "frame"))
          .append(" were lost outside the scenario's links: a buffer was full, or an interface was set down\n");
    }
    return text.toString();
  }
}
