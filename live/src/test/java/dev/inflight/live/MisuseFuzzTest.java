package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Selective;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sequences of calls with wrong arguments, handlers that throw, regions whose arena is closed at any time, and frames of a hostile peer, by
 * a seed. In parallel, a correct connection of the same two endpoints completes all its operations with the right bytes, and handlers get
 * each end.
 */
class MisuseFuzzTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 30_000;
  private static final int STEPS = 40;
  private static final int SEQUENCES = 40;
  private static final long STEP_NANOS = 300_000;

  /** Handler that throws in a quarter of its calls, and counts for each connection the reports of its end. */
  private static final class Careless implements ConnectionHandler {
    private final SplittableRandom random;
    final Map<Connection, Integer> closed = new IdentityHashMap<>();
    int thrown;

    Careless(SplittableRandom random) {
      this.random = random;
    }

    private void maybeThrow() {
      int what = random.nextInt(16);
      if (what < 4) {
        thrown++;
      }
      switch (what) {
        case 0 -> throw new IllegalStateException("on purpose");
        case 1 -> throw new AssertionError("on purpose");
        case 2 -> throw new StackOverflowError("on purpose");
        case 3 -> throw new OutOfMemoryError("on purpose");
        default -> {
        }
      }
    }

    @Override
    public void connected(Connection connection) {
      closed.putIfAbsent(connection, 0);
      maybeThrow();
    }

    @Override
    public void message(Connection connection, byte[] message) {
      if (random.nextInt(4) == 0) {
        connection.send(message);
      }
      maybeThrow();
    }

    @Override
    public void schemeReplaced(Connection connection, String configured, String instead) {
      maybeThrow();
    }

    @Override
    public void failed(Connection connection, Throwable cause) {
      maybeThrow();
    }

    @Override
    public void closed(Connection connection) {
      closed.merge(connection, 1, Integer::sum);
      maybeThrow();
    }
  }

  /** A region and its arena. */
  private record Memory(Region region, Arena arena) {
  }

  private final List<Memory> memories = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();
  private final List<byte[]> frames = new ArrayList<>();
  private SplittableRandom random;
  private TwoEndpoints two;
  private Careless careless;
  private int refused;
  private int done;

  private static EndpointConfig config(int address, Scheme scheme, boolean selective) {
    return EndpointConfig.of(address).scheme(scheme).path(1_000_000_000L, MS / 5)
        .recovery(selective ? new Selective(0, 4 * MS, 8) : GoBackN.DEFAULT, 4 * MS).bounds(16, 1 << 16, 100 * MS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void correctConnectionContinues(int seed) {
    int thrown = 0;
    int noticed = 0;
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
      random = new SplittableRandom(seed * 1_000L + sequence);
      sequence();
      thrown += careless.thrown;
      noticed += careless.closed.size();
    }
    assertThat(thrown).as("calls of handlers that have thrown").isGreaterThan(SEQUENCES);
    assertThat(noticed).as("connections that careless handlers had").isGreaterThan(SEQUENCES);
    assertThat(refused).as("calls that were refused").isGreaterThan(SEQUENCES * STEPS / 10);
    assertThat(done).as("operations of the untouched connections").isGreaterThan(SEQUENCES * STEPS / 2);
  }

  private void sequence() {
    memories.clear();
    connections.clear();
    frames.clear();
    careless = new Careless(random.split());
    Scheme scheme = random.nextBoolean() ? Swift.DEFAULT : Hpcc.DEFAULT;
    boolean selective = random.nextBoolean();
    two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config(LEFT, scheme, selective),
        config(RIGHT, scheme, selective));
    boolean[] first = {true};
    var received = new ArrayList<byte[]>();
    two.right.listen(new ConnectionHandler() { // the first requester is the correct connection
      private Connection untouched;

      @Override
      public void connected(Connection connection) {
        if (first[0]) {
          first[0] = false;
          untouched = connection;
        } else {
          careless.connected(connection);
        }
      }

      @Override
      public void message(Connection connection, byte[] message) {
        if (connection == untouched) {
          received.add(message);
        } else {
          careless.message(connection, message);
        }
      }

      @Override
      public void failed(Connection connection, Throwable cause) {
        careless.failed(connection, cause);
      }

      @Override
      public void closed(Connection connection) {
        if (connection != untouched) {
          careless.closed(connection);
        }
      }
    });
    two.left.listen(careless);
    Connection good = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> good.ready().isDone() && !first[0]);
    two.cable.ends[0].record = frames;
    byte[] there = new byte[BYTES];
    byte[] back = new byte[BYTES];
    byte[] from = new byte[BYTES];
    Region source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
    Region fetched = two.left.register(MemorySegment.ofArray(back), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(there), Access.WRITE_AND_READ);
    for (int step = 0; step < STEPS; step++) {
      random.nextBytes(from);
      int messages = received.size();
      List<CompletableFuture<Void>> own = List.of(good.write(source, 0, BYTES, target.key(), target.address()),
          good.read(fetched, 0, BYTES, target.key(), target.address()), good.send(Arrays.copyOf(from, 100)));
      for (int times = random.nextInt(6); times > 0; times--) {
        if (random.nextBoolean()) {
          two.run(random.nextLong(STEP_NANOS));
        }
        misuse();
      }
      two.until(() -> own.stream().allMatch(CompletableFuture::isDone));
      assertThat(own).allMatch(one -> !one.isCompletedExceptionally());
      assertThat(there).isEqualTo(from);
      assertThat(back).isEqualTo(from);
      assertThat(received).hasSize(messages + 1);
      assertThat(received.getLast()).isEqualTo(Arrays.copyOf(from, 100));
      done += own.size();
    }
    connections.forEach(Connection::close);
    two.stepNanos = 20_000;
    two.until(() -> connections.stream().allMatch(one -> one.gone().isDone()));
    two.until(() -> two.left.connections() == 1 && two.right.connections() == 1);
    assertThat(connections).allMatch(one -> one.gone().isDone());
    assertThat(good.gone()).isNotDone();
    assertThat(careless.closed.values()).as("of each connection once").containsOnly(1);
  }

  /** Runs one kind of misuse by an application or a peer. */
  private void misuse() {
    try {
      step();
    } catch (NullPointerException | IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException _) {
      refused++;
    }
  }

  private void step() {
    Endpoint end = random.nextBoolean() ? two.left : two.right;
    switch (random.nextInt(16)) {
      case 0 -> end.connect(random.nextInt(), null);
      case 1 -> end.register(null, Access.LOCAL);
      case 2, 3, 4 -> register(end);
      case 5 -> closeOne();
      case 6 -> end.deregister(anyRegion());
      case 7, 8 -> connections.add(end.connect(end == two.left ? RIGHT : LEFT, careless));
      case 9, 10, 11 -> operation();
      case 12 -> anyConnection().send(new byte[random.nextInt(3) * 40_000]);
      case 13 -> anyConnection().close();
      case 14 -> hostileFrame();
      default -> connections.add(end.connect(end == two.left ? LEFT : RIGHT, careless)); // to itself
    }
  }

  private void register(Endpoint end) {
    Arena arena = random.nextInt(4) == 0 ? Arena.ofConfined() : Arena.ofShared();
    MemorySegment memory = arena.allocate(BYTES);
    Access access = Access.values()[random.nextInt(Access.values().length)];
    memories.add(new Memory(end.register(random.nextInt(3) == 0 ? memory.asReadOnly() : memory, access), arena));
  }

  private void closeOne() {
    Memory memory = memories.get(random.nextInt(Math.max(1, memories.size())));
    if (memory.arena.scope().isAlive()) {
      memory.arena.close();
    }
  }

  private Region anyRegion() {
    return random.nextInt(10) == 0 ? null : memories.get(random.nextInt(Math.max(1, memories.size()))).region;
  }

  private Connection anyConnection() {
    return connections.get(random.nextInt(Math.max(1, connections.size())));
  }

  private void operation() {
    Region local = anyRegion();
    Region remote = memories.get(random.nextInt(Math.max(1, memories.size()))).region;
    long bytes = random.nextInt(4) == 0 ? random.nextLong() : random.nextLong(1, BYTES);
    long address = remote.address() + random.nextLong(-10, 10);
    if (random.nextBoolean()) {
      anyConnection().write(local, random.nextInt(4) == 0 ? random.nextLong() : 0, bytes, remote.key(), address);
    } else {
      anyConnection().read(local, 0, bytes, remote.key(), address);
    }
  }

  /** Sends a copy of a frame from the cable, or noise; the ICRC protects the bits, and other tests change it as well. */
  private void hostileFrame() {
    byte[] frame = random.nextBoolean() || frames.isEmpty() ? noise() : frames.get(random.nextInt(frames.size()));
    two.cable.ends[0].inject(frame, frame.length);
  }

  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(1, 1500)];
    random.nextBytes(noise);
    return noise;
  }
}
