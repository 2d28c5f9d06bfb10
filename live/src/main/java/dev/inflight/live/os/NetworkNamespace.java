package dev.inflight.live.os;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A network namespace with a name, as {@code ip netns} makes them. */
public final class NetworkNamespace {
  private static final String NAMED = "/run/netns/";
  private static final String OWN = "/proc/thread-self/ns/net";

  private NetworkNamespace() {
  }

  /**
   * Does something with the calling thread in a namespace: sockets that it opens stay there. The thread is back in its own afterwards, whatever
   * happens.
   *
   * @param name of the namespace; null: the thread's own
   * @throws OsException when there is none, or this process may not enter it
   */
  public static <T> T within(@Nullable String name, Supplier<T> action) {
    if (name == null) {
      return action.get();
    }
    var libc = new Libc();
    int own = libc.check(libc.open(OWN), "open " + OWN);
    try {
      int other = libc.check(libc.open(NAMED + name), "open " + NAMED + name);
      try {
        libc.check(libc.enter(other), "setns(" + name + ")");
      } finally {
        libc.close(other);
      }
      try {
        return action.get();
      } finally {
        libc.check(libc.enter(own), "setns back");
      }
    } finally {
      libc.close(own);
    }
  }
}
