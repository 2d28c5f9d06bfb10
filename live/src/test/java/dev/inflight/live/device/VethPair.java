package dev.inflight.live.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** Two namespaces with a cable between them: {@code left} in the one, {@code right} in the other. */
public final class VethPair implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  public final String a;
  public final String b;

  private VethPair(String a, String b) {
    this.a = a;
    this.b = b;
  }

  /** Makes them; the test is skipped, and says why, where that is not allowed. */
  public static VethPair make(int mtu) {
    Assumptions.assumeTrue(Files.isWritable(Path.of("/run")) && "root".equals(System.getProperty("user.name")),
        "network namespaces need root");
    String name = "ifl-t" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    var pair = new VethPair(name + "a", name + "b");
    try {
      ip("netns add " + pair.a);
    } catch (IllegalStateException refused) {
      Assumptions.abort("this machine allows no network namespaces: " + refused.getMessage());
    }
    ip("netns add " + pair.b);
    ip("link add left netns " + pair.a + " type veth peer name right netns " + pair.b);
    ip("-n " + pair.a + " link set dev left mtu " + mtu + " addrgenmode none up");
    ip("-n " + pair.b + " link set dev right mtu " + mtu + " addrgenmode none up");
    return pair;
  }

  /** Runs {@code ip}. */
  public static void ip(String arguments) {
    try {
      Process process = new ProcessBuilder(("ip " + arguments).split(" ")).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("ip " + arguments + ": " + said);
      }
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public void close() {
    ip("netns del " + a);
    ip("netns del " + b);
  }
}
