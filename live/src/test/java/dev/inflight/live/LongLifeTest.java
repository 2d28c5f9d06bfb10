package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.testing.Awake;
import dev.inflight.net.rdma.Operation.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Picoseconds last for 106 days, and endpoints for longer. */
class LongLifeTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long DAY_NANOS = 86_400_000_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000;

  private final Cable cable = new Cable(2048, Cable.Faults.NONE, 5);
  private final RealLoop[] loops = new RealLoop[2];
  private final Endpoint[] ends = new Endpoint[2];
  private final List<String> diary = new ArrayList<>();
  private long nanos;

  /** Advances the age of both endpoints to this number of days. */
  private void begin(double days) {
    for (int end = 0; end < 2; end++) {
      loops[end] = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos);
      loops[end].begin((long) (days * DAY_NANOS) * 1000);
      ends[end] = Endpoint.lasting(cable.ends[end], loops[end], EndpointConfig.of(end == 0 ? LEFT : RIGHT), end);
    }
    ends[1].listen(new ConnectionHandler() {
      @Override
      public void message(Connection connection, byte[] message) {
        diary.add("message " + message[0]);
      }

      @Override
      public void closed(Connection connection) {
        diary.add("closed");
      }
    });
  }

  private void until(BooleanSupplier so) {
    for (long most = nanos + 1000 * SECOND_NANOS; !so.getAsBoolean();) {
      assertThat(nanos).as("of a time in which it should have come").isLessThan(most);
      if (loops[0].round() + loops[1].round() == 0) {
        nanos += 100_000;
      }
    }
  }

  private void aMessageArrives(Connection over, int number) {
    CompletableFuture<Void> sent = over.send(new byte[] {(byte) number});
    until(sent::isDone);
    assertThat(sent).isCompleted();
    assertThat(diary).contains("message " + number);
  }

  /** Without a connection the restart has no visible effect. */
  @Test
  void timeRestartsWithoutConnections() {
    begin(50.5);
    Region region = ends[1].register(MemorySegment.ofArray(new byte[10]), Access.WRITE);
    Region source = ends[0].register(MemorySegment.ofArray(new byte[10]), Access.LOCAL);
    Connection before = ends[0].connect(RIGHT, ConnectionHandler.NONE);
    aMessageArrives(before, 1);
    before.close();
    until(() -> loops[0].nowPs() < DAY_NANOS && loops[1].nowPs() < DAY_NANOS * 1000);
    long packets = ends[0].counters().dataPackets;
    assertThat(packets).as("what was counted stays").isEqualTo(1);
    Connection after = ends[0].connect(RIGHT, ConnectionHandler.NONE);
    aMessageArrives(after, 2);
    CompletableFuture<Void> write = after.write(source, 0, 10, region.key(), region.address());
    until(write::isDone);
    assertThat(write).as("memory is still open to others").isCompleted();
    assertThat(ends[0].counters().dataPackets).isEqualTo(3);
  }

  /** An open connection is unaffected before the 100th day, and is closed in order then. */
  @Test
  void connectionsAreClosedBeforeTimeEnds() {
    begin(100 - 10.0 / 86_400);
    Connection old = ends[0].connect(RIGHT, ConnectionHandler.NONE);
    aMessageArrives(old, 1);
    assertThat(loops[0].nowPs()).isGreaterThan(99 * DAY_NANOS * 1000);
    until(() -> old.gone().isDone());
    assertThat(diary).containsExactly("message 1", "closed");
    until(() -> loops[0].nowPs() < DAY_NANOS && loops[1].nowPs() < DAY_NANOS);
    aMessageArrives(ends[0].connect(RIGHT, ConnectionHandler.NONE), 2);
  }

  /** The peer does not agree to the end, because it is gone: pending operations fail, and the handler gets the end. */
  @Test
  void aConnectionThatDoesNotEndIsDiscarded() {
    begin(100 - 10.0 / 86_400);
    Connection old = ends[0].connect(RIGHT, new ConnectionHandler() {
      @Override
      public void closed(Connection connection) {
        diary.add("closed here");
      }
    });
    aMessageArrives(old, 1);
    cable.ends[1].dead = true;
    CompletableFuture<Void> lost = old.send(new byte[1]);
    until(() -> loops[0].nowPs() < DAY_NANOS);
    assertThat(((OperationFailed) lost.exceptionNow()).status()).isEqualTo(Status.RETRY_EXCEEDED);
    assertThat(old.gone()).isDone();
    assertThat(diary).contains("closed here");
  }

  /** A caller's own loop that reaches its end throws. */
  @Test
  void loopThrowsAtItsEnd() {
    var loop = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos);
    loop.begin(Long.MAX_VALUE - 5_000_000);
    loop.round();
    nanos += 10_000;
    assertThatThrownBy(loop::round).isInstanceOf(IllegalStateException.class)
        .hasMessage("the loop has run for 106 days, and its time, in picoseconds, has come to its end");
  }
}
