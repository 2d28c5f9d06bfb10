package dev.inflight.live;

import static dev.inflight.live.TestNamespaces.ip;

import dev.inflight.live.os.NetworkInterface;
import org.junit.jupiter.api.Assumptions;

/**
 * Two Linux routers of IPv6 between two interfaces without addresses, a0 and b0. They support IOAM, and a link of configurable rate follows
 * the second: {@code a: a0 - f0 f: f1 - g0 g: g1 - b0 b}.
 */
public final class KernelHops implements AutoCloseable {
  /** The IOAM namespace. */
  public static final int NAMESPACE = 0x8000;
  /** Upper half of both ends' addresses; the lower halves are 1 and 2. */
  public static final long PREFIX = 0xFD77L << 48;
  /** Address of a's own kernel, after {@link #addKernelAddresses}. */
  public static final String KERNEL_A = "fd77::11";
  /** Address of b's own kernel, after {@link #addKernelAddresses}. */
  public static final String KERNEL_B = "fd77::12";
  /** Numbers of the routers. */
  static final long FIRST_NODE = 0xA0001;
  static final long SECOND_NODE = 0xA0002;
  /** Rate of the fast links, as their router reports it, in kb/s. */
  static final long FAST_KBPS = 1_000_000;

  private static final int MTU_BYTES = 1500;
  private static final String[] NAMES = {"fd77::1", "fd77::2"};

  private final TestNamespaces all = new TestNamespaces();
  public final String a;
  public final String b;
  private final String first;
  private final String second;
  private final int queueBytes;

  /** Skips the test with the reason if the kernel lacks IOAM. */
  public KernelHops(long slowKbps, int queueBytes) {
    this.queueBytes = queueBytes;
    try {
      a = all.namespace("a");
      first = all.namespace("f");
      second = all.namespace("g");
      b = all.namespace("b");
      all.cable(a, "a0", first, "f0", MTU_BYTES);
      all.cable(first, "f1", second, "g0", MTU_BYTES);
      all.cable(second, "g1", b, "b0", MTU_BYTES);
      for (String end : new String[] {a, b}) { // its kernel sends nothing
        sysctl(end, "net.ipv6.conf.all.disable_ipv6=1");
      }
      router(first, "f0", "f1", FIRST_NODE, FAST_KBPS);
      router(second, "g0", "g1", SECOND_NODE, slowKbps);
      route(first, "f1", NAMES[1], mac(second, "g0"));
      route(second, "g1", NAMES[1], mac(b, "b0"));
      route(second, "g0", NAMES[0], mac(first, "f1"));
      route(first, "f0", NAMES[0], mac(a, "a0"));
      ip("netns", "exec", second, "tc", "qdisc", "add", "dev", "g1", "root", "tbf", "rate", slowKbps + "kbit", "burst", "3kb",
          "limit", Integer.toString(queueBytes));
    } catch (RuntimeException failure) {
      all.close();
      throw failure;
    }
  }

  private static void sysctl(String namespace, String... settings) {
    for (String setting : settings) {
      ip("netns", "exec", namespace, "sysctl", "-qw", setting);
    }
  }

  private static void router(String namespace, String in, String out, long node, long kbps) {
    try {
      sysctl(namespace, "net.ipv6.ioam6_id=" + node);
      ip("-n", namespace, "ioam", "namespace", "add", Integer.toString(NAMESPACE), "data", Long.toString(kbps));
    } catch (IllegalStateException unknown) {
      Assumptions.abort("this kernel, or this ip, knows no IOAM: " + unknown.getMessage());
    }
    sysctl(namespace, "net.ipv6.conf.all.forwarding=1");
    for (String end : new String[] {in, out}) {
      sysctl(namespace, "net.ipv6.conf." + end + ".ioam6_enabled=1", "net.ipv6.conf." + end + ".ioam6_id=" + number(end));
    }
  }

  /** Number of an interface in traces. */
  static int number(String end) {
    return end.charAt(0) << 8 | end.charAt(1);
  }

  private static void route(String namespace, String out, String to, String nextMac) {
    ip("-n", namespace, "-6", "route", "add", to + "/128", "dev", out);
    ip("-n", namespace, "-6", "neigh", "add", to, "lladdr", nextMac, "dev", out, "nud", "permanent");
  }

  private static String mac(String namespace, String end) {
    String text = String.format("%012x", address(namespace, end));
    return text.replaceAll("(..)(?=.)", "$1:");
  }

  static long address(String namespace, String end) {
    try (var link = new NetworkInterface(namespace, end)) {
      return link.mac();
    }
  }

  /** MAC address of the next hop of a0. */
  public long routerOfA() {
    return address(first, "f0");
  }

  /** MAC address of the next hop of b0. */
  public long routerOfB() {
    return address(second, "g1");
  }

  /** Adds addresses of both ends' kernels, {@link #KERNEL_A} and {@link #KERNEL_B}, and routes between them. */
  public void addKernelAddresses() {
    address(a, "a0", KERNEL_A, KERNEL_B, mac(first, "f0"));
    address(b, "b0", KERNEL_B, KERNEL_A, mac(second, "g1"));
    route(first, "f1", KERNEL_B, mac(second, "g0"));
    route(second, "g1", KERNEL_B, mac(b, "b0"));
    route(second, "g0", KERNEL_A, mac(first, "f1"));
    route(first, "f0", KERNEL_A, mac(a, "a0"));
  }

  private static void address(String namespace, String end, String own, String peer, String routerMac) {
    sysctl(namespace, "net.ipv6.conf.all.disable_ipv6=0");
    ip("-n", namespace, "addr", "add", own + "/128", "dev", end, "nodad");
    route(namespace, end, peer, routerMac);
  }

  /** Sets the rate of the slow link, and the rate that its router reports. */
  public void slowKbps(long kbps) {
    ip("netns", "exec", second, "tc", "qdisc", "change", "dev", "g1", "root", "tbf", "rate", kbps + "kbit", "burst", "3kb",
        "limit", Integer.toString(queueBytes));
    ip("-n", second, "ioam", "namespace", "del", Integer.toString(NAMESPACE));
    ip("-n", second, "ioam", "namespace", "add", Integer.toString(NAMESPACE), "data", Long.toString(kbps));
  }

  /** Bytes that wait at the slow link now, as the kernel's own tool reports them. */
  public long backlogBytes() {
    String text = ip("netns", "exec", second, "tc", "-s", "-j", "qdisc", "show", "dev", "g1");
    return Long.parseLong(text.replaceAll("(?s).*\"backlog\":(\\d+).*", "$1"));
  }

  @Override
  public void close() {
    all.close();
  }
}
