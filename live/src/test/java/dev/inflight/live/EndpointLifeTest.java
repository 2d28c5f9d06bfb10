package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.net.rdma.Operation.Status;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources that an endpoint releases: closed connections, deregistered memory, and waiting operations at its end. */
@Timeout(120)
class EndpointLifeTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int BYTES = 100_000;

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).recovery(new Selective(0, 4 * MS, 8), 4 * MS).path(1_000_000_000L, MS / 5).bounds(64,
        1 << 20, 100 * MS);
  }

  private static TwoEndpoints two(double faults) {
    return new TwoEndpoints(new Cable(2048, Cable.Faults.all(faults), 5), config(LEFT), config(RIGHT));
  }

  private static byte[] random(int bytes, long seed) {
    byte[] made = new byte[bytes];
    new SplittableRandom(seed).nextBytes(made);
    return made;
  }

  /** Peers come and go; frames are lost, duplicated and late. */
  @Test
  void endedConnectionsAreForgotten() {
    TwoEndpoints two = two(0.05);
    two.right.listen(ConnectionHandler.NONE);
    int most = 0;
    for (int n = 0; n < 200; n++) {
      Connection connection = (n % 2 == 0 ? two.left : two.right).connect(n % 2 == 0 ? RIGHT : LEFT, ConnectionHandler.NONE);
      if (n % 2 == 0) { // the others are rejected, because no endpoint listens
        CompletableFuture<Void> send = connection.send(new byte[10]);
        two.until(send::isDone);
        assertThat(send).isCompleted();
        connection.close();
      }
      two.until(() -> connection.gone().isDone());
      two.run(SECOND_NANOS / 4);
      most = Math.max(most, Math.max(two.left.streams(), two.right.streams()));
    }
    assertThat(most).as("two each of those of some ten seconds").isBetween(10, 120);
    two.run(11 * SECOND_NANOS);
    assertThat(List.of(two.left.connections(), two.right.connections(), two.left.streams(), two.right.streams())).containsOnly(0);
  }

  /** An endpoint dies, and another starts at its address while the peer still has the dead one's connection. */
  @Test
  void restartedEndpointIsANewPeer() {
    TwoEndpoints two = two(0);
    var arrived = new ArrayList<String>();
    two.right.listen(new ConnectionHandler() {
      @Override
      public void message(Connection connection, byte[] message) {
        arrived.add(new String(message));
      }
    });
    Connection first = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> sent = first.send("before".getBytes());
    two.until(sent::isDone);
    two.loops[0] = new RealLoop(Waiting.SPIN, new Awake(), () -> two.nanos);
    var again = new Endpoint(two.cable.ends[0], two.loops[0], config(LEFT), 77);
    Connection second = again.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> after = second.send("after".getBytes());
    two.until(after::isDone);
    assertThat(after).isCompleted();
    assertThat(arrived).containsExactly("before", "after");
    two.run(2 * SECOND_NANOS);
    assertThat(two.right.connections()).as("the dead one's was found out").isEqualTo(1);
  }

  /** The peer restarts, and a late frame requests the connection again: it answers, without the earlier state. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void peerWithoutItsAcknowledgedStateIsGone(boolean selective) {
    var recovery = selective ? new Selective(0, 4 * MS, 8) : GoBackN.DEFAULT;
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT).recovery(recovery, 4 * MS),
        config(RIGHT).recovery(recovery, 4 * MS));
    var frames = new ArrayList<byte[]>();
    two.cable.ends[0].record = frames;
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> sent = connection.send(new byte[10]);
    two.until(sent::isDone);
    two.loops[1] = new RealLoop(Waiting.SPIN, new Awake(), () -> two.nanos);
    var again = new Endpoint(two.cable.ends[1], two.loops[1], config(RIGHT).recovery(recovery, 4 * MS), 99);
    var connected = new ArrayList<Connection>();
    again.listen(new ConnectionHandler() {
      @Override
      public void connected(Connection made) {
        connected.add(made);
      }
    });
    two.cable.ends[0].inject(frames.getFirst(), frames.getFirst().length);
    two.run(SECOND_NANOS / 1000);
    assertThat(again.connections()).isEqualTo(1);
    CompletableFuture<Void> lost = connection.send(new byte[10]);
    two.until(lost::isDone);
    assertThat(((OperationFailed) lost.exceptionNow()).status()).as("the new one has waited in vain for an answer, and ended it")
        .isEqualTo(Status.FLUSHED);
    two.until(() -> connection.gone().isDone());
    assertThat(connected).as("what the new one would have sent over it, this one would have taken for old").isEmpty();
    CompletableFuture<Void> next = two.left.connect(RIGHT, ConnectionHandler.NONE).send(new byte[10]);
    two.until(next::isDone);
    assertThat(next).isCompleted();
  }

  /** Regions of a restarted endpoint have other keys than those of the earlier one. */
  @Test
  void restartedEndpointHasOtherKeys() {
    var two = two(0);
    var again = new Endpoint(two.cable.ends[0], two.loops[0], config(LEFT), 77);
    var memory = MemorySegment.ofArray(new byte[1]);
    assertThat(again.register(memory, Access.WRITE).key()).isNotEqualTo(two.left.register(memory, Access.WRITE).key());
  }

  @Test
  void deregisteredMemoryIsNotAccessed() {
    TwoEndpoints two = two(0);
    two.right.listen(ConnectionHandler.NONE);
    byte[] at = new byte[BYTES];
    Region source = two.left.register(MemorySegment.ofArray(random(BYTES, 1)), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
    Region kept = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE_AND_READ);
    assertThat(two.right.deregister(target)).isCompleted();
    for (boolean write : new boolean[] {true, false}) {
      Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
      CompletableFuture<Void> fine = connection.write(source, 0, BYTES, kept.key(), kept.address());
      CompletableFuture<Void> refused = write
          ? connection.write(source, 0, BYTES, target.key(), target.address())
          : connection.read(source, 0, BYTES, target.key(), target.address());
      two.until(refused::isDone);
      assertThat(fine).isCompleted();
      assertThat(((OperationFailed) refused.exceptionNow()).status()).isEqualTo(Status.REMOTE_ACCESS_ERROR);
    }
    assertThat(at).containsOnly(0);
    assertThat(two.right.deregister(target)).as("a second time").isCompleted();
  }

  /** The rest of a WRITE is rejected without writing: the memory may be gone. */
  @Test
  void pendingWriteIsRejected() {
    TwoEndpoints two = two(0);
    two.right.listen(ConnectionHandler.NONE);
    Region source = two.left.register(MemorySegment.ofArray(random(BYTES, 1)), Access.LOCAL);
    Arena arena = Arena.ofShared();
    MemorySegment at = arena.allocate(BYTES);
    Region target = two.right.register(at, Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
    two.until(() -> at.get(ValueLayout.JAVA_BYTE, 20_000) != 0);
    assertThat(two.right.deregister(target)).isCompleted();
    arena.close(); // later accesses throw
    two.until(write::isDone);
    assertThat(((OperationFailed) write.exceptionNow()).status()).isEqualTo(Status.REMOTE_ACCESS_ERROR);
  }

  /** The pending response to a READ is sent, and only then the memory is free. */
  @Test
  void pendingReadResponseIsCompleted() {
    TwoEndpoints two = two(0.02);
    two.right.listen(ConnectionHandler.NONE);
    byte[] from = random(BYTES, 9);
    byte[] at = new byte[BYTES];
    Region fetched = two.left.register(MemorySegment.ofArray(at), Access.LOCAL);
    Region source = two.right.register(MemorySegment.ofArray(from), Access.READ);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> read = connection.read(fetched, 0, BYTES, source.key(), source.address());
    two.until(() -> at[2000] != 0);
    CompletableFuture<Void> free = two.right.deregister(source);
    assertThat(free).isNotDone();
    two.until(free::isDone);
    assertThat(free).isCompleted();
    two.until(read::isDone);
    assertThat(read).isCompleted();
    assertThat(at).isEqualTo(from);
  }

  /**
   * For any pending operations and any order of frames: bytes are correct, or the operation has failed, and no later access reaches the
   * memory.
   */
  @Test
  void deregistersMemoryAtAnyMoment() {
    int failed = 0;
    for (int seed = 1; seed <= 60; seed++) {
      var random = new SplittableRandom(seed);
      var two = new TwoEndpoints(new Cable(2048, Cable.Faults.all(0.1), seed), config(LEFT), config(RIGHT));
      two.right.listen(ConnectionHandler.NONE);
      byte[] from = random(BYTES / 10, seed);
      Arena arena = Arena.ofShared();
      MemorySegment there = arena.allocate(BYTES / 10).copyFrom(MemorySegment.ofArray(from));
      Region source = two.right.register(there, Access.WRITE_AND_READ);
      Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
      var reads = new ArrayList<CompletableFuture<Void>>();
      var targets = new ArrayList<byte[]>();
      for (int n = 0; n < 10; n++) {
        byte[] at = from.clone();
        Region local = two.left.register(MemorySegment.ofArray(at), Access.LOCAL);
        reads.add(connection.write(local, 0, at.length, source.key(), source.address()));
        byte[] back = new byte[at.length];
        reads.add(connection.read(two.left.register(MemorySegment.ofArray(back), Access.LOCAL), 0, at.length, source.key(),
            source.address()));
        targets.add(back);
      }
      two.run(random.nextLong(200_000, 8_000_000));
      CompletableFuture<Void> free = two.right.deregister(source);
      two.until(free::isDone);
      arena.close(); // later accesses throw
      two.until(() -> reads.stream().allMatch(CompletableFuture::isDone));
      for (int n = 0; n < targets.size(); n++) {
        CompletableFuture<Void> read = reads.get(2 * n + 1);
        if (read.isCompletedExceptionally()) {
          failed++;
          assertThat(((OperationFailed) read.exceptionNow()).status()).isIn(Status.REMOTE_ACCESS_ERROR, Status.FLUSHED);
        } else {
          assertThat(targets.get(n)).as("seed %d, READ %d", seed, n).isEqualTo(from);
        }
      }
      two.run(20_000_000);
    }
    assertThat(failed).isBetween(30, 550);
  }

  /** The other endpoint disappears during the operation: the memory is free once that is detected. */
  @Test
  void memoryIsFreeWhenTheReaderIsGone() {
    TwoEndpoints two = two(0);
    two.right.listen(ConnectionHandler.NONE);
    byte[] at = new byte[BYTES];
    Region fetched = two.left.register(MemorySegment.ofArray(at), Access.LOCAL);
    Region source = two.right.register(MemorySegment.ofArray(random(BYTES, 9)), Access.READ);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    connection.read(fetched, 0, BYTES, source.key(), source.address());
    two.until(() -> at[2000] != 0);
    two.cable.ends[0].dead = true;
    CompletableFuture<Void> free = two.right.deregister(source);
    two.run(SECOND_NANOS / 100);
    assertThat(free).isNotDone();
    two.until(free::isDone);
    assertThat(two.right.connections()).isZero();
  }

  /** Its loop continues, because it belongs to another user. */
  @Test
  void aClosedEndpointGrantsNothing() {
    TwoEndpoints two = two(0);
    two.right.listen(ConnectionHandler.NONE);
    Connection first = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> first.ready().isDone());
    two.right.close();
    two.until(() -> first.gone().isDone());
    Connection next = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> next.ready().isDone());
    assertThat(next.ready()).isCompletedExceptionally();
    assertThat(two.right.connections()).isZero();
  }

  /** Another thread closes it while the device already holds the request. */
  @Test
  void requestsDuringCloseAreRejected() throws InterruptedException {
    TwoEndpoints two = two(0);
    two.right.listen(ConnectionHandler.NONE);
    two.loops[1].round(); // it has a thread now
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.loops[0].round();
    Thread closing = Thread.ofPlatform().start(two.right::close);
    while (closing.getState() != Thread.State.WAITING && closing.isAlive()) { // for the loop
      Thread.onSpinWait();
    }
    two.until(() -> connection.ready().isDone());
    assertThat(connection.ready()).isCompletedExceptionally();
    closing.join();
    assertThat(two.right.connections()).isZero();
  }

  @Test
  void recoveriesThatHaveNoReliableConnectionAreRefused() {
    for (Recovery recovery : List.of(Tcp.DEFAULT, Unreliable.DEFAULT)) {
      assertThatThrownBy(() -> config(LEFT).recovery(recovery, MS)).hasMessage(
          "the recovery " + recovery.name() + " has no reliable connections; use go-back-n, irn or selective");
    }
  }
}
