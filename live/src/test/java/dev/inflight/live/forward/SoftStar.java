package dev.inflight.live.forward;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.TelemetryFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One soft switch whose neighbours are a test's, in a time that the test turns: nothing of it waits for anything. */
final class SoftStar implements AutoCloseable {
  static final long US = 1_000_000;
  private static final int CHUNKS = 4096;
  private static final long STEP_NANOS = 1000;
  private static final long IDLE_STEP_NANOS = 5000;
  private static final int IDLE_STEPS = 50;

  /** A frame that has come out of the switch. */
  record Arrived(int host, byte[] frame, long atPs) {
  }

  final Fabric fabric;
  final SoftSwitches switches;
  final List<Arrived> arrived = new ArrayList<>();
  final FrameMemory memory = new FrameMemory(CHUNKS, 4096);
  private final FrameMemory outside = new FrameMemory(CHUNKS, 4096);
  private final List<MemoryDevice.Pair> cables = new ArrayList<>();
  private final RealLoop loop;
  private final Topology topology;
  private long nanos;

  /**
   * A star.
   *
   * @param format what the switch writes, or none
   * @param pfc whether it pauses its neighbours
   */
  SoftStar(int hosts, long rateBitsPerSec, @Nullable TelemetryFormat format, boolean ipv6, boolean pfc, long bufferBytes,
      @Nullable EcnThresholds ecn) {
    Framing framing = ipv6 ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    topology = new Star(hosts, rateBitsPerSec, 0).build();
    loop = new RealLoop(Waiting.SPIN, new PollSleeper(), () -> nanos);
    for (int host = 0; host < hosts; host++) {
      MemoryDevice.Pair cable = MemoryDevice.pair("host" + host, memory, outside, 1024);
      cables.add(cable);
      int number = host;
      cable.other().deliverTo((at, length, arrivalPs) -> {
        byte[] frame = new byte[length];
        MemorySegment.copy(outside.bytes(), ValueLayout.JAVA_BYTE, at, frame, 0, length);
        outside.give(at);
        arrived.add(new Arrived(number, frame, arrivalPs));
      });
      loop.add(cable.one());
    }
    switches = new SoftSwitches(topology, format, AddressBook.SIMULATED, this::device, loop);
    var hostRules = new HostConfig(new HostConfig.Packets(framing, SerialisationTime.EXACT, 1000),
        new HostConfig.InBand(format, 8, null, 0), new HostConfig.Acks(1, US, false, false, 0, null),
        new HostConfig.Sending(true, 1000 * US, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    Map<Long, EcnThresholds> marking = ecn == null ? Map.of() : Map.of(rateBitsPerSec, ecn);
    var switchRules = new SwitchConfig(framing, new SwitchConfig.Buffer(bufferBytes, pfc, 1, 1 << 3),
        new SwitchConfig.Marking(marking, _ -> () -> 0.5), RoundRobinQueues.DEFAULT);
    fabric = new Fabric(topology, List.of(hostRules), switchRules, new SeededEcmp(1), _ -> loop,
        (from, _) -> switches.from(from),
        _ -> switches.observer());
    switches.begin(fabric);
    loop.begin();
  }

  private Device device(Port port) {
    return cables.get(port.number() - 1).one();
  }

  /** The switch's port to a host. */
  SwitchPort port(int host) {
    return fabric.switches().getFirst().ports()[host];
  }

  /** A host sends a frame now. */
  void send(int host, byte[] frame) {
    MemoryDevice device = cables.get(host).other();
    long at = outside.take() + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(frame, 0, outside.bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
    device.send(at, frame.length);
    device.flush();
  }

  /** Lets time go by; returns what has come out since it was asked last. */
  List<Arrived> run(long ps) {
    long end = nanos + ps / 1000;
    int idle = 0;
    while (nanos < end) {
      idle++;
      while (loop.round() > 0) {
        idle = 0;
      }
      cables.forEach(cable -> cable.other().poll(loop.nowPs(), CHUNKS));
      nanos = Math.min(end, nanos + (idle < IDLE_STEPS ? STEP_NANOS : IDLE_STEP_NANOS));
    }
    List<Arrived> since = List.copyOf(arrived);
    arrived.clear();
    return since;
  }

  /** Events that wait in its loop. */
  int waitingEvents() {
    return loop.waitingEvents();
  }

  long nowPs() {
    return loop.nowPs();
  }

  /** A host's interface goes away. */
  void unplug(int host) {
    cables.get(host).close();
  }

  /** Packets and frames that are somewhere in the switch. */
  int held() {
    return fabric.packetsInside() + memory.chunks() - memory.freeChunks();
  }

  @Override
  public void close() {
    cables.forEach(MemoryDevice.Pair::close);
    memory.close();
    outside.close();
  }
}
