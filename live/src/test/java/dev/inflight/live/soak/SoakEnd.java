package dev.inflight.live.soak;

import dev.inflight.live.EndpointConfig;
import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.udp.UdpDevice;
import dev.inflight.live.device.xdp.XdpDevice;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Interface at which endpoints start and end, always at the same address. */
final class SoakEnd {
  private static final long UNDISTURBED_NANOS = 25_000_000_000L;

  private final String namespace;
  private final String link;
  private final EndpointConfig config;
  private final Device.Kind kind;
  private final SplittableRandom random;
  private final SoakLog log;
  private volatile long disturbedNanos = System.nanoTime();
  private volatile @Nullable Incarnation now;

  SoakEnd(Device.Kind kind, String namespace, String link, EndpointConfig config, long seed, SoakLog log) {
    this.kind = kind;
    this.namespace = namespace;
    this.link = link;
    this.config = config;
    this.log = log;
    random = new SplittableRandom(seed);
  }

  String name() {
    return link;
  }

  int address() {
    return config.ipv4();
  }

  @Nullable
  Incarnation now() {
    return now;
  }

  /** True if an event of the last half minute may make its operations fail. */
  boolean wasDisturbed() {
    return System.nanoTime() - disturbedNanos < UNDISTURBED_NANOS;
  }

  void start() {
    disturbedNanos = System.nanoTime();
    now = new Incarnation(this::open, config, random.nextBoolean(), random.nextLong(), log);
  }

  private Device open(FrameMemory memory) {
    return kind == Device.Kind.UDP
        ? UdpDevice.openAt(namespace, link, config.ipv4(), memory, UdpDevice.ROCE_V2_PORT)
        : XdpDevice.open(namespace, link, memory, XdpDevice.Taking.ALL_BUT_ARP);
  }

  void end() throws InterruptedException {
    Incarnation last = now;
    if (last != null) {
      disturbedNanos = System.nanoTime();
      now = null;
      last.end();
      (last.orderly ? log.farewells : log.kills).increment();
      disturbedNanos = System.nanoTime();
    }
  }

  void flap(long millis) throws InterruptedException {
    disturbedNanos = System.nanoTime();
    TestNamespaces.ip("-n", namespace, "link", "set", link, "down");
    Thread.sleep(millis);
    TestNamespaces.ip("-n", namespace, "link", "set", link, "up");
    log.flaps.increment();
    disturbedNanos = System.nanoTime();
  }

  void faults(FaultyDevice.Faults faults) {
    Incarnation of = now;
    if (of != null) {
      of.device.faults = faults;
    }
  }
}
