package dev.inflight.live;

import dev.inflight.cc.rival.FixedWindow;
import java.lang.foreign.Arena;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Measures the rate of WRITEs from one endpoint to another in memory, each in its own thread. Arguments: payload bytes, seconds. */
final class EndpointThroughput {
  private static final long BYTES = 16L << 20;
  private static final int AT_ONCE = 4;

  private EndpointThroughput() {
  }

  public static void main(String[] args) throws Exception {
    int payload = Integer.parseInt(args[0]);
    double seconds = Double.parseDouble(args[1]);
    var cable = new Cable(payload < 1500 ? 2048 : 8192, Cable.Faults.NONE, 1);
    try (Endpoint left = Endpoint.open(cable.ends[0], config(10 << 24 | 1, payload));
        Endpoint right = Endpoint.open(cable.ends[1], config(10 << 24 | 2, payload))) {
      right.listen(ConnectionHandler.NONE);
      Region source = left.register(Arena.global().allocate(BYTES), Access.LOCAL);
      Region target = right.register(Arena.global().allocate(BYTES), Access.WRITE);
      Connection connection = left.connect(10 << 24 | 2, ConnectionHandler.NONE);
      connection.ready().join();
      measure(connection, source, target, seconds); // warm-up
      double bytesPerSec = measure(connection, source, target, seconds);
      System.out.printf(Locale.ROOT,
          "payload %d B: %.2f Gbit/s, %.0f packets/s; %d of %d packets sent again, %d timeouts, %d dropped%n", payload,
          bytesPerSec * 8 / 1e9, bytesPerSec / payload, left.counters().retransmittedBytes / payload, left.counters().dataPackets,
          left.counters().timeouts, cable.ends[0].counters().dropsOut + cable.ends[1].counters().dropsOut);
    }
  }

  private static double measure(Connection connection, Region source, Region target, double seconds) {
    long begin = System.nanoTime();
    long bytes = 0;
    var under = new CompletableFuture<?>[AT_ONCE];
    for (int n = 0; System.nanoTime() - begin < seconds * 1e9; n++) {
      int slot = n % AT_ONCE;
      if (under[slot] != null) {
        under[slot].join();
        bytes += BYTES;
      }
      under[slot] = connection.write(source, 0, BYTES, target.key(), target.address());
    }
    for (CompletableFuture<?> last : under) {
      if (last != null) {
        last.join();
        bytes += BYTES;
      }
    }
    return bytes / ((System.nanoTime() - begin) / 1e9);
  }

  private static EndpointConfig config(int address, int payload) {
    return EndpointConfig.of(address).payloadBytes(payload).scheme(FixedWindow.DEFAULT).path(100_000_000_000L, 50_000_000);
  }
}
