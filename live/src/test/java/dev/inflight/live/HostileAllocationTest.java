package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.testing.Allocation;
import dev.inflight.live.soak.HostileFrames;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A hostile frame allocates nothing on Java's heap, and changes only counters. */
class HostileAllocationTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long MS = 1_000_000_000L;
  private static final int BYTES = 200_000;

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).seal(new ReportKeys(1, 2))
        .recovery(new Selective(0, 10 * MS, 8), 10 * MS).path(1_000_000_000L, MS / 5).bounds(64, 1 << 20, 0);
  }

  @Test
  void aHostileFrameAllocatesNothing() {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT), config(RIGHT));
    two.right.listen(ConnectionHandler.NONE);
    Region source = two.left.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
    Region target = two.right.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    List<List<byte[]>> sent = List.of(new ArrayList<>(), new ArrayList<>());
    two.until(() -> connection.ready().isDone());
    two.cable.ends[0].record = sent.get(0);
    two.cable.ends[1].record = sent.get(1);
    CompletableFuture<Void> write = connection.write(source, 0, BYTES, target.key(), target.address());
    two.until(write::isDone);
    two.cable.ends[0].record = null;
    two.cable.ends[1].record = null;
    two.run(1_000_000);
    var hostile = List.of(HostileFrames.of(1, 5, 6, sent.get(0)), new ArrayList<>(HostileFrames.of(2, 4, 6, sent.get(1))));
    for (Forger.Seal seal : new Forger.Seal[] {Forger.Seal.WRONG, Forger.Seal.NONE}) {
      hostile.get(1).addAll(new Forger(Diagnosis.stream(connection), config(LEFT), seal, 6, 4).answers(0, 400, 1000));
    }
    int frames = hostile.get(0).size() + hostile.get(1).size();
    List<Long> standing = Diagnosis.standing(connection);
    long counted = counted(two);
    long allocated = Allocation.bytesOf(() -> {
      for (int end = 0; end < 2; end++) {
        List<byte[]> to = hostile.get(end);
        for (int n = 0; n < to.size(); n++) {
          two.cable.ends[end].inject(to.get(n), to.get(n).length);
          two.loops[0].round();
          two.loops[1].round();
        }
      }
    });
    assertThat(Diagnosis.standing(connection)).isEqualTo(standing);
    assertThat(counted(two) - counted).isGreaterThan(frames * 9L / 10);
    assertThat((double) allocated / frames).as("bytes for each of %d frames", frames).isLessThan(0.1);
    assertThat(two.left.connections() + two.right.connections()).isEqualTo(2);
  }

  private static long counted(TwoEndpoints two) {
    return two.left.unreadable() + two.right.unreadable() + two.left.counters().forgedReports
        + two.right.counters().forgedReports;
  }
}
