package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ProcessDevice;
import dev.inflight.net.rdma.Operation.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception of an application ends its connection, and no other; its handler gets each end, for every cause. */
@Timeout(120)
class FailingHandlersTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).path(1_000_000_000L, MS / 5);
  }

  /** Handler that throws in one of its methods, and records its calls. */
  private static final class Failing implements ConnectionHandler {
    private final String where;
    private final Supplier<? extends Throwable> what;
    final List<String> calls = new ArrayList<>();

    Failing(String where, Supplier<? extends Throwable> what) {
      this.where = where;
      this.what = what;
    }

    private void call(String method) {
      calls.add(method);
      if (where.contains(method)) {
        Failing.<RuntimeException>sneak(what.get());
      }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }

    @Override
    public void connected(Connection connection) {
      call("connected");
    }

    @Override
    public void message(Connection connection, byte[] message) {
      call("message");
    }

    @Override
    public void schemeReplaced(Connection connection, String configured, String instead) {
      call("replaced");
    }

    @Override
    public void failed(Connection connection, Throwable cause) {
      call("failed");
    }

    @Override
    public void closed(Connection connection) {
      call("closed");
    }
  }

  @SuppressWarnings("InfiniteRecursion") // until the stack overflows
  private static void overflow() {
    overflow();
  }

  private static Throwable overflowed() {
    try {
      overflow();
      return new AssertionError("no overflow");
    } catch (StackOverflowError error) {
      return error;
    }
  }

  static Stream<Arguments> failures() {
    var all = new ArrayList<Arguments>();
    for (String where : List.of("connected", "message", "replaced", "closed", "message failed", "message closed")) {
      for (boolean asks : new boolean[] {true, false}) {
        all.add(Arguments.of(where, asks, (Supplier<Throwable>) () -> new IllegalStateException("on purpose")));
      }
      all.add(Arguments.of(where, true, (Supplier<Throwable>) () -> new AssertionError("on purpose")));
      all.add(Arguments.of(where, false, (Supplier<Throwable>) FailingHandlersTest::overflowed));
      all.add(Arguments.of(where, false, (Supplier<Throwable>) () -> new OutOfMemoryError("on purpose")));
      all.add(Arguments.of(where, true, (Supplier<Throwable>) () -> new Exception("on purpose, and not declared")));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void endsItsConnectionOnly(String where, boolean asks, Supplier<Throwable> what) {
    EndpointConfig config = config(0).scheme(Hpcc.DEFAULT); // no switch is present: the scheme is replaced
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), with(config, LEFT), with(config, RIGHT));
    var failing = new Failing(where, what);
    var others = new Failing("nothing", what);
    var granted = new ArrayList<Connection>();
    two.right.listen(new ConnectionHandler() { // the first one's handler fails
      private ConnectionHandler of(Connection connection) {
        if (!granted.contains(connection)) {
          granted.add(connection);
        }
        return granted.indexOf(connection) == 0 && !asks ? failing : others;
      }

      @Override
      public void connected(Connection connection) {
        of(connection).connected(connection);
      }

      @Override
      public void message(Connection connection, byte[] message) {
        of(connection).message(connection, message);
      }

      @Override
      public void schemeReplaced(Connection connection, String configured, String instead) {
        of(connection).schemeReplaced(connection, configured, instead);
      }

      @Override
      public void failed(Connection connection, Throwable cause) {
        of(connection).failed(connection, cause);
      }

      @Override
      public void closed(Connection connection) {
        of(connection).closed(connection);
      }
    });
    Connection bad = two.left.connect(RIGHT, asks ? failing : others);
    two.until(() -> bad.ready().isDone());
    two.run(1_000_000);
    Connection good = two.left.connect(RIGHT, others);
    two.until(() -> good.ready().isDone());
    Connection its = asks ? bad : granted.get(0);
    Connection peer = asks ? granted.get(0) : bad;
    Region here = two.left.register(MemorySegment.ofArray(new byte[1 << 20]), Access.WRITE_AND_READ);
    Region there = two.right.register(MemorySegment.ofArray(new byte[1 << 20]), Access.WRITE_AND_READ);
    var over = new ArrayList<CompletableFuture<Void>>();
    over.add(peer.send(new byte[10]));
    over.add(peer.send(new byte[10]));
    over.add(its.write(asks ? here : there, 0, 1 << 20, (asks ? there : here).key(), (asks ? there : here).address()));
    over.add(peer.read(asks ? there : here, 0, 1 << 20, (asks ? here : there).key(), (asks ? here : there).address()));
    two.until(() -> over.stream().allMatch(CompletableFuture::isDone));
    if (where.equals("closed")) {
      its.close();
    }
    two.until(() -> bad.gone().isDone() && granted.get(0).gone().isDone());
    assertThat(its.failure()).hasSameClassAs(what.get());
    assertThat(peer.failure()).isNull();
    assertThat(failing.calls).containsOnlyOnce("failed", "closed");
    if (where.startsWith("message")) {
      assertThat(failing.calls).as("nothing is delivered behind it").containsOnlyOnce("message");
      assertThat(over.stream().filter(CompletableFuture::isCompletedExceptionally)).isNotEmpty()
          .allMatch(one -> ((OperationFailed) one.exceptionNow()).status() == Status.FLUSHED);
    }
    assertThat(failing.calls).endsWith(where.equals("closed") ? "failed" : "closed");
    CompletableFuture<Void> write = good.write(here, 0, 1 << 20, there.key(), there.address());
    CompletableFuture<Void> message = good.send(new byte[10]);
    two.until(() -> write.isDone() && message.isDone());
    assertThat(write).isCompleted();
    assertThat(message).isCompleted();
  }

  private static EndpointConfig with(EndpointConfig rules, int address) {
    return config(address).scheme(rules.scheme());
  }

  /** Scheme that decides like Swift until it throws. */
  private record Throwing(Scheme scheme, String where) implements ForwardingScheme {
    @Override
    public Pacing pacing() {
      if (where.equals("pacing")) {
        throw new IllegalStateException("on purpose");
      }
      return scheme.pacing();
    }

    @Override
    public CongestionControl start(PathFacts path) {
      if (where.equals("start")) {
        throw new IllegalStateException("on purpose");
      }
      return new ForwardingControl(scheme.start(path)) {
        private int acks;

        @Override
        public boolean onAck(Feedback ack) {
          acks++;
          fail("onAck");
          super.onAck(ack);
          return true;
        }

        @Override
        public boolean sendsOnlyWhatFits() { // before the first acknowledgement
          acks += where.equals("sendsOnlyWhatFits") ? 6 : 0;
          fail("sendsOnlyWhatFits");
          return super.sendsOnlyWhatFits();
        }

        @Override
        public long windowBytes() {
          fail("windowBytes");
          return super.windowBytes();
        }

        @Override
        public long paceBitsPerSec() {
          fail("paceBitsPerSec");
          return super.paceBitsPerSec();
        }

        private void fail(String method) {
          if (acks > 5 && where.equals(method)) {
            throw new IllegalStateException("on purpose");
          }
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"start", "pacing", "sendsOnlyWhatFits", "onAck", "windowBytes", "paceBitsPerSec"})
  void aSchemeThatThrowsEndsItsConnectionOnly(String where) {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT).scheme(new Throwing(Swift.DEFAULT, where)),
        config(RIGHT));
    two.right.listen(ConnectionHandler.NONE);
    var failing = new Failing("nothing", () -> new IllegalStateException());
    Connection other = two.right.connect(LEFT, ConnectionHandler.NONE);
    two.left.listen(ConnectionHandler.NONE);
    Connection bad = two.left.connect(RIGHT, failing);
    Region here = two.left.register(MemorySegment.ofArray(new byte[100_000]), Access.WRITE);
    Region there = two.right.register(MemorySegment.ofArray(new byte[100_000]), Access.WRITE);
    CompletableFuture<Void> write = bad.write(here, 0, 100_000, there.key(), there.address());
    CompletableFuture<Void> back = other.write(there, 0, 100_000, here.key(), here.address());
    two.until(() -> bad.gone().isDone() && back.isDone());
    assertThat(((OperationFailed) write.exceptionNow()).status()).isEqualTo(Status.FLUSHED);
    assertThat(write.exceptionNow()).cause().hasMessage("on purpose");
    assertThat(failing.calls).contains("failed").endsWith("closed");
    assertThat(back).isCompleted();
  }

  /** Without an override, the thread's uncaught exception handler gets the exception. */
  @Test
  void unhandledExceptionsReachTheUncaughtExceptionHandler() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    var thrown = new CompletableFuture<Throwable>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> thrown.complete(error));
    try (Endpoint left = Endpoint.open(cable.ends[0], config(LEFT));
        Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT))) {
      right.listen(ConnectionHandler.NONE);
      Connection connection = left.connect(RIGHT, new ConnectionHandler() {
        @Override
        public void connected(Connection made) {
          throw new IllegalArgumentException("on purpose");
        }
      });
      assertThat(thrown.get(20, TimeUnit.SECONDS)).hasMessage("on purpose");
      connection.gone().get(20, TimeUnit.SECONDS);
      assertThatThrownBy(connection.ready()::join).hasCauseInstanceOf(OperationFailed.class);
      left.connect(RIGHT, ConnectionHandler.NONE).ready().get(20, TimeUnit.SECONDS);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** It would wait for itself, and all connections with it. */
  @Test
  void aHandlerThatWaitsForItsOwnThreadIsRefused() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    var refused = new CompletableFuture<Throwable>();
    var dependentRefused = new CompletableFuture<Throwable>();
    try (Endpoint left = Endpoint.open(cable.ends[0], config(LEFT));
        Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT))) {
      right.listen(ConnectionHandler.NONE);
      Connection connection = left.connect(RIGHT, new ConnectionHandler() {
        @Override
        public void connected(Connection made) {
          try {
            made.send(new byte[1]).join();
          } catch (IllegalStateException thrown) {
            refused.complete(thrown);
          }
          try {
            made.send(new byte[1]).thenApply(_ -> 1).thenCombine(made.send(new byte[1]), (one, _) -> one).join();
          } catch (IllegalStateException thrown) {
            dependentRefused.complete(thrown);
          }
        }
      });
      assertThat(refused.get(20, TimeUnit.SECONDS)).hasMessageStartingWith("this wait would block the endpoint's own thread");
      assertThat(dependentRefused.get(20, TimeUnit.SECONDS))
          .hasMessageStartingWith("this wait would block the endpoint's own thread");
      connection.send(new byte[1]).get(20, TimeUnit.SECONDS);
    }
  }

  /** Its thread ends after its connections. */
  @Test
  void aHandlerMayCloseTheEndpoint() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    var thread = new AtomicReference<Thread>();
    var closed = new CountDownLatch(2);
    Endpoint left = Endpoint.open(cable.ends[0], config(LEFT));
    try (Endpoint right = Endpoint.open(cable.ends[1], config(RIGHT))) {
      ConnectionHandler counts = new ConnectionHandler() {
        @Override
        public void closed(Connection connection) {
          closed.countDown();
        }
      };
      right.listen(counts);
      left.connect(RIGHT, counts).ready().get(20, TimeUnit.SECONDS);
      left.execute(() -> {
        thread.set(Thread.currentThread());
        left.close();
      });
      assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
      thread.get().join(20_000);
      assertThat(thread.get().isAlive()).isFalse();
    }
  }

  /** Device with an interface that reports an unknown error. */
  private static final class Broken extends ProcessDevice {
    volatile boolean broken;

    Broken() {
      super("broken", new FrameMemory(64, 2048));
    }

    @Override
    public int poll(long nowPs, int most) {
      if (broken) {
        throw new UnsupportedOperationException("on purpose");
      }
      return 0;
    }

    @Override
    public boolean send(long at, int length) {
      memory.give(at);
      return true;
    }

    @Override
    public boolean isUp() {
      return true;
    }

    @Override
    public void flush() {
    }

    @Override
    protected void release() {
    }
  }

  /** All handlers get the end, and no call waits without end. */
  @Test
  void anEndpointThatEndsCallsEachHandler() throws Exception {
    var closed = new CountDownLatch(3);
    var device = new Broken();
    var uncaught = new CompletableFuture<Throwable>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> uncaught.complete(error));
    try (Endpoint endpoint = Endpoint.open(device, config(LEFT).recovery(config(LEFT).recovery(), 10_000 * MS))) {
      Region region = endpoint.register(MemorySegment.ofArray(new byte[10]), Access.LOCAL);
      var over = new ArrayList<CompletableFuture<?>>();
      for (int n = 0; n < 3; n++) {
        Connection connection = endpoint.connect(RIGHT + n, new ConnectionHandler() {
          @Override
          public void closed(Connection of) {
            closed.countDown();
            throw new IllegalStateException("on purpose too");
          }

          @Override
          public void failed(Connection of, Throwable cause) {
          }
        });
        over.add(connection.ready());
        over.add(connection.write(region, 0, 10, 1, 1));
        over.add(connection.gone().thenRun(() -> {
          throw new OperationFailed("gone", Status.FLUSHED, null);
        }));
      }
      CompletableFuture<Void> free = endpoint.deregister(region);
      assertThat(free).isNotDone();
      device.broken = true;
      assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
      for (CompletableFuture<?> one : over) {
        assertThatThrownBy(() -> one.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(OperationFailed.class);
      }
      free.get(20, TimeUnit.SECONDS);
      assertThat(uncaught.get(20, TimeUnit.SECONDS)).hasMessage("on purpose");
      assertThatThrownBy(() -> endpoint.connect(RIGHT, ConnectionHandler.NONE)).hasMessage("the endpoint has failed").cause()
          .hasMessage("on purpose");
      assertThat(endpoint.connections()).isZero();
      assertThat(endpoint.counters().dataPackets).isZero();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      device.close();
    }
  }
}
