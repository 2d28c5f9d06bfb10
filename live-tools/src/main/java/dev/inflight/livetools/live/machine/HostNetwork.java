package dev.inflight.livetools.live.machine;

import dev.inflight.live.os.Namespaces;
import dev.inflight.live.os.NetworkInterface;
import dev.inflight.live.os.OsException;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Setup of a namespace as a host of a fabric for the programs in it: addresses, a route to all others over every interface, the
 * MAC addresses at the other ends, and the link's rate.
 */
public final class HostNetwork {
  private static final String GATEWAY = "169.254.0.1";
  private static final String GATEWAY_6 = "fe80::1";
  private static final Path MULTIPATH_HASH = Path.of("/proc/sys/net/ipv4/fib_multipath_hash_policy");
  private static final int LONGEST_WAIT_MS = 100;
  private static final long BURSTS_PER_SECOND = 10_000;

  private HostNetwork() {
  }

  /**
   * Sets up all hosts of a fabric.
   *
   * @param mtuBytes MTU of their interfaces, in bytes
   * @throws Ip.Failure if this machine does not allow it
   */
  public static void make(Topology topology, FabricNamespaces namespaces, int mtuBytes) {
    var cabling = new Cabling(topology);
    for (int host : topology.hosts()) {
      make(host, cabling, namespaces.of(host), mtuBytes);
    }
  }

  /** IPv4 address of a host, as text. */
  public static String ipv4(int host) {
    int address = FrameAddresses.ipv4(host);
    return (address >>> 24) + "." + (address >>> 16 & 0xFF) + "." + (address >>> 8 & 0xFF) + "." + (address & 0xFF);
  }

  /** IPv6 address of a host, as text. */
  public static String ipv6(int host) {
    long low = FrameAddresses.ipv6Low(host);
    return "fd00::" + (low > 0xFFFF ? Long.toHexString(low >>> 16) + ":" : "") + Long.toHexString(low & 0xFFFF);
  }

  private static void make(int host, Cabling cabling, String namespace, int mtuBytes) {
    int first = cabling.firstPort(host);
    int ports = cabling.firstPort(host + 1) - first;
    var network = new ArrayList<String>(List.of("link set lo up"));
    var all = new BitSet();
    all.set(1, ports + 1);
    addressing(host, cabling, all).forEach(network::add);
    var shaping = new ArrayList<String>();
    for (int number = 1; number <= ports; number++) {
      long rate = cabling.link(first + number - 1).rateBitsPerSec();
      shaping.add("qdisc add dev " + FabricNamespaces.interfaceName(number) + " root tbf rate " + rate + "bit burst "
          + Math.max(2L * mtuBytes, rate / 8 / BURSTS_PER_SECOND) + "b latency " + LONGEST_WAIT_MS + "ms");
    }
    Ip.batch(namespace, network);
    Ip.queues(namespace, shaping);
    for (int number = 1; number <= ports; number++) {
      try (var end = new NetworkInterface(namespace, FabricNamespaces.interfaceName(number))) {
        end.leaveNothingToHardware();
      }
    }
    if (ports > 1) {
      hashPorts(namespace);
    }
  }

  /**
   * Restores the settings that the kernel has dropped while a host's interfaces were down: addresses, neighbors and routes, over
   * interfaces that are up.
   *
   * @throws Ip.Failure if that fails
   */
  public static void restore(int host, Cabling cabling, String namespace) {
    var up = new BitSet();
    for (int number = 1; number <= cabling.firstPort(host + 1) - cabling.firstPort(host); number++) {
      try (var end = new NetworkInterface(namespace, FabricNamespaces.interfaceName(number))) {
        up.set(number, end.isUp());
      } catch (OsException gone) {
        up.clear(number); // permanently: it was removed
      }
    }
    if (!up.isEmpty()) { // otherwise when one of them is
      Ip.batch(namespace, addressing(host, cabling, up));
    }
  }

  private static List<String> addressing(int host, Cabling cabling, BitSet numbers) {
    var commands = new ArrayList<String>();
    numbers.stream().forEach(number -> {
      String name = FabricNamespaces.interfaceName(number);
      int peer = cabling.peer(cabling.firstPort(host) + number - 1);
      String mac = FabricNamespaces
          .colons(FrameAddresses.mac(cabling.node(peer), peer - cabling.firstPort(cabling.node(peer)) + 1));
      commands.add("addr replace " + ipv4(host) + "/32 dev " + name);
      commands.add("addr replace " + ipv6(host) + "/128 dev " + name + " nodad");
      commands.add("neigh replace " + GATEWAY + " lladdr " + mac + " dev " + name + " nud permanent");
      commands.add("neigh replace " + GATEWAY_6 + " lladdr " + mac + " dev " + name + " nud permanent");
    });
    commands.add("route replace default src " + ipv4(host) + hops(GATEWAY, numbers));
    commands.add("route replace ::/0 src " + ipv6(host) + hops(GATEWAY_6, numbers));
    return commands;
  }

  private static String hops(String gateway, BitSet numbers) {
    String hop = numbers.cardinality() == 1 ? " via " : " nexthop via ";
    var text = new StringBuilder();
    numbers.stream().forEach(number -> text.append(hop).append(gateway).append(" dev ")
        .append(FabricNamespaces.interfaceName(number)).append(" onlink"));
    return text.toString();
  }

  /** Configures the hash so that flows of the same two hosts use different interfaces. */
  private static void hashPorts(String namespace) {
    Namespaces.within(namespace, () -> {
      try {
        return Files.writeString(MULTIPATH_HASH, "1");
      } catch (IOException refused) {
        throw new Ip.Failure(MULTIPATH_HASH + " cannot be written: " + refused.getMessage());
      }
    });
  }
}
