package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many kinds of faults of a cable, reproducible by their seeds. */
class FaultySeedsTest {
  private static final int LEFT = 127 << 24 | 1;
  private static final int RIGHT = 192 << 24 | 168 << 16 | 7;
  private static final long US = 1_000_000;
  private static final long MS = 1000 * US;
  private static final int SEEDS = 8;
  private static final int BYTES = 1 << 20;

  @ParameterizedTest
  @ValueSource(strings = {"go back", "irn", "selective"})
  void everyByteArrives(String name) {
    Recovery recovery = switch (name) {
      case "irn" -> new Irn(1 * MS, 4 * MS, 3, 2);
      case "selective" -> new Selective(0, 4 * MS, 8);
      default -> GoBackN.DEFAULT;
    };
    for (long seed = 1; seed <= SEEDS; seed++) {
      var cable = new Cable(2048, Cable.Faults.all(0.05), seed);
      var two = new TwoEndpoints(cable, EndpointConfig.of(LEFT).recovery(recovery, 4 * MS).path(1_000_000_000L, 200 * US),
          EndpointConfig.of(RIGHT).recovery(recovery, 4 * MS).path(1_000_000_000L, 200 * US));
      two.right.listen(ConnectionHandler.NONE);
      byte[] from = new byte[BYTES];
      new SplittableRandom(seed).nextBytes(from);
      byte[] at = new byte[BYTES];
      byte[] back = new byte[BYTES];
      Region source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
      Region fetched = two.left.register(MemorySegment.ofArray(back), Access.LOCAL);
      Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
      Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
      CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
      CompletableFuture<Void> send = connection.send(from);
      CompletableFuture<Void> read = connection.read(fetched, 0, BYTES, target.key(), target.address());
      two.until(() -> write.isDone() && send.isDone() && read.isDone());
      assertThat(write).as("seed %d", seed).isCompleted();
      assertThat(read).as("seed %d", seed).isCompleted();
      assertThat(send).as("seed %d", seed).isCompleted();
      assertThat(at).as("seed %d", seed).isEqualTo(from);
      assertThat(back).as("seed %d", seed).isEqualTo(from);
    }
  }
}
