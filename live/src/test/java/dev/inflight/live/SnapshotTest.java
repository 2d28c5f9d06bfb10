package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.rdma.QueuePair.State;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Snapshot of a running connection, and the base RTT that it uses; addresses and times in Java's form. */
class SnapshotTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 1 << 20;

  private static ConnectionSnapshot now(Connection connection) {
    return connection.snapshot().join();
  }

  @Test
  void showsTheSchemeAndSentBytes() {
    EndpointConfig left = EndpointConfig.of(LEFT).scheme(Hpcc.DEFAULT).path(1_000_000_000L, MS / 5);
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), left,
        EndpointConfig.of(RIGHT).scheme(Hpcc.DEFAULT).path(1_000_000_000L, MS / 5));
    two.right.listen(ConnectionHandler.NONE);
    Region source = two.left.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    assertThat(now(connection)).isEqualTo(new ConnectionSnapshot(State.CONNECTING, "hpcc", 0, 0, 0, MS / 5, 0, 0, 0, 0, 0, 0, 0));
    CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
    two.until(() -> now(connection).ackedBytes() > 5_000);
    ConnectionSnapshot first = now(connection);
    assertThat(first.state()).isEqualTo(State.READY);
    assertThat(first.scheme()).isEqualTo("hpcc");
    assertThat(first.operations()).isEqualTo(1);
    assertThat(first.inflightBytes()).isEqualTo(first.sentBytes() - first.ackedBytes());
    assertThat(first.windowBytes()).isBetween(1024L, 30_000L);
    assertThat(first.paceBitsPerSec()).isBetween(1_000_000L, 1_000_000_000L);
    assertThat(first.leastRttPs()).isPositive().isLessThanOrEqualTo(first.lastRttPs());
    assertThat(first.baseRtt()).isEqualTo(Duration.ofNanos(200_000));
    assertThat(first.lastRtt()).isEqualTo(Duration.ofNanos(first.lastRttPs() / 1000));
    two.until(write::isDone);
    ConnectionSnapshot last = now(connection);
    assertThat(last.scheme()).as("no switch writes telemetry here").isEqualTo("swift");
    assertThat(last.ackedBytes()).isEqualTo(BYTES);
    assertThat(last.inflightBytes() + last.operations() + last.retransmittedBytes() + last.timeoutsInARow()).isZero();
    connection.close();
    two.until(() -> connection.gone().isDone());
    assertThat(now(connection).state()).isEqualTo(State.CLOSED);
  }

  @Test
  void readableFromAnyThreadAndAfterClose() throws Exception {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    Endpoint left = Endpoint.open(cable.ends[0], EndpointConfig.of(LEFT));
    try (Endpoint right = Endpoint.open(cable.ends[1], EndpointConfig.of(RIGHT))) {
      right.listen(ConnectionHandler.NONE);
      Connection connection = left.connect(RIGHT, ConnectionHandler.NONE);
      connection.send(new byte[1000]).get(20, TimeUnit.SECONDS);
      assertThat(connection.snapshot().get(20, TimeUnit.SECONDS).ackedBytes()).isEqualTo(1000);
      assertThat(left.counters().dataPackets).isPositive();
      left.close();
      assertThat(connection.snapshot().get(20, TimeUnit.SECONDS).state()).isEqualTo(State.CLOSED);
      assertThat(left.counters().dataPackets).isPositive();
      assertThat(left.unreadable() + left.noRoom() + left.connections()).isZero();
    }
  }

  /** The peer answers late, so that the request is repeated: which one is answered is unknown, and gives no round-trip time. */
  @Test
  void aRetransmittedHandshakeIsNoMeasurement() {
    EndpointConfig config = EndpointConfig.of(LEFT);
    config = config.recovery(config.recovery(), 4 * MS);
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config, EndpointConfig.of(RIGHT));
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    while (two.nanos < 4_200_000) { // it requests twice, 4 ms apart, while the other one is idle
      if (two.loops[0].round() == 0) {
        two.nanos += 1000;
      }
    }
    CompletableFuture<Void> sent = connection.send(new byte[10_000]);
    two.until(() -> connection.ready().isDone());
    assertThat(now(connection).baseRttPs()).as("a quarter of the timeout, as it is not known").isEqualTo(MS);
    two.until(sent::isDone);
    assertThat(now(connection).baseRttPs()).as("that of a packet that was sent once").isLessThan(MS / 10)
        .isGreaterThanOrEqualTo(now(connection).leastRttPs());
    Connection next = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> next.ready().isDone());
    assertThat(now(next).baseRttPs()).isLessThan(MS / 10);
  }

  @Test
  void addressesAndTimesHaveJavasForm() throws Exception {
    InetAddress here = InetAddress.getByName("10.0.0.1");
    InetAddress there = InetAddress.getByName("10.0.0.2");
    InetAddress here6 = InetAddress.getByName("fd77::a00:1");
    EndpointConfig config = EndpointConfig.of(here);
    assertThat(config).isEqualTo(EndpointConfig.of(LEFT));
    assertThat(config.address()).isEqualTo(here);
    assertThat(EndpointConfig.of(here6)).isEqualTo(EndpointConfig.of(LEFT).ipv6(0xFD77L << 48));
    assertThat(EndpointConfig.of(here6).address()).isEqualTo(here6);
    assertThat(config.path(5, Duration.ofMillis(2)).baseRttPs()).isEqualTo(2 * MS);
    assertThat(config.recovery(config.recovery(), Duration.ofMillis(3)).retransmitTimeoutPs()).isEqualTo(3 * MS);
    assertThat(config.bounds(1, 1, Duration.ZERO).keepAlivePs()).isZero();
    assertThatThrownBy(() -> config.path(5, Duration.ofDays(200))).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an endpoint's base RTT of PT4800H is too long: at most 106 days");
    assertThatThrownBy(() -> EndpointConfig.of(InetAddress.getByName("fd77::1:a00:1"))).hasMessage(
        "the IPv6 address fd77:0:0:0:0:1:a00:1 cannot be that of an endpoint: its upper 64 bits must not be 0, and the 32 "
            + "bits after them must be 0");
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), config, EndpointConfig.of(there));
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(there, ConnectionHandler.NONE);
    Connection other = two.left.connect(new InetSocketAddress(there, 4791), ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone() && other.ready().isDone());
    assertThat(connection.ready()).isCompleted();
    assertThat(connection.peerAddress()).isEqualTo(there);
    assertThatThrownBy(() -> two.left.connect(here6, ConnectionHandler.NONE)).hasMessage(
        "the peer fd77:0:0:0:0:0:a00:1 is not among the addresses of 10.0.0.1: over IPv6 both have the same upper 64 bits");
    assertThatThrownBy(() -> two.left.connect(new InetSocketAddress(there, 5000), ConnectionHandler.NONE))
        .hasMessage("the peer /10.0.0.2:5000 must have a resolved address and port 4791");
  }
}
