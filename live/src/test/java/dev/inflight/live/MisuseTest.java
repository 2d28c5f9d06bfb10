package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.testing.Awake;
import dev.inflight.net.rdma.Operation.Status;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid arguments are rejected at the call; memory that disappears later ends the connection that needs it, and no other. */
class MisuseTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 100_000;

  private TwoEndpoints two;
  private Region source;
  private Region target;
  private Connection other;

  /** Starts in the thread of the test, which runs the loops. */
  private void begin() {
    two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT), config(RIGHT));
    source = two.left.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
    target = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE_AND_READ);
    two.right.listen(ConnectionHandler.NONE);
    other = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> other.ready().isDone());
  }

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).path(1_000_000_000L, MS / 5);
  }

  private Connection connection() {
    Connection made = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> made.ready().isDone());
    return made;
  }

  private void othersGoOn() {
    CompletableFuture<Void> write = other.write(source, 0, BYTES, target.key(), target.address());
    CompletableFuture<Void> read = other.read(source, 0, BYTES, target.key(), target.address());
    two.until(() -> write.isDone() && read.isDone());
    assertThat(write).isCompleted();
    assertThat(read).isCompleted();
  }

  private static Status statusOf(CompletableFuture<?> failed) {
    return ((OperationFailed) failed.exceptionNow()).status();
  }

  @Test
  void namesTheArgumentThatIsNull() {
    begin();
    CompletionQueue queue = new CompletionQueue(1);
    EndpointConfig config = config(LEFT);
    var calls = List.<ThrowingCallable>of(() -> new Endpoint(null, two.loops[0], config),
        () -> new Endpoint(two.cable.ends[0], null, config), () -> new Endpoint(two.cable.ends[0], two.loops[0], null),
        () -> Endpoint.open(null, config), () -> Endpoint.open(two.cable.ends[0], null), () -> two.left.connect(RIGHT, null),
        () -> two.left.listen(null), () -> two.left.register(null, Access.LOCAL),
        () -> two.left.register(MemorySegment.ofArray(new byte[1]), null), () -> two.left.deregister(null),
        () -> other.send(null), () -> other.write(null, 0, 1, 1, 1), () -> other.read(null, 0, 1, 1, 1),
        () -> other.postSend(null, 1, new byte[1]), () -> other.postSend(queue, 1, null),
        () -> other.postWrite(null, 1, source, 0, 1, 1, 1), () -> other.postRead(queue, 1, null, 0, 1, 1, 1),
        () -> queue.poll(null), () -> config.scheme(null), () -> config.telemetry(null), () -> config.recovery(null, 1),
        () -> config.seal(null).scheme(null));
    var names = new ArrayList<String>();
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOfSatisfying(NullPointerException.class, thrown -> names.add(thrown.getMessage()));
    }
    assertThat(names).containsExactly("device", "loop", "config", "device", "config", "handler", "handler", "segment", "access",
        "region", "message", "local", "local", "to", "message", "to", "local", "into", "scheme", "telemetry", "recovery",
        "scheme");
    assertThat(queue.poll()).isNull();
    othersGoOn();
  }

  @Test
  void refusesMemoryThatItsThreadCannotUse() throws Exception {
    begin();
    MemorySegment closed = closed();
    MemorySegment constant = MemorySegment.ofArray(new byte[10]).asReadOnly();
    try (var executor = Executors.newSingleThreadExecutor()) {
      MemorySegment confined = executor.submit(() -> Arena.ofConfined().allocate(10)).get();
      for (Access access : Access.values()) {
        assertThatThrownBy(() -> two.left.register(confined, access)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("the memory's arena is confined to another thread than the endpoint's \"");
        assertThatThrownBy(() -> two.left.register(closed, access)).isInstanceOf(IllegalStateException.class)
            .hasMessage("the memory's arena is closed already");
        assertThatThrownBy(() -> two.left.register(MemorySegment.NULL, access)).hasMessage("a region of no bytes");
        if (access.isWritable()) {
          assertThatThrownBy(() -> two.left.register(constant, access)).isInstanceOf(IllegalArgumentException.class)
              .hasMessage("remote writes need writable memory, and this memory is read-only; use Access.READ or LOCAL");
        }
      }
    }
    Region ofConstant = two.left.register(constant, Access.READ);
    assertThatThrownBy(() -> other.read(ofConstant, 0, 1, target.key(), target.address()))
        .isInstanceOf(IllegalArgumentException.class).hasMessage("a READ would put its bytes into memory that is read-only");
    CompletableFuture<Void> write = other.write(ofConstant, 0, 10, target.key(), target.address());
    two.until(write::isDone);
    assertThat(write).isCompleted();
    othersGoOn();
  }

  private static MemorySegment closed() {
    try (Arena arena = Arena.ofShared()) {
      return arena.allocate(10);
    }
  }

  /** The endpoint has its own thread, which cannot access memory of this thread. */
  @Test
  void refusesMemoryOfTheCallersThread() {
    var cable = new Cable(2048, Cable.Faults.NONE, 5);
    try (Arena arena = Arena.ofConfined(); Endpoint endpoint = Endpoint.open(cable.ends[0], config(LEFT))) {
      assertThatThrownBy(() -> endpoint.register(arena.allocate(10), Access.LOCAL)).isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the memory's arena is confined to another thread than the endpoint's \"endpoint left\"; "
              + "use memory of Arena.ofShared()");
    }
  }

  @Test
  void refusesRegionsOfAnotherEndpoint() {
    begin();
    String message = "the region belongs to another endpoint; only the endpoint that registered it can use it";
    assertThatThrownBy(() -> two.left.deregister(target)).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    assertThat(target.isTakenBack()).isFalse();
    assertThatThrownBy(() -> other.write(target, 0, 1, target.key(), target.address())).hasMessage(message);
    assertThatThrownBy(() -> other.postRead(new CompletionQueue(1), 1, target, 0, 1, target.key(), target.address()))
        .hasMessage(message);
    othersGoOn();
  }

  @Test
  void rejectsReleasedRegions() {
    begin();
    Arena arena = Arena.ofShared();
    Region closing = two.left.register(arena.allocate(10), Access.LOCAL);
    Region leaving = two.left.register(MemorySegment.ofArray(new byte[10]), Access.LOCAL);
    arena.close();
    assertThat(two.left.deregister(leaving)).isCompleted();
    assertThatThrownBy(() -> other.write(closing, 0, 1, target.key(), target.address())).isInstanceOf(IllegalStateException.class)
        .hasMessage("the arena of the region's memory is closed");
    assertThatThrownBy(() -> other.read(leaving, 0, 1, target.key(), target.address())).isInstanceOf(IllegalStateException.class)
        .hasMessage("the region was taken back by deregister");
    othersGoOn();
  }

  /** The arena is closed during an operation, at either endpoint. */
  @ParameterizedTest
  @ValueSource(strings = {"WRITE from", "WRITE into", "READ from", "READ into"})
  void releasedMemoryEndsOnlyItsConnection(String what) {
    begin();
    Arena arena = Arena.ofShared();
    MemorySegment memory = arena.allocate(BYTES).fill((byte) 1);
    boolean write = what.startsWith("WRITE");
    boolean here = what.equals("WRITE from") || what.equals("READ into");
    Region going = (here ? two.left : two.right).register(memory, here ? Access.LOCAL : Access.WRITE_AND_READ);
    byte[] stays = new byte[BYTES];
    Region local = here ? going : two.left.register(MemorySegment.ofArray(stays), Access.LOCAL);
    byte[] there = new byte[BYTES];
    Region remote = here ? two.right.register(MemorySegment.ofArray(there), Access.WRITE_AND_READ) : going;
    Connection connection = connection();
    CompletableFuture<Void> over = write
        ? connection.write(local, 0, BYTES, remote.key(), remote.address())
        : connection.read(local, 0, BYTES, remote.key(), remote.address());
    two.until(() -> switch (what) {
      case "WRITE from" -> there[20_000] == 1;
      case "READ from" -> stays[20_000] == 1;
      default -> memory.get(ValueLayout.JAVA_BYTE, 20_000) == 0;
    });
    arena.close();
    two.until(over::isDone);
    assertThat(statusOf(over)).isEqualTo(switch (what) {
      case "WRITE from", "READ into" -> Status.LOCAL_ACCESS_ERROR;
      case "WRITE into" -> Status.REMOTE_ACCESS_ERROR;
      default -> Status.FLUSHED; // the response to a READ, which was granted, cannot be rejected in between
    });
    if (here) {
      assertThat(over.exceptionNow()).cause().hasMessageContaining("closed");
    }
    two.until(() -> connection.gone().isDone());
    othersGoOn();
    assertThat(what.equals("WRITE from") ? there[BYTES - 1] : 0).as("no byte of nothing was sent").isZero();
  }

  /** As at any later time: requests are rejected from the first packet. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rejectsRequestsForMemoryOfAClosedArena(boolean write) {
    begin();
    Arena arena = Arena.ofShared();
    Region remote = two.right.register(arena.allocate(10), Access.WRITE_AND_READ);
    arena.close();
    Connection connection = connection();
    CompletableFuture<Void> over = write
        ? connection.write(source, 0, 10, remote.key(), remote.address())
        : connection.read(source, 0, 10, remote.key(), remote.address());
    two.until(over::isDone);
    assertThat(statusOf(over)).isEqualTo(Status.REMOTE_ACCESS_ERROR);
    othersGoOn();
  }

  /** A mapped file becomes shorter: an access then causes a signal of the machine. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void truncatedMappedFileEndsOnlyItsConnection(boolean into, @TempDir Path folder) throws IOException {
    begin();
    try (
        FileChannel file = FileChannel.open(folder.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
      memory.fill((byte) 1);
      Region mapped = two.left.register(memory, Access.LOCAL);
      file.truncate(0);
      Connection connection = connection();
      CompletableFuture<Void> over = into
          ? connection.read(mapped, 0, BYTES, target.key(), target.address())
          : connection.write(mapped, 0, BYTES, target.key(), target.address());
      two.until(over::isDone);
      assertThat(statusOf(over)).isEqualTo(Status.LOCAL_ACCESS_ERROR);
      two.until(() -> connection.gone().isDone());
      othersGoOn();
    }
  }

  /** A pending operation keeps its memory; the arena may be closed when the future is complete. */
  @Test
  void memoryIsFreeAfterLocalOperations() {
    begin();
    Arena arena = Arena.ofShared();
    Region local = two.left.register(arena.allocate(BYTES).fill((byte) 7), Access.LOCAL);
    Connection connection = connection();
    CompletableFuture<Void> write = connection.write(local, 0, BYTES, target.key(), target.address());
    CompletableFuture<Void> read = connection.read(local, 0, BYTES, target.key(), target.address());
    two.loops[0].round();
    CompletableFuture<Void> free = two.left.deregister(local);
    assertThat(free).isNotDone();
    two.until(free::isDone);
    assertThat(write).isCompleted();
    assertThat(read).isCompleted();
    arena.close();
    othersGoOn();
  }

  /** The thread of a caller's own loop is unknown at first, so memory may turn out to belong to another thread. */
  @Test
  void rejectsMemoryOfAnotherThread() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 5);
    long[] nanos = {0};
    var loop = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]);
    var endpoint = new Endpoint(cable.ends[0], loop, config(LEFT));
    var peer = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]);
    var right = new Endpoint(cable.ends[1], peer, config(RIGHT));
    try (var executor = Executors.newSingleThreadExecutor()) {
      Region confined = executor.submit(() -> endpoint.register(Arena.ofConfined().allocate(BYTES), Access.LOCAL)).get(); // no loop yet
      Region there = right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE_AND_READ);
      right.listen(ConnectionHandler.NONE);
      CompletableFuture<Void> write = endpoint.connect(RIGHT, ConnectionHandler.NONE).write(confined, 0, BYTES, there.key(),
          there.address());
      while (!write.isDone()) {
        if (loop.round() + peer.round() == 0) {
          nanos[0] += 1000;
        }
      }
      assertThat(statusOf(write)).isEqualTo(Status.LOCAL_ACCESS_ERROR);
      assertThat(write.exceptionNow()).hasCauseInstanceOf(WrongThreadException.class);
    }
  }

  /** A message for which the JVM has no memory is rejected, and its connection ends. */
  @Test
  void rejectsAMessageWithoutMemory() {
    int most = Integer.MAX_VALUE; // no array has this length
    var wide = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT), config(RIGHT).bounds(8, most, MS));
    wide.right.listen(ConnectionHandler.NONE);
    Connection untouched = wide.left.connect(RIGHT, ConnectionHandler.NONE);
    Region local = wide.left.register(Arena.ofAuto().allocate(most), Access.LOCAL);
    Connection greedy = wide.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> message = greedy.write(local, 0, most, 0, Connection.MESSAGE); // like send, which needs an array
    wide.until(message::isDone);
    assertThat(statusOf(message)).isEqualTo(Status.REMOTE_ACCESS_ERROR);
    CompletableFuture<Void> fine = untouched.send(new byte[10]);
    wide.until(fine::isDone);
    assertThat(fine).isCompleted();
  }
}
