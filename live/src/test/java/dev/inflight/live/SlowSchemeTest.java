package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.recovery.Selective;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheme that hardly sends does not count as a peer that is gone. */
class SlowSchemeTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final int BYTES = 5000;
  private static final long US = 1_000_000L;
  private static final long MS = 1000 * US;

  /** Scheme with a packet in each 8 s, like Swift with long round trips. */
  private static final class Hardly implements Scheme, CongestionControl {
    @Override
    public String name() {
      return "hardly";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return this;
    }

    @Override
    public boolean onAck(Feedback ack) {
      return false;
    }

    @Override
    public long windowBytes() {
      return 1;
    }

    @Override
    public long paceBitsPerSec() {
      return 1000;
    }
  }

  @Test
  void readCompletesWithASlowScheme() {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), EndpointConfig.of(LEFT).scheme(new Hardly()),
        EndpointConfig.of(RIGHT).scheme(new Hardly()));
    two.right.listen(ConnectionHandler.NONE);
    byte[] from = new byte[BYTES];
    Arrays.fill(from, (byte) 7);
    byte[] at = new byte[BYTES];
    Region source = two.right.register(MemorySegment.ofArray(from), Access.READ);
    Region target = two.left.register(MemorySegment.ofArray(at), Access.LOCAL);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> read = connection.read(target, 0, BYTES, source.key(), source.address());
    two.until(read::isDone);
    assertThat(read).isCompleted();
    assertThat(at).isEqualTo(from);
  }

  private static EndpointConfig byHops(int address) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).path(1_000_000_000L, 10 * US).recovery(new Selective(0, 40 * MS, 8),
        40 * MS);
  }

  /** Swift, which decides without hops, also paces far below that: round trips of a busy machine are long. */
  @Test
  void replacementSchemeSendsAPacketInEachTimeout() {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), byHops(LEFT), byHops(RIGHT));
    var instead = new AtomicReference<String>();
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, new ConnectionHandler() {
      @Override
      public void schemeReplaced(Connection of, String configured, String byWhich) {
        instead.set(byWhich);
      }
    });
    two.until(() -> connection.ready().isDone());
    CompletableFuture<Void> sent = connection.send(new byte[200_000]);
    for (int step = 0; step < 30_000; step++) { // this endpoint is on time, and the other one's machine serves it once in 20 ms
      two.loops[0].round();
      if (step % 200 == 0) {
        two.loops[1].round();
      }
      two.nanos += 100_000;
    }
    assertThat(instead).hasValue("swift");
    assertThat(sent).isNotDone();
    long paceBitsPerSec = Diagnosis.standing(connection).get(2);
    assertThat(paceBitsPerSec).as("a packet of 1024 bytes and its headers in 40 ms").isBetween(8L * 1024 * 25, 8L * 1500 * 25);
  }

  /** With headers and gap, which exceed a small packet's payload. */
  @ParameterizedTest
  @ValueSource(ints = {16, 64, 1024})
  void aPacketLeavesInEachTimeout(int payloadBytes) {
    EndpointConfig config = EndpointConfig.of(LEFT).scheme(new Hardly()).payloadBytes(payloadBytes);
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config,
        EndpointConfig.of(RIGHT).payloadBytes(payloadBytes));
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    CompletableFuture<Void> sent = connection.send(new byte[101 * payloadBytes]);
    long begin = two.nanos;
    two.until(sent::isDone);
    assertThat((two.nanos - begin) * 1000 / 100).isLessThanOrEqualTo(config.retransmitTimeoutPs());
  }
}
