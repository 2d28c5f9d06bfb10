package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.cc.rival.FixedWindow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A packet allocates nothing on Java's heap. */
class EndpointAllocationTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long BYTES = 16L << 20;
  private static final long RTT_PS = 100_000_000;
  private static final long RATE = 10_000_000_000L;

  @Test
  void aLargeWriteAllocatesNothingPerPacket() {
    EndpointConfig left = EndpointConfig.of(LEFT).scheme(FixedWindow.DEFAULT).path(RATE, RTT_PS);
    EndpointConfig right = EndpointConfig.of(RIGHT).scheme(FixedWindow.DEFAULT).path(RATE, RTT_PS);
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), left, right);
    two.right.listen(ConnectionHandler.NONE);
    Arena arena = Arena.global();
    MemorySegment at = arena.allocate(BYTES);
    Region source = two.left.register(arena.allocate(BYTES).fill((byte) 7), Access.LOCAL);
    Region target = two.right.register(at, Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    long packets = BYTES / left.payloadBytes();
    long allocated = Allocation.bytesOf(() -> {
      CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
      two.until(write::isDone);
    });
    assertThat(at.get(java.lang.foreign.ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
    assertThat(allocated).as("bytes for %d packets", packets).isLessThan(packets / 4);
  }
}
