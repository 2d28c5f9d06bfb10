package dev.inflight.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.event.Event;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.rdma.QueuePairConnection.Request;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.ConnectionListener.Acceptance;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * An end of RDMA connections over UDP port 4791, on an interface of this machine: the simulator's own host, with frames that come and go, time that is
 * real, and memory that has bytes.
 *
 * <p>Only frames for its address and its queue pairs are taken, and pauses of the link's other end, for as long as they say (IEEE 802.1Qbb); all else is
 * counted and changes nothing. All packets have UDP source port 4791 too, so that ordinary sockets can carry them.
 *
 * <p>May be used from any thread; all that happens, happens in the loop's. Nothing that one peer, handler, scheme or region does ends it, or a connection
 * of others: see {@link ConnectionHandler} and {@link Region}.
 */
public final class Endpoint implements AutoCloseable {
  private static final int PRIORITY = 3;
  private static final int CONNECTION_NUMBERS = 1 << 22;
  private static final long PAGE_BYTES = 4096;
  /** How long connections have for an end in order. */
  static final long CLOSE_SECONDS = 5;

  final RealLoop loop;
  private final LoopThread thread;
  private final EndpointConfig config;
  private final String schemeName;
  private final Datapath datapath;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private final Set<Region> leaving = new LinkedHashSet<>();
  private int nextNumber;
  private long nextAddress = PAGE_BYTES;
  private ConnectionListener listener = ConnectionListener.NONE;

  /**
   * An endpoint in a loop that the caller runs.
   *
   * @param device which this loop asks for frames from now on
   * @param firstNumber where it starts to number the connections that it asks for, modulo about 2^22: peers remember those that are open, and for
   *     ten seconds or more those that were, so an endpoint that restarts at the same address has to start elsewhere, at random; what others can guess they
   *     can disturb
   * @throws IllegalArgumentException when the device has no room for packets of this configuration
   */
  public Endpoint(Device device, RealLoop loop, EndpointConfig config, int firstNumber) {
    Objects.requireNonNull(device, "device");
    this.loop = Objects.requireNonNull(loop, "loop");
    thread = new LoopThread(loop);
    this.config = Objects.requireNonNull(config, "config");
    schemeName = Objects.requireNonNull(config.scheme().name(), "the scheme's name");
    nextNumber = Math.floorMod(firstNumber, CONNECTION_NUMBERS - 1);
    datapath = new Datapath(device, loop, config, nextNumber);
    loop.add(device);
    loop.leaveStandstillsOut();
    keepAlive();
  }

  /** The name of its scheme, read once: a scheme of the application may throw. */
  String schemeName() {
    return schemeName;
  }

  private void keepAlive() {
    if (config.keepAlivePs() > 0) {
      loop.schedule(new KeepAlive(), loop.nowPs() + config.keepAlivePs());
    }
  }

  /** The same, which starts to number connections at 0. */
  public Endpoint(Device device, RealLoop loop, EndpointConfig config) {
    this(device, loop, config, 0);
  }

  /** An endpoint with a loop and a thread of its own, as the one below, which starts to number connections anywhere. */
  public static Endpoint open(Device device, EndpointConfig config) {
    return open(device, config, new SecureRandom().nextInt(CONNECTION_NUMBERS));
  }

  /**
   * An endpoint with a loop and a thread of its own, which sleeps while there is nothing to do.
   *
   * @throws IllegalArgumentException when the device has no room for packets of this configuration
   */
  public static Endpoint open(Device device, EndpointConfig config, int firstNumber) {
    var sleeper = new PollSleeper();
    Endpoint endpoint = lasting(device, new RealLoop(Waiting.PARK, sleeper), config, firstNumber);
    endpoint.thread.start("endpoint " + device.name(), sleeper, endpoint::abandon);
    return endpoint;
  }

  /** An endpoint with a loop of its own, so that it may have time start again. */
  static Endpoint lasting(Device device, RealLoop loop, EndpointConfig config, int firstNumber) {
    var endpoint = new Endpoint(device, loop, config, firstNumber);
    loop.schedule(new Renewal(endpoint, endpoint.connections), loop.nowPs());
    return endpoint;
  }

  /** The loop does not run any more: ends all that waits for it, and reports that to each connection's handler. */
  private void abandon() {
    List.copyOf(connections).forEach(Connection::abandon);
    List.copyOf(leaving).forEach(Region::end);
  }

  /**
   * Makes memory known: for operations from here, and for those of others as far as they may.
   *
   * @param segment that the loop's thread may reach, for as long as the endpoint is open or until it is taken back; of {@code Arena.ofShared()}, say
   * @throws IllegalArgumentException where it has no bytes, is confined to another thread, or is read-only and others are to write into it
   * @throws IllegalStateException where its arena, or the endpoint, is closed
   */
  public Region register(MemorySegment segment, Access access) {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(access, "access");
    Region.check(segment, access, thread.thread());
    return thread.call(() -> {
      long address = nextAddress;
      nextAddress += (segment.byteSize() + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
      var region = new Region(this, segment, address);
      region.opened(datapath.memory()
          .register(address, segment.byteSize(), access.isWritable(), access.isReadable(), region.store()).key());
      return region;
    });
  }

  /**
   * Takes memory back. Requests of others are refused from now on, and fail there with {@code REMOTE_ACCESS_ERROR}; so does a WRITE that has not come
   * whole. Operations from here that are under way, and what READs were answered with so far, go on for as long as their connection is there; further ones
   * are refused.
   *
   * @param region which this endpoint has registered
   * @return completes when nothing reaches the memory any more, which may be freed then
   * @throws IllegalArgumentException when another endpoint has registered it
   */
  public CompletableFuture<Void> deregister(Region region) {
    Objects.requireNonNull(region, "region").requireOf(this);
    return thread.read(() -> {
      datapath.memory().remove(region.key());
      leaving.add(region);
      CompletableFuture<Void> over = region.takeBack();
      if (thread.hasEnded()) {
        region.end();
      }
      return over;
    });
  }

  /** A region is over that was taken back. */
  void forget(Region region) {
    leaving.remove(region);
  }

  /**
   * Grants connections from now on: those are not rejected any more that ask when this has returned. Where the loop runs in another thread this waits
   * for it; where it has not run yet, it is the first thing that the loop will do.
   *
   * @throws IllegalStateException when the endpoint is closed
   */
  public void listen(ConnectionHandler handler) {
    Objects.requireNonNull(handler, "handler");
    Runnable task = () -> {
      listener = asked -> {
        if (connections.size() >= config.mostConnections()) {
          return null;
        }
        var connection = new Connection(this, handler, asked.request().from());
        connections.add(connection);
        return new Acceptance(connection.end(), connection.end());
      };
      datapath.connections().acceptor(listener);
    };
    if (thread.thread() == null && !thread.isClosed()) {
      execute(task); // the loop may have started: a round does this before it takes frames
    } else {
      thread.call(() -> {
        task.run();
        return task;
      });
    }
  }

  /**
   * Asks another endpoint for a connection; operations may be posted at once and wait until it is granted.
   *
   * @param peer its IPv4 address, as the four bytes of it are in an int; over IPv6 the last four bytes of its address
   * @throws IllegalArgumentException when it is this one's
   * @throws IllegalStateException when the endpoint is closed
   */
  public Connection connect(int peer, ConnectionHandler handler) {
    Objects.requireNonNull(handler, "handler");
    if (peer == config.ipv4()) {
      throw new IllegalArgumentException("a connection of an endpoint to itself");
    }
    return thread.call(() -> {
      var connection = new Connection(this, handler, peer);
      nextNumber = (nextNumber + 1) % (CONNECTION_NUMBERS - 1);
      int number = 4 * nextNumber + (config.ipv4() < peer ? 0 : 2); // so that both may ask each other at once
      connection
          .is(datapath.connect(number, new Request(config.ipv4(), peer, Udp.ROCE_V2, Udp.ROCE_V2, PRIORITY), connection.end()));
      connections.add(connection);
      return connection;
    });
  }

  /**
   * The same, with the address as Java has it.
   *
   * @throws IllegalArgumentException when it is this one's, or of the other version of IP, or has another prefix than this one's
   */
  public Connection connect(InetAddress peer, ConnectionHandler handler) {
    if (Addresses.prefix(peer) != config.ipv6Prefix()) {
      throw new IllegalArgumentException("the peer " + peer.getHostAddress() + " is not among the addresses of "
          + config.address().getHostAddress() + ": over IPv6 both have the same upper 64 bits");
    }
    return connect(Addresses.low(peer), handler);
  }

  /**
   * The same, with the port: all endpoints are at RoCEv2's.
   *
   * @param peer a resolved address with port 4791
   */
  public Connection connect(InetSocketAddress peer, ConnectionHandler handler) {
    if (peer.isUnresolved() || peer.getPort() != Udp.ROCE_V2) {
      throw new IllegalArgumentException("the peer " + peer + ": a resolved address and port " + Udp.ROCE_V2 + " are wanted");
    }
    return connect(peer.getAddress(), handler);
  }

  /** Runs something in the loop's thread. */
  void execute(Runnable task) {
    thread.execute(task);
  }

  /** Whether this is the loop's thread, or there is none. */
  boolean mayRunHere() {
    return thread.mayRunHere();
  }

  boolean isInLoop() {
    return thread.isHere();
  }

  long nowPs() {
    return loop.nowPs();
  }

  boolean isClosed() {
    return thread.isClosed();
  }

  void forget(Connection connection) {
    connections.remove(connection);
  }

  /** How it sends and receives. */
  public EndpointConfig config() {
    return config;
  }

  /** What the datapath has counted so far: a copy, from any thread, also when the endpoint is closed. */
  public HostCounters counters() {
    return thread.read(datapath::counters);
  }

  /** Frames that could not be read, or were for others. */
  public long unreadable() {
    return thread.read(datapath::unreadable);
  }

  /** Frames that were not sent, as there was no chunk free or they were too long. */
  public long noRoom() {
    return thread.read(datapath::noRoom);
  }

  /** Streams of connections that it knows: two of each that is open, or was until some ten seconds ago. */
  public int streams() {
    return thread.read(datapath::streams);
  }

  /** Connections that are open, or about to be. */
  public int connections() {
    return thread.read(connections::size);
  }

  /**
   * Ends all connections in order. Where it has a thread of its own, it waits for that, for at most 5 s, and ends the thread; a handler that closes the
   * endpoint does not wait. Otherwise the caller runs the loop until they are {@linkplain Connection#gone gone}. The device is the caller's.
   */
  @Override
  public void close() {
    if (thread.isClosed()) {
      return;
    }
    List<Connection> open = thread.read(() -> {
      grantNone(); // now, so that none is granted that is not among these
      return new ArrayList<>(connections);
    });
    thread.close();
    thread.stopAfter(CompletableFuture.allOf(open.stream().map(Connection::close).toArray(CompletableFuture[]::new)),
        CLOSE_SECONDS);
  }

  /** Rejects connections from now on. */
  void grantNone() {
    datapath.connections().acceptor(ConnectionListener.NONE);
  }

  /** Time starts again, with no connection. */
  void renew() {
    List.copyOf(connections).forEach(Connection::discard);
    loop.restart();
    datapath.renew();
    datapath.connections().acceptor(thread.isClosed() ? ConnectionListener.NONE : listener);
    keepAlive();
    loop.schedule(new Renewal(this, connections), loop.nowPs());
  }

  /** Looks now and then after connections that are idle. */
  private final class KeepAlive extends Event {
    @Override
    public void fire() {
      if (!thread.isClosed()) {
        List.copyOf(connections).forEach(Connection::keepAlive);
        loop.schedule(this, loop.nowPs() + config.keepAlivePs());
      }
    }
  }
}
