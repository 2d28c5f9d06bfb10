package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A third party that knows a connection resends data with forged telemetry: the receiver's seal does not authenticate it. */
class ForgedReportsTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 2 << 20;
  private static final int PAYLOAD = 1024;

  private static EndpointConfig config(int address, boolean selective) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).path(1_000_000_000L, MS / 5).seal(new ReportKeys(1, 2))
        .recovery(selective ? new Selective(0, 4 * MS, 8) : GoBackN.DEFAULT, 4 * MS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reportsOfRejectedDataAreNotSealed(boolean selective) {
    var two = new TwoEndpoints(new Cable(2048, new Cable.Faults(0.1, 0, 0, 0), 5), config(LEFT, selective),
        config(RIGHT, selective));
    two.right.listen(ConnectionHandler.NONE);
    Region source = two.left.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
    two.until(() -> connection.ready().isDone() && connection.snapshot().join().sentBytes() > 10 * PAYLOAD);
    var forger = new Forger(Objects.requireNonNull(connection.queuePair()).stream(), config(LEFT, selective), Forger.Seal.WRONG,
        1, 2);
    var random = new SplittableRandom(3);
    long forged = 0;
    long highest = 0;
    while (!write.isDone()) {
      ConnectionSnapshot now = connection.snapshot().join();
      long behind = now.ackedBytes() / PAYLOAD;
      highest = Math.max(highest, now.sentBytes() / PAYLOAD);
      long number = selective ? random.nextLong(Math.max(0, behind - 20), behind + 1) : highest + random.nextLong(2, 60); // not in order
      if (behind < BYTES / PAYLOAD - 100 && (!selective || number < behind)) {
        byte[] frame = forger.data(number, PAYLOAD);
        two.cable.ends[0].inject(frame, frame.length);
        forged++;
      }
      two.run(20_000);
    }
    assertThat(write).isCompleted();
    assertThat(forged).isGreaterThan(100);
    assertThat(two.right.counters().uselessBytes).as("they were read, and not taken").isGreaterThan(forged * PAYLOAD / 2);
    assertThat(two.left.counters().acksWithHops).as("no switch is there: hops are the third party's").isZero();
  }
}
