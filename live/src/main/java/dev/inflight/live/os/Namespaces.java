package dev.inflight.live.os;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Named network namespaces, as created by {@code ip netns}. */
public final class Namespaces {
  private static final String FOLDER = "/var/run/netns/";
  private static final String OWN = "/proc/thread-self/ns/net";
  private static final int CLONE_NEWNET = 0x40000000;

  private Namespaces() {
  }

  /**
   * Runs work in a namespace, in this thread, which always returns to its own namespace. Sockets created there stay there.
   *
   * @param name the namespace; null for the thread's current one
   */
  public static <T> T within(@Nullable String name, Supplier<T> work) {
    if (name == null) {
      return work.get();
    }
    if (name.isEmpty() || name.startsWith(".") || name.contains("/")) {
      throw new IllegalArgumentException("network namespace '" + name + "': the name must be one that `ip netns list` shows");
    }
    var libc = new Libc();
    try (var own = new Descriptor("open " + OWN, libc.open(OWN));
        var other = new Descriptor("network namespace " + name + ": open", libc.open(FOLDER + name))) {
      libc.check("network namespace " + name + ": setns", libc.setns(other.fd(), CLONE_NEWNET));
      try {
        return work.get();
      } finally {
        libc.check("setns back from " + name, libc.setns(own.fd(), CLONE_NEWNET));
      }
    }
  }
}
