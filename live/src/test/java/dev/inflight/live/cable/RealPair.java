package dev.inflight.live.cable;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.device.WatchedDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.TurnedClock;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Two hosts of a simulation and a real cable between them, or two hosts and a switch, with a clock that the test turns: the first host
 * sends to the second forever.
 */
final class RealPair implements AutoCloseable {
  static final long US = 1_000_000;
  static final int PAYLOAD_BYTES = 1000;
  private static final int CHUNKS = 4096;
  private static final int UNDER_WAY = 1024;
  private static final long STEP_NANOS = 500;
  private static final long TIMEOUT_PS = 1_000_000 * US;
  private static final long FOR_EVER_BYTES = 1L << 40;

  final Fabric fabric;
  final RealCables cables;
  private final TurnedClock clock;
  private final PollSleeper sleeper = new PollSleeper();
  private final RealLoop loop;
  final FrameMemory memory = new FrameMemory(CHUNKS, 2048);
  /** Cable of the first host, its device first. */
  final MemoryDevice.Pair first = MemoryDevice.pair("first", memory, memory, UNDER_WAY);
  /** Cable of the second host if there is a switch, its device first. */
  final MemoryDevice.Pair second = MemoryDevice.pair("second", memory, memory, UNDER_WAY);
  private final long beginNanos;

  /**
   * Creates a pair.
   *
   * @param leaves receiver of the length of each frame that the first host's interface gets
   */
  RealPair(long rateBitsPerSec, long delayPs, TurnedClock clock, IntConsumer leaves) {
    this(rateBitsPerSec, delayPs, clock, leaves, false);
  }

  /** Creates a pair, which may have a switch between its hosts. */
  RealPair(long rateBitsPerSec, long delayPs, TurnedClock clock, IntConsumer leaves, boolean bySwitch) {
    this.clock = clock;
    loop = new RealLoop(Waiting.SPIN, sleeper, clock);
    var builder = new Topology.Builder();
    builder.hosts(2);
    int next = bySwitch ? builder.switches(1) : 1;
    builder.link(0, next, rateBitsPerSec, delayPs);
    if (bySwitch) {
      builder.link(next, 1, rateBitsPerSec, delayPs);
    }
    Topology topology = builder.build();
    Device one = new WatchedDevice(first.one(), leaves);
    cables = new RealCables(new FrameRules(Framing.ROCEV2, PAYLOAD_BYTES, NativeFormat.DEFAULT, false),
        port -> switch (port.node()) {
          case 0 -> one;
          case 1 -> bySwitch ? second.one() : first.other();
          default -> port.number() == 1 ? first.other() : second.other();
        }, topology::isSwitch, loop);
    List.of(one, first.other(), second.one(), second.other()).forEach(loop::add);
    var hostRules = new HostConfig(new HostConfig.Packets(Framing.ROCEV2, SerializationTime.EXACT, PAYLOAD_BYTES),
        new HostConfig.InBand(NativeFormat.DEFAULT, 8, null, 0), new HostConfig.Acks(1, US, false, MarkEcho.WITH_OTHERS, 0, null),
        new HostConfig.Sending(true, TIMEOUT_PS, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    var switchRules = new SwitchConfig(Framing.ROCEV2, new SwitchConfig.Buffer(1 << 20, true, 1, 1 << 3),
        new SwitchConfig.Marking(Map.of(), _ -> () -> 0.5), RoundRobinQueues.DEFAULT);
    fabric = new Fabric(topology, List.of(hostRules), switchRules, RoutingRules.by(new SeededEcmp(1)), _ -> loop,
        (from, _) -> cables.from(from), _ -> new Observer() {
        });
    cables.begin(fabric);
    loop.begin();
    beginNanos = clock.nanos();
    var flow = new Flow(0, 0, 1, 10_000, 4791, 3, FOR_EVER_BYTES, nowPs());
    PathFacts path = PathFacts.of(rateBitsPerSec, 4 * delayPs + 100 * US, PAYLOAD_BYTES);
    fabric.start(flow, NoControl.DEFAULT.start(path), NoControl.DEFAULT.pacing(), path, nowPs());
  }

  /** Time of the loop at its last reading. */
  long nowPs() {
    return (clock.nanos() - beginNanos) * 1000;
  }

  /** Advances time. */
  void turn(long ps) {
    long end = clock.nanos() + ps / 1000;
    while (clock.nanos() < end) {
      while (loop.round() > 0 && clock.nanos() < end) { // a jumping clock advances in between
        Thread.onSpinWait();
      }
      clock.turn(STEP_NANOS);
    }
  }

  /** Loop of both hosts. */
  RealLoop loop() {
    return loop;
  }

  @Override
  public void close() {
    first.close();
    second.close();
    memory.close();
    sleeper.close();
  }
}
