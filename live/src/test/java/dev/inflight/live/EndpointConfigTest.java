package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.report.Reporting;
import dev.inflight.live.testing.Awake;
import dev.inflight.net.rdma.Operation.Status;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Invalid configurations are rejected by name; those that do not fit a device, on opening. */
class EndpointConfigTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;

  @Test
  void namesTheOneValueThatIsOutOfRange() {
    EndpointConfig of = EndpointConfig.of(LEFT);
    assertThatThrownBy(() -> of.payloadBytes(15)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("payloadBytes of an endpoint is 15, and must be 16 to 9000");
    assertThatThrownBy(() -> of.payloadBytes(9001)).hasMessage("payloadBytes of an endpoint is 9001, and must be 16 to 9000");
    assertThatThrownBy(() -> of.path(0, 1)).hasMessage("lineRateBitsPerSec of an endpoint is 0, and must be 1 or more");
    assertThatThrownBy(() -> of.path(1, -1)).hasMessage("baseRttPs of an endpoint is -1, and must be 0 or more");
    assertThatThrownBy(() -> of.recovery(of.recovery(), 0))
        .hasMessage("retransmitTimeoutPs of an endpoint is 0, and must be 1 or more");
    assertThatThrownBy(() -> of.bounds(0, 1, 1)).hasMessage("mostOperations of an endpoint is 0, and must be 1 or more");
    assertThatThrownBy(() -> of.bounds(1, -1, 1)).hasMessage("mostMessageBytes of an endpoint is -1, and must be 0 or more");
    assertThatThrownBy(() -> of.bounds(1, 1, -1)).hasMessage("keepAlivePs of an endpoint is -1, and must be 0 or more");
    assertThatThrownBy(
        () -> new EndpointConfig(LEFT, 0, 0, 1, 1000, of.scheme(), of.telemetry(), of.recovery(), 1, 1, 1, 1, null, 1, 1, 0,
            Reporting.DEFAULT))
        .hasMessage("mostConnections of an endpoint is 0, and must be 1 or more");
  }

  /** The largest payload that fits a device works; one word more is rejected, and the message has the limit. */
  @Test
  void aPayloadThatDoesNotFitTheDeviceIsRefusedAtOpen() {
    EndpointConfig config = EndpointConfig.of(LEFT).scheme(Hpcc.DEFAULT).telemetry(IntFormat.DEFAULT).payloadBytes(4096);
    try (var memory = new FrameMemory(64, 2048); var other = new FrameMemory(64, 2048)) {
      try (var pair = MemoryDevice.pair("pair", memory, other, 64)) {
        assertThatThrownBy(() -> Endpoint.open(pair.one(), config)).isInstanceOf(IllegalArgumentException.class).hasMessage(
            "frames of this endpoint have up to 4378 bytes (payload 4096, telemetry 208, headers 74), and pair-0 takes "
                + "1792, by its MTU or the chunks of its frame memory (1792): a payload of 1508 bytes fits; set it, or a larger MTU");
        assertThatThrownBy(() -> Endpoint.open(pair.one(), config.payloadBytes(1509))).hasMessageContaining("up to 1794 bytes");
        long[] nanos = {0};
        var loop = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]);
        var left = new Endpoint(pair.one(), loop, config.payloadBytes(1508));
        var right = new Endpoint(pair.other(), loop, with(config.payloadBytes(1508)));
        right.listen(ConnectionHandler.NONE);
        Region source = left.register(MemorySegment.ofArray(new byte[10_000]), Access.LOCAL);
        Region target = right.register(MemorySegment.ofArray(new byte[10_000]), Access.WRITE);
        CompletableFuture<Void> write = left.connect(RIGHT, ConnectionHandler.NONE).write(source, 0, 10_000, target.key(),
            target.address());
        while (!write.isDone()) {
          if (loop.round() == 0) {
            nanos[0] += 1000;
          }
        }
        assertThat(write).isCompleted();
        assertThat(left.noRoom()).isZero();
      }
    }
  }

  private static EndpointConfig with(EndpointConfig rules) {
    return EndpointConfig.of(RIGHT).scheme(rules.scheme()).telemetry(rules.telemetry()).payloadBytes(rules.payloadBytes());
  }

  /** A connection without an answer fails for another reason than a rejected one. */
  @Test
  void aConnectionThatIsNotAnsweredIsNotRejected() {
    var two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 5), EndpointConfig.of(LEFT), EndpointConfig.of(RIGHT));
    Connection rejected = two.left.connect(RIGHT, ConnectionHandler.NONE); // no endpoint listens
    Connection unanswered = two.left.connect(RIGHT + 1, ConnectionHandler.NONE);
    Connection closed = two.left.connect(RIGHT + 1, ConnectionHandler.NONE);
    closed.close();
    two.until(() -> rejected.gone().isDone() && unanswered.gone().isDone() && closed.gone().isDone());
    assertThat(statusOf(rejected)).isEqualTo(Status.REJECTED);
    assertThat(statusOf(unanswered)).isEqualTo(Status.RETRY_EXCEEDED);
    assertThat(statusOf(closed)).isEqualTo(Status.RETRY_EXCEEDED);
  }

  private static Status statusOf(Connection connection) {
    return ((OperationFailed) connection.ready().exceptionNow()).status();
  }
}
