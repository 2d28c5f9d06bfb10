package dev.inflight.livetools.live.machine;

import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A network namespace for each node of a topology, and a pair of virtual Ethernet interfaces for each cable. Their names contain
 * the number of the process that created them, so that a later process finds those that a killed one left behind.
 */
public final class FabricNamespaces implements AutoCloseable {
  private static final String PREFIX = "inflight-";
  private static final Pattern OURS = Pattern.compile(PREFIX + "\\d{1,10}-\\d{1,10}");
  /** Longest wait for the end of a program, because a run has a minute to write its results. */
  private static final long LONGEST_END_SECONDS = 90;
  private static final Path KNOWN = Path.of("/run/netns");

  private final String mine;
  private final List<String> made = new ArrayList<>();

  private FabricNamespaces(long process) {
    mine = PREFIX + process + "-";
  }

  /**
   * Creates the namespaces and interfaces.
   *
   * @param largestFrameBytes length of the longest frame, without a frame check sequence
   * @throws Ip.Failure if this machine does not permit it; nothing is left then
   */
  public static FabricNamespaces make(Topology topology, int largestFrameBytes) {
    var all = new FabricNamespaces(ProcessHandle.current().pid());
    try {
      all.build(topology, largestFrameBytes);
    } catch (RuntimeException | Error failed) {
      all.close();
      throw failed;
    }
    return all;
  }

  /** Common part of their names, without the nodes' numbers. */
  public String fabric() {
    return mine.substring(0, mine.length() - 1);
  }

  /** Namespace of a node. */
  public String of(int node) {
    return mine + node;
  }

  /** Interface of a port, in its node's namespace. */
  public static String of(Port port) {
    return interfaceName(port.number());
  }

  static String interfaceName(int number) {
    return "p" + number;
  }

  private void build(Topology topology, int largestFrameBytes) {
    int mtu = Math.max(1500, largestFrameBytes - 14);
    var adds = new ArrayList<String>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      adds.add("netns add " + of(node));
      made.add(of(node));
    }
    var cabling = new Cabling(topology);
    for (int link = 0; link < topology.links().size(); link++) {
      int a = cabling.endA(link);
      int b = cabling.endB(link);
      adds.add("link add " + interfaceName(number(cabling, a)) + " netns " + of(cabling.node(a)) + " type veth peer name "
          + interfaceName(number(cabling, b)) + " netns " + of(cabling.node(b)));
    }
    Ip.batch(adds);
    for (int node = 0; node < topology.nodeCount(); node++) {
      int ports = cabling.firstPort(node + 1) - cabling.firstPort(node);
      var ups = new ArrayList<String>();
      for (int port = 1; port <= ports; port++) {
        ups.add("link set dev " + interfaceName(port) + " address " + colons(FrameAddresses.mac(node, port)) + " mtu " + mtu
            + " addrgenmode none up");
      }
      Ip.batch(of(node), ups);
    }
  }

  private static int number(Cabling cabling, int port) {
    return port - cabling.firstPort(cabling.node(port)) + 1;
  }

  static String colons(long mac) {
    var text = new StringBuilder();
    for (int shift = 40; shift >= 0; shift -= 8) {
      int octet = (int) (mac >>> shift) & 0xFF;
      text.append(text.isEmpty() ? "" : ":").append(Character.forDigit(octet >> 4, 16))
          .append(Character.forDigit(octet & 15, 16));
    }
    return text.toString();
  }

  /** Removes the namespaces of processes that have ended; returns their names. */
  public static List<String> removeOrphans() {
    List<String> orphans = orphans();
    remove(orphans);
    return orphans;
  }

  /** Namespaces of processes that have ended. */
  static List<String> orphans() {
    return all().stream().filter(name -> !isAlive(name)).toList();
  }

  /** All namespaces created by this program, in any process. */
  public static List<String> all() {
    var names = new ArrayList<String>();
    if (!Files.isDirectory(KNOWN)) {
      return names;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(KNOWN, PREFIX + "*-*")) {
      found.forEach(path -> names.add(String.valueOf(path.getFileName())));
    } catch (IOException | DirectoryIteratorException unreadable) {
      throw new Ip.Failure(KNOWN + " cannot be read: " + unreadable.getMessage());
    }
    names.removeIf(name -> !OURS.matcher(name).matches());
    names.sort(String::compareTo);
    return names;
  }

  /** True if the process that created a namespace still runs, and is a Java program. */
  private static boolean isAlive(String name) {
    return ProcessHandle.of(process(name.substring(0, name.lastIndexOf('-')))).filter(ProcessHandle::isAlive)
        .map(process -> process.info().command().orElse("java").contains("java")).orElse(false); // a hidden command may be Java
  }

  /** Number of the process that created a fabric, from the common part of its namespaces' names. */
  private static long process(String fabric) {
    return Long.parseLong(fabric.substring(PREFIX.length()));
  }

  /**
   * Ends the program of a fabric by SIGTERM, and waits for its end; its namespaces are gone then.
   *
   * @param fabric common part of its namespaces' names
   * @throws Ip.Failure if it does not end, or if its number now belongs to another program
   */
  static void end(String fabric) {
    ProcessHandle process = ProcessHandle.of(process(fabric)).orElse(null);
    if (process == null || !isAlive(fabric + "-0")) {
      return;
    }
    if (!isMaker(process, fabric)) {
      throw new Ip.Failure("process " + process.pid() + " is another program by now, and goes on; ip netns del removes what "
          + fabric + " has left");
    }
    if (!process.destroy()) {
      throw new Ip.Failure("process " + process.pid() + " of " + fabric + " cannot be stopped");
    }
    try {
      process.onExit().get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException late) {
      throw new Ip.Failure(
          fabric + " has not ended after " + LONGEST_END_SECONDS + " s; kill -9 " + process.pid() + " ends it at once");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new Ip.Failure(fabric + " is about to end");
    }
  }

  /**
   * True if a process can have created a fabric. Process numbers are reused: a process that started after the creation of a
   * namespace has not created it.
   */
  private static boolean isMaker(ProcessHandle process, String fabric) {
    try {
      // Not by info(), which gives no command line that is longer than a page of memory.
      Path command = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      if (!Files.readString(command, StandardCharsets.ISO_8859_1).contains("inflight")) {
        return false;
      }
      Instant made = Files.getLastModifiedTime(
          KNOWN.resolve(all().stream().filter(name -> name.startsWith(fabric + "-")).findFirst().orElse(fabric))).toInstant();
      return process.info().startInstant().orElse(made).isBefore(made.plusSeconds(1));
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public void close() {
    List<String> there = all();
    remove(made.stream().filter(there::contains).toList());
    made.clear();
  }

  /** Removes namespaces; retries if `ip` was interrupted together with this program. */
  private static void remove(List<String> names) {
    try {
      Ip.batch(names.stream().map(name -> "netns del " + name).toList());
    } catch (Ip.Failure once) {
      List<String> left = all();
      Ip.batch(names.stream().filter(left::contains).map(name -> "netns del " + name).toList());
    }
  }
}
