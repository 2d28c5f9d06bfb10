package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes of the HPCC++ drafts, which no endpoint with keys sends: a receiver must not seal invented queues for their sender. */
class ForgedProbesTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long US = 1_000_000;
  private static final int PROBES = 50;

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).seal(new ReportKeys(1, 2)).path(1_000_000_000L, 200 * US).bounds(64,
        1 << 20, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProbeIsNotAnswered(boolean ofAnotherPath) {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT), config(RIGHT));
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    two.until(sent::isDone);
    two.run(10_000_000);
    List<Long> before = Diagnosis.standing(connection);
    long answers = two.cable.ends[1].counters().framesOut;
    Flow stream = Diagnosis.stream(connection);
    NativeFormat format = NativeFormat.DEFAULT;
    var encoder = new FrameEncoder(new FrameRules(Framing.ROCEV2, 1024, format, true, true, false, AddressBook.IPV4));
    for (int number = 0; number < PROBES; number++) {
      var probe = new Packet(512);
      probe.becomeProbe(stream, number, 0);
      if (ofAnotherPath) {
        probe.kind = Packet.Kind.PATH_PROBE;
      }
      int length = format.begin(probe.telemetry, 0, PathQuery.UTILIZATION);
      var fullQueue = new PortSnapshot().at(1000 + number * 50 * US, number * 100_000L, 3_000_000);
      length += format.stamper(new EgressLink(1, 2, 10_000_000_000L)).stamp(probe.telemetry, 0, length, format.bufferBytes(8),
          fullQueue);
      probe.telemetryBytes = (short) length;
      probe.sizeBytes = Framing.ROCEV2.probeBytes(length);
      int bytes = encoder.encode(probe, 1, 2);
      two.cable.ends[0].inject(Arrays.copyOf(encoder.frame(), bytes), bytes);
      two.run(50_000);
    }
    assertThat(two.right.unreadable()).isEqualTo(PROBES);
    assertThat(two.cable.ends[1].counters().framesOut).isEqualTo(answers);
    assertThat(Diagnosis.standing(connection)).isEqualTo(before);
  }
}
