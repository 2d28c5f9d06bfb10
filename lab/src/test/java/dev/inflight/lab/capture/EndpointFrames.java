package dev.inflight.lab.capture;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Region;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.telemetry.TelemetryFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Frames that two endpoints of this process exchange: unlike those of simulated senders, all come from UDP port 4791. */
final class EndpointFrames {
  private static final int BYTES = 5000;
  private static final int SENDER = 10 << 24 | 1;
  private static final int RECEIVER = 10 << 24 | 2;

  private EndpointFrames() {
  }

  /** Passes frames from one device to the other. */
  private static void pass(MemoryDevice from, MemoryDevice to, List<byte[]> frames) {
    from.deliverTo((at, length, _) -> {
      frames.add(from.memory().bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
      to.send(at, length);
    });
  }

  private static EndpointConfig config(int address, TelemetryFormat telemetry) {
    return EndpointConfig.of(address).telemetry(telemetry).scheme(Hpcc.DEFAULT);
  }

  /** All frames of a WRITE of a few packets, and of the connection for it. */
  static List<byte[]> ofAWrite(TelemetryFormat telemetry) {
    var frames = new ArrayList<byte[]>();
    long[] nanos = {0};
    try (var memory = new FrameMemory(256, 2048);
        var one = MemoryDevice.pair("one", memory, memory, 64);
        var other = MemoryDevice.pair("other", memory, memory, 64)) {
      pass(one.other(), other.other(), frames);
      pass(other.other(), one.other(), frames);
      var loops = List.of(new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]),
          new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]));
      var sends = new Endpoint(one.one(), loops.get(0), config(SENDER, telemetry));
      var takes = new Endpoint(other.one(), loops.get(1), config(RECEIVER, telemetry));
      takes.listen(ConnectionHandler.NONE);
      Region from = sends.register(MemorySegment.ofArray(new byte[BYTES]), Access.LOCAL);
      Region to = takes.register(MemorySegment.ofArray(new byte[BYTES]), Access.WRITE);
      Connection connection = sends.connect(RECEIVER, ConnectionHandler.NONE);
      CompletableFuture<Void> written = connection.write(from, 0, BYTES, to.key(), to.address());
      while (!written.isDone()) {
        loops.forEach(RealLoop::round);
        for (MemoryDevice between : List.of(one.other(), other.other())) {
          between.poll(0, 64);
          between.flush();
        }
        nanos[0] += 1000;
      }
      written.join();
    }
    return frames;
  }
}
