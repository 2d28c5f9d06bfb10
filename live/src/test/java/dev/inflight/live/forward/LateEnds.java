package dev.inflight.live.forward;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Region;
import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.TurnedClock;
import dev.inflight.live.loop.Waiting;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.telemetry.TelemetryCodec;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Two endpoints at both sides of two soft switches. The switches are on time; an idle loop of an endpoint polls again after a random time,
 * like a sleeping thread that is woken late.
 */
final class LateEnds implements AutoCloseable {
  private static final long DELAY_PS = 100 * SoftFabric.US;
  private static final long STEP_NANOS = 1000;
  private static final long LONGEST_NANOS = 60_000_000_000L;
  /** At such low rates the schemes' window is below a packet: late packets arrive several at a time. */
  private static final long BURST_BYTES = 10_000;
  private static final long TIMEOUT_PS = 200_000 * SoftFabric.US;

  private final TurnedClock clock = TurnedClock.still();
  private final SoftFabric fabric;
  private final RealLoop[] loops = new RealLoop[2];
  private final long[] looksAtNanos = new long[2];
  private final Endpoint[] ends = new Endpoint[2];
  private final SplittableRandom random;
  private final long latestNanos;

  /**
   * Creates the endpoints and the switches.
   *
   * @param latestNanos largest lateness of a loop; 0 for loops on time
   */
  LateEnds(Scheme scheme, TelemetryCodec telemetry, long rateBitsPerSec, long baseRttPs, long latestNanos, long seed) {
    this.latestNanos = latestNanos;
    random = new SplittableRandom(seed);
    MarkingThresholds marks = scheme.markingThresholds(rateBitsPerSec);
    var ecn = marks == null
        ? null
        : new EcnThresholds(BURST_BYTES + marks.kMinBytes(), BURST_BYTES + marks.kMaxBytes(), marks.pMax());
    var rules = new SoftFabric.Rules(telemetry.format(), false, false, 4 << 20,
        ecn == null ? Map.of() : Map.of(PortClass.ofRate(rateBitsPerSec), ecn), RoundRobinQueues.DEFAULT);
    fabric = new SoftFabric(new Dumbbell(1, 1, rateBitsPerSec, rateBitsPerSec, DELAY_PS).build(), rules, clock);
    for (int end = 0; end < 2; end++) {
      loops[end] = new RealLoop(Waiting.SPIN, new Awake(), clock);
      EndpointConfig config = EndpointConfig.of(FrameAddresses.ipv4(end)).scheme(scheme).telemetry(telemetry)
          .path(rateBitsPerSec, baseRttPs).recovery(new Selective(0, TIMEOUT_PS, 8), TIMEOUT_PS);
      ends[end] = new Endpoint(fabric.hostEnd(end), loops[end], config);
    }
  }

  /** Writes bytes from one endpoint into the other's memory; returns the goodput in bit/s. */
  double goodputOfWrite(int bytes) {
    try (Arena arena = Arena.ofShared()) {
      ends[1].listen(ConnectionHandler.NONE);
      Region source = ends[0].register(arena.allocate(bytes), Access.LOCAL);
      Region target = ends[1].register(arena.allocate(bytes), Access.WRITE);
      Connection connection = ends[0].connect(FrameAddresses.ipv4(1), ConnectionHandler.NONE);
      until(connection.ready());
      long begin = clock.nanos();
      until(connection.write(source, 0, bytes, target.key(), target.address()));
      return bytes * 8e9 / (clock.nanos() - begin);
    }
  }

  private void until(CompletableFuture<?> over) {
    long end = clock.nanos() + LONGEST_NANOS;
    while (!over.isDone()) {
      if (clock.nanos() > end) {
        throw new AssertionError("not over after " + LONGEST_NANOS + " ns");
      }
      for (int at = 0; at < 2; at++) {
        if (clock.nanos() >= looksAtNanos[at] && loops[at].round() == 0 && latestNanos > 0) {
          looksAtNanos[at] = clock.nanos() + random.nextLong(latestNanos + 1);
        }
      }
      while (fabric.loop().round() > 0) {
        // switches are on time
      }
      clock.turn(STEP_NANOS);
    }
    over.join();
  }

  @Override
  public void close() {
    fabric.close();
  }
}
