package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limit on pending operations: another thread waits, the loop's own thread cannot. */
@Timeout(60)
class BackPressureTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int MOST = 4;

  private final TwoEndpoints two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT), config(RIGHT));
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> posted = new ConcurrentLinkedQueue<>();
  private final List<Integer> arrived = new ArrayList<>();

  /** Connects in the test's thread, which also runs the loops. */
  private Connection connect() {
    two.right.listen(new ConnectionHandler() {
      @Override
      public void message(Connection from, byte[] message) {
        arrived.add((int) message[0]);
      }
    });
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    return connection;
  }

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).path(1_000_000_000L, MS / 5).bounds(MOST, 1000, 0);
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(thread.isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  @Test
  void anotherThreadWaitsUntilAnOperationIsOver() {
    Connection connection = connect();
    Thread poster = Thread.ofPlatform().start(() -> {
      for (int number = 0; number < 3 * MOST; number++) {
        posted.add(connection.send(new byte[] {(byte) number}));
      }
    });
    awaitWaiting(poster);
    assertThat(posted).hasSize(MOST);
    two.until(() -> !poster.isAlive());
    two.until(() -> posted.stream().allMatch(CompletableFuture::isDone));
    assertThat(posted).hasSize(3 * MOST).allMatch(over -> !over.isCompletedExceptionally());
    assertThat(arrived).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  /** Waiting posts fail like pending operations: no call waits forever for a connection that has ended. */
  @Test
  void theEndOfTheConnectionEndsTheWait() {
    Connection connection = connect();
    Thread poster = Thread.ofPlatform().start(() -> {
      for (int number = 0; number < MOST + 1; number++) {
        posted.add(connection.send(new byte[1]));
      }
    });
    awaitWaiting(poster);
    two.cable.ends[1].dead = true;
    two.until(() -> !poster.isAlive());
    two.until(() -> posted.stream().allMatch(CompletableFuture::isDone));
    assertThat(posted).hasSize(MOST + 1).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void rejectsWaitingInTheLoopsThread() {
    Connection connection = connect();
    for (int number = 0; number < MOST; number++) {
      posted.add(connection.send(new byte[1]));
    }
    assertThatThrownBy(() -> connection.send(new byte[1])).isInstanceOf(IllegalStateException.class)
        .hasMessage("4 operations are under way already");
    two.until(() -> posted.stream().allMatch(CompletableFuture::isDone));
    CompletableFuture<Void> next = connection.send(new byte[1]);
    two.until(next::isDone);
    assertThat(next).isCompleted();
  }
}
