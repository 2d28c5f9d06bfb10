package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.CompletionQueue.Completion;
import dev.inflight.net.rdma.Operation.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Polled completions, in one thread that also runs the endpoints: nothing may wait. */
class CompletionQueueTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 5000;

  private final TwoEndpoints two = new TwoEndpoints(new Cable(2048, Cable.Faults.all(0.02), 3), config(LEFT), config(RIGHT));
  private final byte[] at = new byte[BYTES];
  private final byte[] from = new byte[BYTES];
  private final List<String> messages = new ArrayList<>();
  private final Region source;
  private final Region target;

  CompletionQueueTest() {
    Arrays.fill(from, (byte) 5);
    source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
    target = two.right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
    two.right.listen(new ConnectionHandler() {
      @Override
      public void message(Connection connection, byte[] message) {
        messages.add(new String(message));
      }
    });
  }

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).path(1_000_000_000L, MS / 5).bounds(4, 1000, 0);
  }

  private List<Completion> wait(CompletionQueue queue, int count) {
    var all = new ArrayList<Completion>();
    two.until(() -> {
      Completion next = queue.poll();
      if (next != null) {
        all.add(next);
      }
      return all.size() == count;
    });
    assertThat(queue.poll()).isNull();
    return all;
  }

  @Test
  void completionsAreInOrder() {
    var queue = new CompletionQueue(10);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    assertThat(queue.poll()).isNull();
    assertThat(connection.postWrite(queue, 7, source, 0, BYTES, target.key(), target.address())).isTrue();
    assertThat(connection.postSend(queue, 8, "hello".getBytes())).isTrue();
    assertThat(connection.postRead(queue, 9, source, 0, BYTES, target.key(), target.address())).isTrue();
    assertThat(wait(queue, 3)).containsExactly(new Completion(connection, 7, Status.SUCCESS),
        new Completion(connection, 8, Status.SUCCESS), new Completion(connection, 9, Status.SUCCESS))
        .allMatch(Completion::isDone);
    assertThat(at).isEqualTo(from);
    assertThat(messages).containsExactly("hello");
  }

  /** Two connections share a queue; one of them requests memory without access, which ends it. */
  @Test
  void failuresHaveAStatus() {
    var queue = new CompletionQueue(10);
    Connection good = two.left.connect(RIGHT, ConnectionHandler.NONE);
    Connection bad = two.left.connect(RIGHT, ConnectionHandler.NONE);
    assertThat(bad.postWrite(queue, 1, source, 0, BYTES, target.key() + 1, target.address())).isTrue();
    assertThat(bad.postSend(queue, 2, new byte[1])).isTrue();
    assertThat(good.postSend(queue, 3, new byte[1])).isTrue();
    assertThat(wait(queue, 3)).containsExactlyInAnyOrder(new Completion(bad, 1, Status.REMOTE_ACCESS_ERROR),
        new Completion(bad, 2, Status.FLUSHED), new Completion(good, 3, Status.SUCCESS)).anyMatch(Completion::isDone);
    two.until(() -> bad.gone().isDone());
    assertThat(bad.postSend(queue, 4, new byte[1])).isTrue();
    assertThat(wait(queue, 1)).containsExactly(new Completion(bad, 4, Status.FLUSHED));
  }

  /** An entry is reserved from posting to polling, for every result of the operation. */
  @Test
  void fullQueueRejectsPosts() {
    var queue = new CompletionQueue(2);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    assertThat(connection.postSend(queue, 1, new byte[1])).isTrue();
    assertThat(connection.postSend(queue, 2, new byte[1])).isTrue();
    assertThat(connection.postSend(queue, 3, new byte[1])).isFalse();
    two.until(() -> messages.size() == 2);
    two.run(50_000_000);
    assertThat(connection.postSend(queue, 3, new byte[1])).as("over, and not asked for").isFalse();
    var into = new Completion[3];
    assertThat(queue.poll(into)).isEqualTo(2);
    assertThat(into[0].id()).isEqualTo(1);
    assertThat(into[1].id()).isEqualTo(2);
    assertThat(connection.postSend(queue, 3, new byte[1])).isTrue();
    wait(queue, 1);
    assertThat(messages).hasSize(3);
  }

  /** Limit of four pending operations of a connection, for queues and futures. */
  @Test
  void busyConnectionRejectsPosts() {
    var queue = new CompletionQueue(10);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    for (int id = 0; id < 4; id++) {
      assertThat(connection.postSend(queue, id, new byte[1])).isTrue();
    }
    assertThat(connection.postSend(queue, 4, new byte[1])).isFalse();
    wait(queue, 4);
    for (int id = 5; id < 15; id++) {
      assertThat(connection.postSend(queue, id, new byte[1])).as("no place was lost").isTrue();
      wait(queue, 1);
    }
  }

  @Test
  void rejectsInvalidArguments() {
    var queue = new CompletionQueue(1);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    assertThatThrownBy(() -> new CompletionQueue(0)).hasMessage("a completion queue for 0 operations");
    assertThatThrownBy(() -> connection.postSend(queue, 1, new byte[0]))
        .hasMessage("WRITE of 0 bytes is outside 1 to 2147483648");
    assertThatThrownBy(() -> connection.postWrite(queue, 1, source, 1, BYTES, 1, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(connection.postSend(queue, 1, new byte[1])).as("which takes no place").isTrue();
  }
}
