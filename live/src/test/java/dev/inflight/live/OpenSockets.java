package dev.inflight.live;

import dev.inflight.live.os.Namespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reachable sockets in the kernel's lists.
 *
 * @param bound each as its table, its own address and the other end's, in the table's form; those of AF_PACKET by type, protocol and
 * interface
 * @param counts number of sockets of each protocol, including AF_XDP, which has no table
 */
record OpenSockets(List<String> bound, Map<String, Integer> counts) {
  private static final Path OF_THREAD = Path.of("/proc/thread-self/net");
  private static final List<String> OF_IP = List.of("udp", "udp6", "udplite", "udplite6", "tcp", "tcp6", "raw", "raw6", "icmp",
      "icmp6");
  /** Protocols between programs of one machine, and to the kernel. */
  private static final Set<String> LOCAL = Set.of("UNIX", "UNIX-STREAM", "NETLINK");

  /** All sockets of a network namespace, of any owner. */
  static OpenSockets in(String namespace) {
    return Namespaces.within(namespace, () -> new OpenSockets(bound(null), ofProtocols()));
  }

  /** Bound sockets of this program in its own namespace. */
  static List<String> ofThisProgram() {
    return bound(ownInodes());
  }

  private static List<String> bound(@Nullable Set<String> inodes) {
    var all = new ArrayList<String>();
    for (String table : OF_IP) {
      for (String[] row : rows(table)) {
        if (inodes == null || inodes.contains(row[9])) {
          all.add(table + " " + row[1] + " " + row[2]);
        }
      }
    }
    for (String[] row : rows("packet")) {
      if (inodes == null || inodes.contains(row[8])) {
        all.add("packet " + row[2] + " " + row[3] + " " + row[4]);
      }
    }
    all.sort(String::compareTo);
    return all;
  }

  private static Map<String, Integer> ofProtocols() {
    var counts = new TreeMap<String, Integer>();
    for (String[] row : rows("protocols")) {
      if (!LOCAL.contains(row[0])) {
        counts.put(row[0], Integer.parseInt(row[2]));
      }
    }
    return counts;
  }

  private static List<String[]> rows(String table) {
    Path file = OF_THREAD.resolve(table);
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream().skip(1).map(line -> line.strip().split("\\s+")).toList()
          : List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Set<String> ownInodes() {
    var inodes = new HashSet<String>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : all.toList()) {
        String target = target(descriptor);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return inodes;
  }

  private static String target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException closedMeanwhile) { // other threads close their own descriptors, and this listing is itself in the list
      return "";
    }
  }

  /** Sockets that are new since {@code before}. */
  List<String> newSince(OpenSockets before) {
    var more = new ArrayList<>(bound);
    before.bound.forEach(more::remove);
    return more;
  }

  /** Protocols with another number of sockets than before, and the differences. */
  Map<String, Integer> changesSince(OpenSockets before) {
    var changes = new TreeMap<String, Integer>();
    counts.forEach((protocol, count) -> {
      int change = count - before.counts.getOrDefault(protocol, 0);
      if (change != 0) {
        changes.put(protocol, change);
      }
    });
    return changes;
  }
}
