package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Swift;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A machine that stands still, as a stopped process, a migrated virtual machine, or one without a processor: nothing is lost, and no peer
 * counts as gone.
 */
class StandstillTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long RATE = 1_000_000_000L;
  private static final long US_NANOS = 1000;
  private static final long MS_NANOS = 1000 * US_NANOS;
  private static final long BASE_RTT_PS = 200_000_000L;

  private final Cable cable = new Cable(2048, Cable.Faults.NONE, 1);
  private final TwoEndpoints two = new TwoEndpoints(cable, config(LEFT), config(RIGHT));

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).path(RATE, BASE_RTT_PS).bounds(1024, 1 << 20, 0);
  }

  private Connection connect() {
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    two.run(100 * US_NANOS); // both have it
    return connection;
  }

  /** Continues one of both only. */
  private void goOn(int which, long millis) {
    for (long ms = 0; ms < millis; ms++) {
      two.nanos += MS_NANOS;
      two.loops[which].round();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {50, 960, 60_000})
  void bothEndpointsDuringATransfer(long millis) {
    Connection connection = connect();
    CompletableFuture<Void> sent = connection.send(new byte[500_000]);
    two.run(MS_NANOS);
    assertThat(sent).isNotDone();
    two.nanos += millis * MS_NANOS;
    two.until(sent::isDone);
    assertThat(sent).isCompleted();
    assertThat(two.left.counters().timeouts).isZero();
    assertThat(two.left.counters().retransmittedBytes).isZero();
  }

  /** Frames that arrived meanwhile are processed, also after many frames of others. */
  @ParameterizedTest
  @ValueSource(ints = {0, 60, 1000})
  void senderWhileAnswersArrive(int framesOfOthers) {
    Connection connection = connect();
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    two.loops[0].round();
    for (int frame = 0; frame < framesOfOthers; frame++) {
      cable.ends[1].inject(new byte[60], 60);
    }
    goOn(1, 2000);
    two.until(sent::isDone);
    assertThat(sent).isCompleted();
    assertThat(two.left.counters().timeouts).isZero();
  }

  @Test
  void senderOfALostPacket() {
    Connection connection = connect();
    cable.ends[0].dead = true;
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    two.loops[0].round();
    cable.ends[0].dead = false;
    two.nanos += 2000 * MS_NANOS;
    two.until(sent::isDone);
    assertThat(sent).isCompleted();
  }

  /** Half a second, as with data. */
  @Test
  void receiverOfAConnectionRequest() {
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    goOn(0, 500);
    two.until(() -> connection.ready().isDone());
    assertThat(connection.ready()).isCompleted();
  }

  /** Before it could confirm the connection: the other endpoint gives up after a second, and reports it. */
  @Test
  void requesterOfAGrantedConnection() {
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    goOn(1, 2000);
    assertThat(two.right.connections()).isZero();
    long begin = two.nanos;
    two.until(sent::isDone);
    assertThat(sent).isCompletedExceptionally();
    assertThat(two.nanos - begin).as("ns until it is told").isLessThan(10 * MS_NANOS);
  }

  private record Noting(Scheme scheme, List<PathFacts> paths) implements ForwardingScheme {
    @Override
    public CongestionControl start(PathFacts path) {
      paths.add(path);
      return scheme.start(path);
    }
  }

  /** The wait for an answer to a lost message is not a round trip, and which one is answered is unknown: data shows it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void retransmittedHandshakeUsesTheRoundTripOfData(int lostFrom) {
    List<PathFacts> paths = new ArrayList<>();
    var lossy = new Cable(2048, Cable.Faults.NONE, 1);
    EndpointConfig config = EndpointConfig.of(LEFT).scheme(new Noting(Swift.DEFAULT, paths));
    var both = new TwoEndpoints(lossy, config, EndpointConfig.of(RIGHT));
    both.right.listen(ConnectionHandler.NONE);
    lossy.ends[lostFrom].dead = true;
    Connection connection = both.left.connect(RIGHT, ConnectionHandler.NONE);
    both.run(100 * US_NANOS);
    lossy.ends[lostFrom].dead = false;
    both.until(() -> connection.ready().isDone());
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    both.until(sent::isDone);
    assertThat(paths).hasSize(2);
    assertThat(paths.getFirst().baseRttPs()).as("a quarter of the timeout").isEqualTo(config.retransmitTimeoutPs() / 4);
    assertThat(paths.getLast().baseRttPs()).isLessThan(20 * US_NANOS * 1000);
  }
}
