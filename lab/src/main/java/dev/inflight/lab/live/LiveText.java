package dev.inflight.lab.live;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.live.device.Device;
import dev.inflight.live.loop.Lateness;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a live run says of itself, behind what a simulation says too. */
final class LiveText {
  private static final double PS_PER_US = 1e6;
  private static final double NS_PER_US = 1e3;
  private static final double PERCENT = 100;

  private LiveText() {
  }

  static String of(LiveWorld world) {
    Lateness late = world.lateness();
    long out = world.devices().stream().mapToLong(device -> device.counters().framesOut).sum();
    String kinds = world.devices().stream().collect(Collectors.groupingBy(Device::kind, Collectors.counting())).entrySet()
        .stream()
        .map(kind -> kind.getValue() + " " + EnumNames.of(kind.getKey())).sorted().collect(Collectors.joining(", "));
    return String.format(Locale.ROOT,
        "live        %s; %,d frames, %.1f at once, %,d lost beside the scenario's links, %,d unreadable%n"
            + "loop        idle for %.0f %% of the time%n"
            + "late        events by at most %.0f us for 50 %%, %.0f us for 99 %%, %.0f us for 99.9 %%; the latest by %.0f us%n",
        kinds, out, world.framesAtOnce(), world.lost(), world.cableCounters().unreadable, PERCENT * world.idleShare(),
        late.boundNanos(0.5) / NS_PER_US, late.boundNanos(0.99) / NS_PER_US, late.boundNanos(0.999) / NS_PER_US,
        late.mostPs() / PS_PER_US);
  }

  /** What must not be overlooked; empty when all is well. */
  static String warning(LiveWorld world) {
    String slow = world.isOverloaded()
        ? "inflight: warning: this machine is too slow for such links, so they were slower than they should be\n"
        : "";
    return world.lost() == 0
        ? slow
        : slow + "inflight: warning: " + world.lost() + " frames were lost beside the scenario's links, for want of room\n";
  }
}
