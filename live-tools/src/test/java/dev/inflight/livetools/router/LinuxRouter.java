package dev.inflight.livetools.router;

import static dev.inflight.live.TestNamespaces.ip;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Linux router with two next hops of equal cost for all destinations, {@code s0 - r0 router: r1 - d1, r2 - d2}. It chooses between them by
 * the five-tuple, as switches do.
 */
final class LinuxRouter implements AutoCloseable {
  private static final int MTU_BYTES = 9000;
  private static final int AT_ONCE = 32;

  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /** What closes with the router, the last opened first. */
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final String router;
  private final FrameMemory memory;
  private final Device source;
  private final List<Device> nextHops;
  private final long routerMac;

  LinuxRouter() {
    try {
      var all = opened(new TestNamespaces());
      String before = all.namespace("s");
      router = all.namespace("r");
      String behind = all.namespace("d");
      all.cable(before, "s0", router, "r0", MTU_BYTES);
      all.cable(router, "r1", behind, "d1", MTU_BYTES);
      all.cable(router, "r2", behind, "d2", MTU_BYTES);
      for (String end : List.of(before, behind)) { // their kernels send nothing
        sysctl(end, "net.ipv6.conf.all.disable_ipv6=1");
      }
      for (String family : List.of("ipv4", "ipv6")) {
        sysctl(router, "net." + family + ".fib_multipath_hash_policy=1", "net." + family + ".conf.all.forwarding=1");
      }
      sysctl(router, "net.ipv4.conf.all.rp_filter=0");
      sysctl(router, Stream.of("r0", "r1", "r2").map(end -> "net.ipv4.conf." + end + ".rp_filter=0").toArray(String[]::new));
      for (String hop : List.of("1", "2")) {
        ip("-n", router, "addr", "add", "192.168." + hop + ".1/24", "dev", "r" + hop);
        neighbor("192.168." + hop + ".2", hop, mac(behind, "d" + hop));
        neighbor("fe80::" + hop, hop, mac(behind, "d" + hop));
      }
      ip("-n", router, "route", "add", "default", "nexthop", "via", "192.168.1.2", "dev", "r1", "nexthop", "via", "192.168.2.2",
          "dev", "r2");
      ip("-n", router, "-6", "route", "add", "default", "nexthop", "via", "fe80::1", "dev", "r1", "nexthop", "via", "fe80::2",
          "dev", "r2");
      routerMac = mac(router, "r0");
      memory = opened(new FrameMemory(4096, 16_384));
      source = opened(RingDevice.open(before, "s0", memory));
      nextHops = List.of(opened(RingDevice.open(behind, "d1", memory)), opened(RingDevice.open(behind, "d2", memory)));
    } catch (RuntimeException failure) {
      try {
        close();
      } catch (RuntimeException another) {
        failure.addSuppressed(another);
      }
      throw failure;
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  private void neighbor(String address, String hop, long mac) {
    String text = String.format("%012x", mac).replaceAll("(..)(?=.)", "$1:");
    ip("-n", router, "neigh", "add", address, "lladdr", text, "dev", "r" + hop, "nud", "permanent");
  }

  private static long mac(String namespace, String end) {
    try (var link = new NetworkInterface(namespace, end)) {
      return link.mac();
    }
  }

  private static void sysctl(String namespace, String... settings) {
    for (String setting : settings) {
      ip("netns", "exec", namespace, "sysctl", "-qw", setting);
    }
  }

  /** Sends frames through the router; returns those that each of the two next hops received, until as many have arrived. */
  List<List<byte[]>> route(List<byte[]> frames) {
    var received = List.<List<byte[]>>of(new ArrayList<>(), new ArrayList<>());
    for (int hop = 0; hop < nextHops.size(); hop++) {
      List<byte[]> ofHop = received.get(hop);
      nextHops.get(hop).deliverTo((at, length, nowPs) -> {
        if (isRouted(at)) {
          ofHop.add(memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
        }
        memory.give(at);
      });
    }
    source.deliverTo((at, length, nowPs) -> memory.give(at));
    for (int number = 0; number < frames.size(); number++) {
      byte[] frame = frames.get(number);
      long at = memory.take();
      MemorySegment.copy(frame, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
      for (int octet = 0; octet < 6; octet++) {
        memory.bytes().set(ValueLayout.JAVA_BYTE, at + octet, (byte) (routerMac >> 40 - 8 * octet));
      }
      if (!source.send(at, frame.length)) {
        throw new IllegalStateException("the sending interface is full");
      }
      if (number % AT_ONCE == 0) {
        poll();
      }
    }
    long begin = System.nanoTime();
    while (received.getFirst().size() + received.getLast().size() < frames.size() && System.nanoTime() - begin < PATIENCE_NANOS) {
      poll();
      Thread.onSpinWait();
    }
    poll(); // for frames too many
    return received;
  }

  /** Frames of the router's kernel itself, such as its reports of groups, have a group as their destination. */
  private boolean isRouted(long at) {
    return (memory.bytes().get(ValueLayout.JAVA_BYTE, at) & 1) == 0;
  }

  private void poll() {
    source.flush();
    source.poll(0, AT_ONCE);
    for (Device hop : nextHops) {
      hop.poll(0, 2 * AT_ONCE);
    }
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception one) {
        failure = failure == null ? new IllegalStateException(one) : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
