package dev.inflight.lab.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.loop.Lateness;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a live run says of itself on the screen, behind what a simulation says too. */
final class LiveText {
  private static final double PS_PER_US = 1e6;
  private static final double NS_PER_US = 1e3;
  private static final double PERCENT = 100;
  private static final double LEAST_IDLE = 0.1;

  private LiveText() {
  }

  static String of(LiveWorld world) {
    Lateness late = world.lateness();
    long out = world.devices().stream().mapToLong(device -> device.counters().framesOut).sum();
    long lost = world.devices().stream().mapToLong(device -> device.counters().dropsOut + device.counters().dropsIn).sum();
    String kinds = world.devices().stream().collect(Collectors.groupingBy(Device::kind, Collectors.counting())).entrySet()
        .stream()
        .map(kind -> kind.getValue() + " " + kind.getKey()).sorted().collect(Collectors.joining(", "));
    return String.format(Locale.ROOT,
        "live        %s; %,d frames, %.1f at once, %,d lost in the kernel, %,d unreadable%n"
            + "loop        idle for %.0f %% of the time%s%n"
            + "late        events by at most %.0f us for 50 %%, %.0f us for 99 %%, %.0f us for 99.9 %%; the latest by %.0f us%n",
        kinds, out, world.framesAtOnce(), lost + world.cableCounters().withoutMemory, world.cableCounters().unreadable,
        PERCENT * world.idleShare(),
        world.idleShare() < LEAST_IDLE
            ? ": this machine is too slow for such links, so they were slower than they should be"
            : "",
        late.boundNanos(0.5) / NS_PER_US, late.boundNanos(0.99) / NS_PER_US, late.boundNanos(0.999) / NS_PER_US,
        late.mostPs() / PS_PER_US);
  }
}
