package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.rdma.Operation.Status;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of others that must not change anything. */
class HostilePeersTest {
  private static final int LEFT = 127 << 24 | 1;
  private static final int RIGHT = 127 << 24 | 2;
  private static final long US = 1_000_000;
  private static final long MS = 1000 * US;

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).recovery(new Selective(0, 4 * MS, 8), 4 * MS).path(1_000_000_000L, 200 * US);
  }

  /** Memory belongs to its application again after the completion: a late or repeated frame never writes there. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void repeatedFramesWriteNothing(boolean selective) {
    var recovery = selective ? new Selective(0, 4 * MS, 8) : GoBackN.DEFAULT;
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT).recovery(recovery, 4 * MS),
        config(RIGHT).recovery(recovery, 4 * MS));
    Cable.End sender = two.cable.ends[0];
    Cable.End responder = two.cable.ends[1];
    var sent = new ArrayList<byte[]>();
    var answered = new ArrayList<byte[]>();
    sender.record = sent;
    responder.record = answered;
    two.right.listen(ConnectionHandler.NONE);
    byte[] at = new byte[10_000];
    byte[] back = new byte[10_000];
    byte[] from = new byte[10_000];
    Arrays.fill(from, (byte) 1);
    Region source = two.left.register(MemorySegment.ofArray(from), Access.LOCAL);
    Region fetched = two.left.register(MemorySegment.ofArray(back), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE_AND_READ);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> write = connection.write(source, 0, from.length, target.key(), target.address());
    CompletableFuture<Void> read = connection.read(fetched, 0, from.length, target.key(), target.address());
    two.until(() -> write.isDone() && read.isDone());
    assertThat(at).isEqualTo(from);
    assertThat(back).isEqualTo(from);
    Arrays.fill(at, (byte) 2);
    Arrays.fill(back, (byte) 2);
    for (byte[] frame : sent.toArray(byte[][]::new)) {
      sender.inject(frame, frame.length);
    }
    for (byte[] frame : answered.toArray(byte[][]::new)) {
      responder.inject(frame, frame.length);
    }
    two.run(10_000_000);
    assertThat(at).containsOnly(2);
    assertThat(back).containsOnly(2);
    assertThat(sent).hasSizeGreaterThan(11);
    assertThat(answered).hasSizeGreaterThan(11);
  }

  /** Noise, and frames of others with single wrong bits, are counted. */
  @Test
  void noiseIsCounted() {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT), config(RIGHT));
    var sent = new ArrayList<byte[]>();
    two.cable.ends[0].record = sent;
    two.right.listen(ConnectionHandler.NONE);
    byte[] at = new byte[5000];
    Region source = two.left.register(MemorySegment.ofArray(new byte[5000]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> write = connection.write(source, 0, 5000, target.key(), target.address());
    two.until(write::isDone);
    Arrays.fill(at, (byte) 3);
    long before = two.right.unreadable();
    var random = new SplittableRandom(5);
    int frames = 0;
    for (byte[] frame : sent.toArray(byte[][]::new)) {
      for (int times = 0; times < 20; times++) {
        byte[] wrong = frame.clone();
        int bit = 8 * 54 + random.nextInt(8 * (frame.length - 54)); // behind the base transport header, which the ICRC covers
        wrong[bit >> 3] ^= (byte) (1 << (bit & 7));
        two.cable.ends[0].inject(wrong, wrong.length);
        byte[] noise = new byte[random.nextInt(1, 1500)];
        random.nextBytes(noise);
        two.cable.ends[0].inject(noise, noise.length);
        frames += 2;
      }
      two.run(1_000_000);
    }
    assertThat(two.right.unreadable() - before).isGreaterThan(frames * 9 / 10);
    assertThat(at).containsOnly(3);
    assertThat(two.right.connections()).isEqualTo(1);
  }

  /** Answers under another key have no effect and replace no scheme; those under the right key do. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reportsWithoutTheKeyHaveNoEffect(boolean right) {
    var replaced = new ArrayList<String>();
    var handler = new ConnectionHandler() {
      @Override
      public void schemeReplaced(Connection connection, String configured, String instead) {
        replaced.add(instead);
      }
    };
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1),
        config(LEFT).scheme(Hpcc.DEFAULT).seal(new ReportKeys(1, 2)),
        config(RIGHT).scheme(Hpcc.DEFAULT).seal(right ? new ReportKeys(1, 2) : new ReportKeys(3, 4)));
    two.right.listen(ConnectionHandler.NONE);
    byte[] at = new byte[1 << 20];
    Region source = two.left.register(MemorySegment.ofArray(new byte[1 << 20]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(at), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, handler);
    CompletableFuture<Void> write = connection.write(source, 0, 1 << 20, target.key(), target.address());
    two.until(write::isDone);
    if (right) {
      assertThat(two.left.counters().forgedReports).isZero();
      assertThat(write).isCompleted();
      assertThat(replaced).containsExactly(Swift.DEFAULT.name());
    } else {
      assertThat(two.left.counters().forgedReports).isPositive();
      assertThat(two.left.counters().acks).isZero();
      assertThat(((OperationFailed) write.exceptionNow()).status()).isEqualTo(Status.RETRY_EXCEEDED);
      assertThat(replaced).isEmpty();
    }
  }
}
