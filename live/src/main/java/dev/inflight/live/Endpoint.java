package dev.inflight.live;

import dev.inflight.live.cable.HeardPauses;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.net.event.Event;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.rdma.Connection.Request;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.ConnectionListener.Acceptance;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An end of RDMA connections over UDP port 4791, on an interface of this machine: the simulator's own host, with frames that come and go, time that is
 * real, and memory that has bytes.
 *
 * <p>Only frames for its address and its queue pairs are taken, and pauses of the link's other end, for as long as they say (IEEE 802.1Qbb); all else is
 * counted and changes nothing. All packets have UDP source port 4791 too, so that ordinary sockets can carry them.
 *
 * <p>May be used from any thread; all that happens, happens in the loop's.
 */
public final class Endpoint implements AutoCloseable {
  private static final int GROUP = 3;
  private static final int CONNECTION_NUMBERS = 1 << 22;
  private static final int KEYS_OF_EACH = 10;
  private static final long PAGE_BYTES = 4096;
  private static final long CLOSE_SECONDS = 5;

  private final Device device;
  private final RealLoop loop;
  private final EndpointConfig config;
  private final dev.inflight.net.endpoint.Endpoint host;
  private final HeardPauses pauses;
  private final byte[] arrived;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private int nextNumber;
  private long nextAddress = PAGE_BYTES;
  private long noRoom;
  private @Nullable Thread own;
  private volatile @Nullable Thread loopThread;
  private volatile boolean closed;
  /** Its own thread has ended; what is still asked of it happens in the asking one, under {@link #afterwards}. */
  private volatile boolean ended;
  private final Object afterwards = new Object();

  /**
   * An endpoint in a loop that somebody runs, or will.
   *
   * @param device which this loop asks for frames from now on
   * @param firstNumber where it begins to number the connections that it asks for, modulo about 2^22: peers remember those that are open, and for
   *     ten seconds or more those that were, so who begins again at the same address has to begin elsewhere, as chance tells; what others can guess they
   *     can disturb
   */
  public Endpoint(Device device, RealLoop loop, EndpointConfig config, int firstNumber) {
    nextNumber = Math.floorMod(firstNumber, CONNECTION_NUMBERS - 1);
    this.device = device;
    this.loop = loop;
    this.config = config;
    arrived = new byte[device.largestFrameBytes()];
    long mac = config.mac() == 0 ? device.mac() : config.mac();
    host = new dev.inflight.net.endpoint.Endpoint(
        new dev.inflight.net.endpoint.Endpoint.Link(config.ipv4(), mac, config.nextMac(), config.lineRateBitsPerSec()),
        config.host(), loop, this::send, Observer.NONE, config.addresses(), true);
    host.connections().memory().beginBehind(nextNumber << KEYS_OF_EACH);
    pauses = new HeardPauses(loop, host.host().firstNic(), config.lineRateBitsPerSec(), host::pause);
    device.deliverTo(this::take);
    loop.add(device);
    loop.leaveStandstillsOut();
    loop.execute(() -> loopThread = Thread.currentThread());
    if (config.keepAlivePs() > 0) {
      loop.schedule(new KeepAlive(), loop.nowPs() + config.keepAlivePs());
    }
  }

  /** The same, which begins to number connections at 0. */
  public Endpoint(Device device, RealLoop loop, EndpointConfig config) {
    this(device, loop, config, 0);
  }

  /** An endpoint with a loop and a thread of its own, as the one below, which begins to number connections anywhere. */
  public static Endpoint open(Device device, EndpointConfig config) {
    return open(device, config, new SecureRandom().nextInt(CONNECTION_NUMBERS));
  }

  /** An endpoint with a loop and a thread of its own, which naps for up to 50 us while there is nothing to do. */
  public static Endpoint open(Device device, EndpointConfig config, int firstNumber) {
    var loop = new RealLoop(Waiting.PARK, new Naps());
    var endpoint = new Endpoint(device, loop, config, firstNumber);
    Thread thread = Thread.ofPlatform().daemon().name("endpoint " + device.name()).unstarted(endpoint::runOwn);
    endpoint.own = thread;
    thread.start();
    return endpoint;
  }

  /** Whatever ends the loop, an application's error in it too, ends all that waits for it. */
  private void runOwn() {
    try {
      loop.run();
    } finally {
      closed = true;
      ended = true;
      synchronized (afterwards) {
        loop.runTasks();
        List.copyOf(connections).forEach(Connection::abandon);
      }
    }
  }

  private void send(byte[] frame, int length, long endPs) {
    FrameMemory memory = device.memory();
    long chunk = length > device.largestFrameBytes() ? -1 : memory.take();
    if (chunk < 0) {
      noRoom++;
      return;
    }
    MemorySegment.copy(frame, 0, memory.bytes(), ValueLayout.JAVA_BYTE, chunk + FrameMemory.HEADROOM_BYTES, length);
    device.send(chunk + FrameMemory.HEADROOM_BYTES, length);
  }

  private void take(long at, int length, long arrivalPs) {
    FrameMemory memory = device.memory();
    boolean fits = length <= arrived.length;
    if (fits) {
      MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, arrived, 0, length);
    }
    memory.give(at);
    if (fits) {
      long nowPs = loop.nowPs();
      if (!pauses.take(arrived, 0, length, nowPs)) {
        host.receiveNow(arrived, 0, length, nowPs);
      }
    }
  }

  /**
   * Makes memory known: for operations from here, and for those of others as far as they may.
   *
   * @param segment which all threads may reach, for as long as the endpoint is open
   */
  public Region register(MemorySegment segment, Access access) {
    if (segment.byteSize() < 1) {
      throw new IllegalArgumentException("a region of no bytes");
    }
    return call(() -> {
      long address = nextAddress;
      nextAddress += (segment.byteSize() + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
      var region = new Region(segment, address);
      boolean writable = access == Access.WRITE || access == Access.WRITE_AND_READ;
      boolean readable = access == Access.READ || access == Access.WRITE_AND_READ;
      region.opened(host.connections().memory().register(address, segment.byteSize(), writable, readable, region).key());
      return region;
    });
  }

  /**
   * Takes memory back. Requests of others are refused from now on, and fail there with {@code REMOTE_ACCESS_ERROR}; so does a WRITE that has not come
   * whole. What READs were answered with so far is still sent, for as long as their connection is there.
   *
   * @param region which this endpoint has registered; no operation from here may be under way that needs it
   * @return completes when nothing reaches the memory any more, which may be freed then
   */
  public CompletableFuture<Void> deregister(Region region) {
    return call(() -> {
      host.connections().memory().remove(region.key());
      return region.takeBack();
    });
  }

  /**
   * Grants connections from now on: those are not rejected any more that ask when this has returned. Where the loop runs in another thread this waits
   * for it; where nobody has run it yet, it is the first thing that the loop will do.
   *
   * @throws IllegalStateException when the endpoint is closed
   */
  public void listen(ConnectionHandler handler) {
    Runnable task = () -> host.connections().acceptor(asked -> {
      if (connections.size() >= config.mostConnections()) {
        return null;
      }
      var connection = new Connection(this, handler, asked.request().from());
      connections.add(connection);
      return new Acceptance(connection.application(), connection.application());
    });
    if (loopThread == null && own == null && !closed) {
      execute(task); // whoever runs the loop may have begun: a round does this before it takes frames
    } else {
      call(() -> {
        task.run();
        return task;
      });
    }
  }

  /**
   * Asks another endpoint for a connection; operations may be posted at once and wait until it is granted.
   *
   * @param peer its IPv4 address, as the four bytes of it stand in an int; over IPv6 the last four bytes of its address
   * @throws IllegalArgumentException when it is this one's
   */
  public Connection connect(int peer, ConnectionHandler handler) {
    if (peer == config.ipv4()) {
      throw new IllegalArgumentException("a connection of an endpoint to itself");
    }
    return call(() -> {
      long nowPs = loop.nowPs();
      var connection = new Connection(this, handler, peer);
      connections.add(connection);
      nextNumber = (nextNumber + 1) % (CONNECTION_NUMBERS - 1);
      int number = 4 * nextNumber + (config.ipv4() < peer ? 0 : 2); // so that both may ask each other at once
      connection.is(host.connect(number, new Request(config.ipv4(), peer, Udp.ROCE_V2, Udp.ROCE_V2, GROUP),
          connection.application(), connection.application(), nowPs));
      return connection;
    });
  }

  /** Runs something in the loop's thread. */
  void execute(Runnable task) {
    loop.execute(task);
    if (ended) {
      synchronized (afterwards) {
        loop.runTasks();
      }
    }
  }

  private <T> T call(Supplier<T> task) {
    if (isInLoop() || loopThread == null && own == null && !closed) {
      return task.get();
    }
    if (closed) {
      throw new IllegalStateException("the endpoint is closed");
    }
    var result = new CompletableFuture<T>();
    execute(() -> {
      try {
        result.complete(task.get());
      } catch (RuntimeException e) {
        result.completeExceptionally(e);
      }
    });
    return result.join();
  }

  @SuppressWarnings("ReferenceEquality")
  boolean isInLoop() {
    return Thread.currentThread() == loopThread;
  }

  long nowPs() {
    return loop.nowPs();
  }

  boolean isClosed() {
    return closed;
  }

  void forget(Connection connection) {
    connections.remove(connection);
  }

  /** How it sends and receives. */
  public EndpointConfig config() {
    return config;
  }

  /** What the datapath has counted; to be read in the loop's thread, or when that has ended. */
  public HostCounters counters() {
    return host.counters();
  }

  /** Frames that could not be read, or were for others. */
  public long unreadable() {
    return host.unreadable();
  }

  /** Frames that were not sent, as there was no chunk free or they were too long. */
  public long noRoom() {
    return noRoom;
  }

  /** Streams of connections that it knows: two of each that is open, or was until some ten seconds ago. */
  public int streams() {
    return call(host::flows);
  }

  /** Connections that are open, or about to be. */
  public int connections() {
    return call(connections::size);
  }

  /**
   * Ends all connections in order. Where it has a thread of its own, it waits for that, for at most 5 s, and ends the thread; otherwise whoever runs the
   * loop goes on until they are gone. The device is somebody else's.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    List<Connection> open;
    try {
      open = call(() -> {
        host.connections().acceptor(ConnectionListener.NOBODY); // now, so that none is granted that is not among these
        return new ArrayList<>(connections);
      });
    } catch (IllegalStateException loopHasEnded) {
      return;
    }
    closed = true;
    var gone = CompletableFuture.allOf(open.stream().map(Connection::close).toArray(CompletableFuture[]::new));
    Thread thread = own;
    if (thread != null) {
      gone.completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
      loop.stop();
      try {
        thread.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Looks now and then after connections that are idle. */
  private final class KeepAlive extends Event {
    @Override
    public void fire() {
      if (!closed) {
        List.copyOf(connections).forEach(Connection::keepAlive);
        loop.schedule(this, loop.nowPs() + config.keepAlivePs());
      }
    }
  }
}
