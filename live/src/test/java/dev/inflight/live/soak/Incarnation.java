package dev.inflight.live.soak;

import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Region;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Endpoint from its start to its end, which is orderly or sudden: after a sudden end it sends nothing. */
final class Incarnation {
  /** State and service of one end of a soak; a session is one connection that another end requested. */
  static final class Session {
    final long id;
    final Connection connection;
    final byte[] memory = new byte[SoakClient.SLOTS * SoakClient.SLOT_BYTES];
    volatile int messages;
    volatile @Nullable Region region;

    Session(long id, Connection connection) {
      this.id = id;
      this.connection = connection;
    }
  }

  private static final int CHUNKS = 2048;
  private static final int CHUNK_BYTES = 2048;

  final FaultyDevice device;
  final Endpoint endpoint;
  final boolean orderly;
  private final FrameMemory memory = new FrameMemory(CHUNKS, CHUNK_BYTES);
  private final ReentrantReadWriteLock ending = new ReentrantReadWriteLock();
  private final SoakLog log;
  private final Map<Connection, Session> sessions = new ConcurrentHashMap<>();
  private @Nullable RealLoop loop;
  private @Nullable Thread thread;
  private @Nullable PollSleeper sleeper;
  private volatile boolean alive = true;

  Incarnation(Function<FrameMemory, Device> open, EndpointConfig config, boolean orderly, long seed, SoakLog log) {
    this.log = log;
    this.orderly = orderly;
    device = new FaultyDevice(open.apply(memory), seed, log.frames);
    if (orderly) {
      endpoint = Endpoint.open(device, config);
    } else {
      var parked = new PollSleeper();
      var own = new RealLoop(Waiting.PARK, parked);
      sleeper = parked;
      loop = own;
      endpoint = new Endpoint(device, own, config, (int) (seed >>> 20));
      thread = Thread.ofPlatform().daemon().name("soak loop " + device.name()).uncaughtExceptionHandler((_, thrown) -> {
        thrown.printStackTrace();
        log.wrong("a loop has ended: " + thrown);
      }).start(own::run);
    }
    endpoint.listen(new Served());
  }

  boolean isAlive() {
    return alive;
  }

  /** Runs work that waits for the loop; returns null if the loop has ended. */
  <T> @Nullable T within(Supplier<T> work) {
    ending.readLock().lock();
    try {
      return alive ? work.get() : null;
    } finally {
      ending.readLock().unlock();
    }
  }

  /** Ends it, orderly or suddenly as configured. */
  void end() throws InterruptedException {
    ending.writeLock().lock();
    try {
      alive = false;
    } finally {
      ending.writeLock().unlock();
    }
    RealLoop own = loop;
    if (own == null) {
      endpoint.close();
    } else {
      own.stop();
      thread.join();
      sleeper.close();
    }
    device.close();
    if (memory.freeChunks() != memory.chunks()) {
      log.wrong("of " + memory.chunks() + " chunks " + memory.freeChunks() + " came back");
    }
    memory.close();
    sessions.values().forEach(session -> log.sessions.remove(session.id));
  }

  /** Answers the first message of a connection with the address of its memory, and checks all others. */
  private final class Served implements ConnectionHandler {
    @Override
    public void message(Connection connection, byte[] message) {
      Session session = sessions.get(connection);
      long id = ByteBuffer.wrap(message).getLong();
      if (session == null) {
        var made = new Session(id, connection);
        Region region = endpoint.register(MemorySegment.ofArray(made.memory), Access.WRITE_AND_READ);
        made.region = region;
        sessions.put(connection, made);
        if (log.sessions.put(id, made) != null) {
          log.wrong("a first message came twice");
        }
        connection.send(ByteBuffer.allocate(12).putInt(region.key()).putLong(region.address()).array());
        return;
      }
      int number = ByteBuffer.wrap(message).getInt(8);
      if (id != session.id || number != session.messages) {
        log.wrong("message " + number + " of session " + Long.toHexString(id) + " came as number " + session.messages + " of "
            + Long.toHexString(session.id));
      } else if (!java.util.Arrays.equals(message, SoakClient.message(id, number, message.length))) {
        log.wrong("message " + number + " of " + message.length + " bytes is not what was sent");
      }
      session.messages++;
    }

    @Override
    public void closed(Connection connection) {
      Session session = sessions.remove(connection);
      if (session != null && session.region != null) {
        log.sessions.remove(session.id);
        endpoint.deregister(session.region);
      }
    }
  }
}
