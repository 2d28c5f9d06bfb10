package dev.inflight.livetools.watch;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.live.device.ring.FrameListener;
import dev.inflight.live.device.ring.ListeningDevice;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Namespaces;
import dev.inflight.live.os.NetworkInterface;
import dev.inflight.live.os.OsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opener of an interface for listening; its error states the reason. */
final class WatchedInterface {
  private static final SourceLocation PLACE = SourceLocation.of("watch");
  private static final SourceLocation NETNS = SourceLocation.of("--netns");
  private static final Path NAMESPACES = Path.of("/var/run/netns");
  /** Table of the interfaces in the namespace of the thread that reads it: two title lines, then {@code name: counters}. */
  private static final Path INTERFACES = Path.of("/proc/thread-self/net/dev");
  private static final int TITLES = 2;

  private WatchedInterface() {
  }

  /**
   * Opens the interface.
   *
   * @param namespace network namespace of the interface; null for this process's
   * @throws InputError if it cannot be opened, with the reason in one sentence
   */
  static ListeningDevice open(@Nullable String namespace, String name, FrameListener listener) {
    try {
      if (namespace != null) {
        enter(namespace);
      }
      check(namespace, name);
      return ListeningDevice.open(namespace, name, listener);
    } catch (UnsupportedOperationException elsewhere) {
      throw PLACE.error(String.valueOf(elsewhere.getMessage()));
    } catch (OsException refused) {
      throw refused.errno() == Errno.EPERM || refused.errno() == Errno.EACCES
          ? PLACE.error("a capture on " + Quoted.of(name) + " needs root or CAP_NET_RAW")
          : PLACE.error("this machine does not allow it: " + refused.getMessage());
    }
  }

  private static void enter(String namespace) {
    try {
      NETNS.check(() -> Namespaces.within(namespace, () -> true));
    } catch (OsException refused) {
      if (refused.errno() == Errno.EPERM || refused.errno() == Errno.EACCES) {
        throw NETNS.error("another network namespace needs root or CAP_SYS_ADMIN");
      }
      if (!Files.exists(NAMESPACES.resolve(namespace))) {
        throw NETNS.error("unknown network namespace " + Quoted.of(namespace) + Suggestion.hint(namespace, namespaces()));
      }
      throw NETNS.error(String.valueOf(refused.getMessage()));
    }
  }

  private static List<String> namespaces() {
    try (Stream<Path> files = Files.list(NAMESPACES)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  private static void check(@Nullable String namespace, String name) {
    List<String> known = Namespaces.within(namespace, WatchedInterface::interfaces);
    if (!known.isEmpty() && !known.contains(name)) {
      throw PLACE.error("unknown interface " + Quoted.of(name) + Suggestion.hint(name, known));
    }
    try (NetworkInterface link = PLACE.check(() -> new NetworkInterface(namespace, name))) {
      if (!link.hasEthernetFrames()) {
        throw PLACE.error("interface " + Quoted.of(name) + " does not carry Ethernet frames, and watch reads only those");
      }
    }
  }

  /** Interfaces of the thread's namespace; none if they are unknown. */
  private static List<String> interfaces() {
    try (Stream<String> lines = Files.lines(INTERFACES)) {
      return lines.skip(TITLES).map(line -> line.substring(0, Math.max(0, line.lastIndexOf(": "))).strip())
          .filter(name -> !name.isEmpty()).sorted().toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of();
    }
  }
}
