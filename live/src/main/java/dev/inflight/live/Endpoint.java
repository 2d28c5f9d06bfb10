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
 * Endpoint of RDMA connections over UDP port 4791, on an interface of this machine: the simulator's own host, with real frames,
 * real time, and real memory.
 *
 * <p>It accepts only frames for its address and its queue pairs, and obeys pause frames of the link's other end for their stated
 * time (IEEE 802.1Qbb); it counts and ignores other frames. UDP source ports are 4791 too, so that ordinary sockets can carry all
 * packets.
 *
 * <p>Any thread may use it; all work happens in the loop's thread. No peer, handler, scheme or region can end the endpoint or a
 * connection of others: see {@link ConnectionHandler} and {@link Region}.
 */
public final class Endpoint implements AutoCloseable {
  private static final int PRIORITY = 3;
  private static final int CONNECTION_NUMBERS = 1 << 22;
  private static final long PAGE_BYTES = 4096;
  /** Time for connections to close in order. */
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
   * Creates an endpoint in a loop that the caller runs.
   *
   * @param device device that this loop polls for frames from now on
   * @param firstNumber first number of the connections that it requests, modulo about 2^22. Peers remember the numbers of open
   * connections, and those of closed ones for ten seconds or more, so an endpoint that restarts at the same address needs another
   * number. It should be random: others can disturb connections with numbers that they guess
   * @throws IllegalArgumentException if packets of this configuration do not fit the device
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

  /** Name of its scheme, read once, because a scheme of the application may throw. */
  String schemeName() {
    return schemeName;
  }

  private void keepAlive() {
    if (config.keepAlivePs() > 0) {
      loop.schedule(new KeepAlive(), loop.nowPs() + config.keepAlivePs());
    }
  }

  /** Creates an endpoint like the one above, with connection numbers from 0. */
  public Endpoint(Device device, RealLoop loop, EndpointConfig config) {
    this(device, loop, config, 0);
  }

  /** Opens an endpoint with its own loop and thread, like the one below, with a random first connection number. */
  public static Endpoint open(Device device, EndpointConfig config) {
    return open(device, config, new SecureRandom().nextInt(CONNECTION_NUMBERS));
  }

  /**
   * Opens an endpoint with its own loop and thread, which sleeps while it is idle.
   *
   * @throws IllegalArgumentException if packets of this configuration do not fit the device
   */
  public static Endpoint open(Device device, EndpointConfig config, int firstNumber) {
    var sleeper = new PollSleeper();
    Endpoint endpoint = lasting(device, new RealLoop(Waiting.PARK, sleeper), config, firstNumber);
    endpoint.thread.start("endpoint " + device.name(), sleeper, endpoint::abandon);
    return endpoint;
  }

  /** Creates an endpoint with its own loop, so that the endpoint may restart time. */
  static Endpoint lasting(Device device, RealLoop loop, EndpointConfig config, int firstNumber) {
    var endpoint = new Endpoint(device, loop, config, firstNumber);
    loop.schedule(new Renewal(endpoint, endpoint.connections), loop.nowPs());
    return endpoint;
  }

  /** Ends all waiting operations after the loop has stopped, and reports it to each connection's handler. */
  private void abandon() {
    List.copyOf(connections).forEach(Connection::abandon);
    List.copyOf(leaving).forEach(Region::end);
  }

  /**
   * Registers memory for operations of this host, and for those of other hosts as the access permits.
   *
   * @param segment memory that the loop's thread may access until the endpoint is closed or the region is deregistered, such as
   * memory of {@code Arena.ofShared()}
   * @throws IllegalArgumentException if it is empty, is confined to another thread, or is read-only and open to WRITEs
   * @throws IllegalStateException if its arena, or the endpoint, is closed
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
   * Deregisters memory. From now on, requests of other hosts, including a partly received WRITE, fail there with
   * {@code REMOTE_ACCESS_ERROR}. Pending operations of this host, and responses to earlier READs, continue while their connection
   * exists; new ones are rejected.
   *
   * @param region region that this endpoint has registered
   * @return future that completes when the memory is no longer used and may be freed
   * @throws IllegalArgumentException if another endpoint has registered it
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

  /** Removes a deregistered region. */
  void forget(Region region) {
    leaving.remove(region);
  }

  /**
   * Grants connections from now on: once this call has returned, requests are no longer rejected. If the loop runs in another
   * thread, the call waits for it; if the loop has not run yet, it grants connections first.
   *
   * @throws IllegalStateException if the endpoint is closed
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
      execute(task); // the loop may have started: a round runs tasks before it takes frames
    } else {
      thread.call(() -> {
        task.run();
        return task;
      });
    }
  }

  /**
   * Requests a connection from another endpoint; operations may be posted at once and wait until it is granted.
   *
   * @param peer IPv4 address, as its four bytes in an int; over IPv6 the last four bytes of the address
   * @throws IllegalArgumentException if the address is this endpoint's
   * @throws IllegalStateException if the endpoint is closed
   */
  public Connection connect(int peer, ConnectionHandler handler) {
    Objects.requireNonNull(handler, "handler");
    if (peer == config.ipv4()) {
      throw new IllegalArgumentException("a connection of an endpoint to itself");
    }
    return thread.call(() -> {
      var connection = new Connection(this, handler, peer);
      nextNumber = (nextNumber + 1) % (CONNECTION_NUMBERS - 1);
      int number = 4 * nextNumber + (config.ipv4() < peer ? 0 : 2); // both endpoints may request one at once
      connection
          .is(datapath.connect(number, new Request(config.ipv4(), peer, Udp.ROCE_V2, Udp.ROCE_V2, PRIORITY), connection.end()));
      connections.add(connection);
      return connection;
    });
  }

  /**
   * Requests a connection from the endpoint at an address in Java's form.
   *
   * @throws IllegalArgumentException if the address is this endpoint's, of the other IP version, or of another prefix
   */
  public Connection connect(InetAddress peer, ConnectionHandler handler) {
    if (Addresses.prefix(peer) != config.ipv6Prefix()) {
      throw new IllegalArgumentException("the peer " + peer.getHostAddress() + " is not among the addresses of "
          + config.address().getHostAddress() + ": over IPv6 both have the same upper 64 bits");
    }
    return connect(Addresses.low(peer), handler);
  }

  /**
   * Requests a connection from the endpoint at an address and RoCEv2's port, which all endpoints use.
   *
   * @param peer a resolved address with port 4791
   */
  public Connection connect(InetSocketAddress peer, ConnectionHandler handler) {
    if (peer.isUnresolved() || peer.getPort() != Udp.ROCE_V2) {
      throw new IllegalArgumentException("the peer " + peer + " must have a resolved address and port " + Udp.ROCE_V2);
    }
    return connect(peer.getAddress(), handler);
  }

  /** Runs a task in the loop's thread. */
  void execute(Runnable task) {
    thread.execute(task);
  }

  /** True if this is the loop's thread, or if there is none. */
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

  /** Configuration of the endpoint. */
  public EndpointConfig config() {
    return config;
  }

  /** Copy of the datapath's counters; from any thread, also after the endpoint is closed. */
  public HostCounters counters() {
    return thread.read(datapath::counters);
  }

  /** Number of frames that could not be read, or were for others. */
  public long unreadable() {
    return thread.read(datapath::unreadable);
  }

  /** Number of frames that were not sent, because no chunk was free or they were too long. */
  public long noRoom() {
    return thread.read(datapath::noRoom);
  }

  /** Number of streams: two for each connection that is open, or was open in about the last ten seconds. */
  public int streams() {
    return thread.read(datapath::streams);
  }

  /** Number of connections that are open or being opened. */
  public int connections() {
    return thread.read(connections::size);
  }

  /**
   * Closes all connections in order. An endpoint with its own thread waits at most 5 s for that, and ends the thread; in a
   * handler, the call does not wait. Otherwise the caller runs the loop until the connections are
   * {@linkplain Connection#gone gone}. The caller closes the device.
   */
  @Override
  public void close() {
    if (thread.isClosed()) {
      return;
    }
    List<Connection> open = thread.read(() -> {
      grantNone(); // now, so that no connection outside this list is granted
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

  /** Restarts time, without connections. */
  void renew() {
    List.copyOf(connections).forEach(Connection::discard);
    loop.restart();
    datapath.renew();
    datapath.connections().acceptor(thread.isClosed() ? ConnectionListener.NONE : listener);
    keepAlive();
    loop.schedule(new Renewal(this, connections), loop.nowPs());
  }

  /** Event that periodically checks the peers of idle connections. */
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
