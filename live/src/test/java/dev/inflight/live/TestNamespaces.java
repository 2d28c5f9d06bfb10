package dev.inflight.live;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Network namespaces for one test, connected by cables of type veth. Closing removes them. */
public final class TestNamespaces implements AutoCloseable {
  private final List<String> made = new ArrayList<>();

  /** Skips the test with the reason if this machine does not allow namespaces. */
  public TestNamespaces() {
    String refused = refusal();
    assumeTrue(refused.isEmpty(), () -> "needs root and iproute2 for network namespaces, but: " + refused);
  }

  private String refusal() {
    try {
      namespace("probe");
      return "";
    } catch (IllegalStateException why) {
      return why.getMessage();
    }
  }

  /** Creates a namespace; returns its name. */
  public String namespace(String letter) {
    String name = "ifl-t" + ProcessHandle.current().pid() + "-" + Long.toString(System.nanoTime() & 0xFFFFFF, 36) + letter;
    ip("netns", "add", name);
    made.add(name);
    ip("-n", name, "link", "set", "lo", "up");
    return name;
  }

  /** Connects two namespaces by a cable with ends that are up and have no addresses. */
  public void cable(String one, String oneEnd, String other, String otherEnd, int mtuBytes) {
    ip("link", "add", oneEnd, "netns", one, "type", "veth", "peer", "name", otherEnd, "netns", other);
    up(one, oneEnd, mtuBytes);
    up(other, otherEnd, mtuBytes);
    awaitUp(one, oneEnd);
    awaitUp(other, otherEnd);
  }

  /**
   * Makes a kernel thread process an interface's received frames instead of the sender's system call, so that both run in parallel. Needs a
   * device with XDP; ignored by kernels without support.
   */
  public static void receiveByThread(String namespace, String end) {
    ip("netns", "exec", namespace, "sh", "-c", "echo 1 2>/dev/null >/sys/class/net/" + end + "/threaded || true");
  }

  /** Waits until an interface reports that it is up, for which the kernel takes up to a second. */
  public static void awaitUp(String namespace, String end) {
    for (int tries = 0; tries < 300; tries++) {
      if (ip("-n", namespace, "-o", "link", "show", end).contains("state UP")) {
        return;
      }
      try {
        Thread.sleep(10); // the kernel does not signal this
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new IllegalStateException(end + " in " + namespace + " does not come up");
  }

  private static void up(String namespace, String end, int mtuBytes) {
    ip("-n", namespace, "link", "set", end, "addrgenmode", "none"); // the kernel sends no frames of its own
    ip("-n", namespace, "link", "set", end, "mtu", Integer.toString(mtuBytes), "up");
  }

  /** Runs the tool ip; returns its output. */
  public static String ip(String... arguments) {
    var command = new ArrayList<String>(List.of("ip"));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      // Both are closed here and not by the reaper of the process some time after its end, because tests count descriptors.
      try (InputStream output = process.getInputStream(); InputStream _ = process.getErrorStream()) {
        String text = new String(output.readAllBytes()).strip();
        int exit = process.waitFor();
        if (exit != 0) {
          throw new IllegalStateException(String.join(" ", command) + ": " + text);
        }
        return text;
      }
    } catch (IOException missing) {
      throw new IllegalStateException(missing.getMessage(), missing);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(String.join(" ", command) + ": interrupted", stopped);
    }
  }

  @Override
  public void close() {
    for (String name : made) {
      ip("netns", "del", name);
    }
  }
}
