package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.net.rdma.Operation.Status;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two endpoints with their own threads, and a comparison of all bytes. */
@Timeout(120)
class EndpointTest {
  private static final int LEFT = 127 << 24 | 1;
  private static final int RIGHT = 192 << 24 | 168 << 16 | 7;
  private static final long US = 1_000_000;
  private static final long MS = 1000 * US;
  private static final int MTU = 1024;
  private static final int[] SIZES = {1, MTU - 1, MTU, MTU + 1, 5 * MTU + 3, 1 << 20};

  /** Handler that records its calls. */
  private static final class Diary implements ConnectionHandler {
    final ConcurrentLinkedQueue<byte[]> messages = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> replaced = new ConcurrentLinkedQueue<>();
    final CountDownLatch closed = new CountDownLatch(1);
    final CompletableFuture<Connection> connected = new CompletableFuture<>();

    @Override
    public void connected(Connection connection) {
      connected.complete(connection);
    }

    @Override
    public void message(Connection connection, byte[] message) {
      messages.add(message);
    }

    @Override
    public void schemeReplaced(Connection connection, String configured, String instead) {
      replaced.add(configured + " -> " + instead);
    }

    @Override
    public void closed(Connection connection) {
      closed.countDown();
    }
  }

  private static EndpointConfig config(int address, Scheme scheme, Recovery recovery) {
    return EndpointConfig.of(address).scheme(scheme).recovery(recovery, 20 * MS).path(1_000_000_000L, 200 * US);
  }

  static Stream<Arguments> rules() {
    var all = new ArrayList<Arguments>();
    for (Recovery recovery : new Recovery[] {GoBackN.DEFAULT, new Irn(5 * MS, 20 * MS, 3, 2), new Selective(0, 20 * MS, 8)}) {
      for (double share : new double[] {0, 0.01, 0.05}) {
        all.add(Arguments.of(Swift.DEFAULT, recovery, share));
      }
    }
    for (Scheme scheme : Schemes.ALL) {
      all.add(Arguments.of(scheme, new Selective(0, 20 * MS, 8), 0.01));
    }
    return all.stream();
  }

  private static byte[] random(int bytes, long seed) {
    var made = new byte[bytes];
    new SplittableRandom(seed).nextBytes(made);
    return made;
  }

  private static String sha(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  /** Its thread is busy, and continues only while the caller waits for it. */
  @Test
  void grantsRequestsAfterListenReturned() {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    Thread caller = Thread.currentThread();
    var returned = new AtomicBoolean();
    var busy = new AtomicBoolean(true);
    try (Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT, Swift.DEFAULT, GoBackN.DEFAULT))) {
      right.execute(() -> {
        while (caller.getState() != Thread.State.WAITING && !returned.get()) {
          Thread.onSpinWait();
        }
        busy.set(false);
      });
      right.listen(ConnectionHandler.NONE);
      boolean tooEarly = busy.get();
      returned.set(true);
      assertThat(tooEarly).isFalse();
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("rules")
  void everyByteArrivesOnceDespiteFaults(Scheme scheme, Recovery recovery, double share) throws Exception {
    var cable = new Cable(2048, Cable.Faults.all(share), 42);
    var there = new Diary();
    var here = new Diary();
    try (Endpoint left = Endpoint.open(cable.ends[0], config(LEFT, scheme, recovery));
        Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT, scheme, recovery))) {
      right.listen(there);
      Connection connection = left.connect(RIGHT, here);
      connection.ready().get(20, TimeUnit.SECONDS);
      var over = new ArrayList<CompletableFuture<Void>>();
      var sent = new ArrayList<byte[]>();
      var pairs = new ArrayList<byte[][]>();
      for (int size : SIZES) {
        byte[] from = random(size, size);
        byte[] at = new byte[size + 2];
        byte[] back = new byte[size];
        Region source = left.register(MemorySegment.ofArray(from), Access.LOCAL);
        Region target = right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
        Region fetched = left.register(MemorySegment.ofArray(back), Access.LOCAL);
        over.add(connection.write(source, 0, size, target.key(), target.address() + 1));
        over.add(connection.send(from));
        over.add(connection.read(fetched, 0, size, target.key(), target.address() + 1));
        sent.add(from);
        pairs.add(new byte[][] {from, Arrays.copyOf(new byte[0], 0), at, back});
      }
      CompletableFuture.allOf(over.toArray(CompletableFuture[]::new)).get(50, TimeUnit.SECONDS);
      connection.close().get(20, TimeUnit.SECONDS);
      for (byte[][] pair : pairs) {
        byte[] at = pair[2];
        assertThat(at[0]).isZero();
        assertThat(at[at.length - 1]).isZero();
        assertThat(sha(Arrays.copyOfRange(at, 1, at.length - 1))).isEqualTo(sha(pair[0]));
      }
      for (byte[][] pair : pairs) { // a READ may be served as soon as its request is in order: behind the WRITE before it
        assertThat(sha(pair[3])).isEqualTo(sha(pair[0]));
      }
      assertThat(there.messages).hasSameSizeAs(sent);
      int n = 0;
      for (byte[] message : there.messages) {
        assertThat(message).isEqualTo(sent.get(n++));
      }
      assertThat(there.closed.await(20, TimeUnit.SECONDS)).isTrue();
      if (scheme.signals().contains(Signal.HOPS)) { // and no switch writes into packets here
        assertThat(here.replaced).containsExactly(scheme.name() + " -> swift");
      } else {
        assertThat(here.replaced).isEmpty();
      }
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void aKilledPeerIsReported() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    var there = new Diary();
    EndpointConfig config = config(LEFT, Swift.DEFAULT, GoBackN.DEFAULT).bounds(1024, 1000, 50 * MS);
    try (Endpoint left = Endpoint.open(cable.ends[0], config);
        Endpoint right = Endpoint.open(cable.ends[1],
            config(RIGHT, Swift.DEFAULT, GoBackN.DEFAULT).bounds(1024, 1000, 50 * MS))) {
      right.listen(there);
      Connection busy = left.connect(RIGHT, ConnectionHandler.NONE);
      Connection idle = left.connect(RIGHT, ConnectionHandler.NONE);
      busy.ready().get(5, TimeUnit.SECONDS);
      idle.ready().get(5, TimeUnit.SECONDS);
      busy.send(new byte[10]).get(5, TimeUnit.SECONDS);
      cable.ends[1].dead = true;
      CompletableFuture<Void> first = busy.send(new byte[10]);
      CompletableFuture<Void> second = busy.send(new byte[10]);
      assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(OperationFailed.class);
      assertThatThrownBy(second::join).isInstanceOf(CompletionException.class);
      assertThat(((OperationFailed) first.exceptionNow()).status()).isEqualTo(Status.RETRY_EXCEEDED);
      assertThat(((OperationFailed) second.exceptionNow()).status()).isEqualTo(Status.FLUSHED);
      busy.gone().get(10, TimeUnit.SECONDS);
      idle.gone().get(10, TimeUnit.SECONDS); // whose application did nothing
      assertThat(left.connections()).isZero();
    }
  }

  @Test
  void forbiddenAccessIsRejectedWithoutEffect() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    try (Endpoint left = Endpoint.open(cable.ends[0], config(LEFT, Swift.DEFAULT, GoBackN.DEFAULT));
        Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT, Swift.DEFAULT, GoBackN.DEFAULT))) {
      right.listen(ConnectionHandler.NONE);
      byte[] at = new byte[100];
      Region target = right.register(MemorySegment.ofArray(at), Access.READ);
      Region source = left.register(MemorySegment.ofArray(random(100, 1)), Access.LOCAL);
      Connection connection = left.connect(RIGHT, ConnectionHandler.NONE);
      CompletableFuture<Void> write = connection.write(source, 0, 100, target.key(), target.address());
      assertThatThrownBy(() -> write.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(OperationFailed.class);
      assertThat(((OperationFailed) write.exceptionNow()).status()).isEqualTo(Status.REMOTE_ACCESS_ERROR);
      assertThat(at).containsOnly(0);
      Connection other = left.connect(RIGHT, ConnectionHandler.NONE);
      CompletableFuture<Void> tooLong = other.send(new byte[(1 << 20) + 1]);
      assertThatThrownBy(() -> tooLong.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(OperationFailed.class);
      assertThatThrownBy(() -> other.send(new byte[0])).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> other.write(source, 1, 100, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** An endpoint that does not answer does not prevent closing, and pending operations have completed then. */
  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void closingDoesNotWaitForever() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    EndpointConfig slow = config(LEFT, Swift.DEFAULT, GoBackN.DEFAULT).recovery(GoBackN.DEFAULT, 10_000 * MS);
    Endpoint left = Endpoint.open(cable.ends[0], slow);
    Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT, Swift.DEFAULT, GoBackN.DEFAULT));
    right.listen(ConnectionHandler.NONE);
    Connection connection = left.connect(RIGHT, ConnectionHandler.NONE);
    connection.ready().get(5, TimeUnit.SECONDS);
    cable.ends[1].dead = true;
    CompletableFuture<Void> send = connection.send(new byte[10]);
    left.close();
    assertThat(((OperationFailed) send.exceptionNow()).status()).isEqualTo(Status.FLUSHED);
    assertThat(connection.gone()).isDone();
    assertThat(connection.send(new byte[10])).isCompletedExceptionally();
    right.close();
  }

  @Test
  void requestWithoutAListenerIsRejected() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    try (Endpoint left = Endpoint.open(cable.ends[0], config(LEFT, Swift.DEFAULT, GoBackN.DEFAULT));
        Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT, Swift.DEFAULT, GoBackN.DEFAULT))) {
      Connection connection = left.connect(RIGHT, ConnectionHandler.NONE);
      assertThatThrownBy(() -> connection.ready().get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(OperationFailed.class);
      assertThat(right.connections()).isZero();
    }
  }

  /** With a clock that advances only when the loop is idle, runs are identical. */
  @Test
  void ownClockMakesRunsRepeatable() throws Exception {
    assertThat(virtual(7)).isEqualTo(virtual(7));
    assertThat(virtual(7)).isNotEqualTo(virtual(8));
  }

  private static List<Long> virtual(long seed) throws Exception {
    var cable = new Cable(2048, Cable.Faults.all(0.05), seed);
    long[] nanos = {0};
    var loops = new RealLoop[] {new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]),
        new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0])};
    var left = new Endpoint(cable.ends[0], loops[0], config(LEFT, Swift.DEFAULT, new Selective(0, 4 * MS, 8)));
    var right = new Endpoint(cable.ends[1], loops[1], config(RIGHT, Swift.DEFAULT, new Selective(0, 4 * MS, 8)));
    right.listen(ConnectionHandler.NONE);
    byte[] from = random(300_000, 3);
    byte[] at = new byte[300_000];
    Region source = left.register(MemorySegment.ofArray(from), Access.LOCAL);
    Region target = right.register(MemorySegment.ofArray(at), Access.WRITE);
    Connection connection = left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> over = connection.write(source, 0, from.length, target.key(), target.address());
    while (!over.isDone()) {
      if (loops[0].round() + loops[1].round() == 0) {
        nanos[0] += 1000;
      }
      assertThat(nanos[0]).isLessThan(10_000_000_000L);
    }
    over.get();
    assertThat(at).isEqualTo(from);
    return List.of(nanos[0], cable.ends[0].counters().framesOut, cable.ends[1].counters().framesOut);
  }
}
