package dev.inflight.live.forward;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.MarkEcho;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.device.WatchedDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.TurnedClock;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.TelemetryFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Soft switches with hosts of a test, each with one link, and a clock that the test turns: nothing waits. */
class SoftFabric implements AutoCloseable {
  static final long US = 1_000_000;
  private static final int CHUNKS = 4096;
  private static final int UNDER_WAY = 1024;
  private static final long STEP_NANOS = 1000;
  private static final long IDLE_STEP_NANOS = 5000;
  private static final int IDLE_STEPS = 50;

  /** A frame that arrived at a host; {@code atPs} is the time at which its switch gave it to the interface. */
  record Arrived(int host, byte[] frame, long atPs) {
  }

  /**
   * Rules of the switches.
   *
   * @param format telemetry that they write, or null
   * @param pfc true if they pause their neighbors
   */
  record Rules(@Nullable TelemetryFormat format, boolean ipv6, boolean pfc, long bufferBytes,
      Map<PortClass, EcnThresholds> marking, QueueDiscipline queues) {
    /** Rules for IPv4 only, without telemetry, pauses and marks. */
    static final Rules PLAIN = new Rules(null, false, false, 4 << 20, Map.of(), RoundRobinQueues.DEFAULT);

    Rules with(TelemetryFormat newFormat, boolean overIpv6) {
      return new Rules(newFormat, overIpv6, pfc, bufferBytes, marking, queues);
    }

    Rules with(QueueDiscipline newQueues) {
      return new Rules(format, ipv6, pfc, bufferBytes, marking, newQueues);
    }
  }

  final Fabric fabric;
  final SoftSwitches switches;
  final FrameMemory memory = new FrameMemory(CHUNKS, 4096);
  private final TurnedClock clock;
  private final PollSleeper sleeper = new PollSleeper();
  private final RealLoop loop;
  private final long beginNanos;
  private final List<Arrived> arrived = new ArrayList<>();
  private final FrameMemory outside = new FrameMemory(CHUNKS, 4096);
  private final Cabling cabling;
  private final List<MemoryDevice.Pair> cables = new ArrayList<>(); // by link of the topology
  private final List<MemoryDevice> hostEnds = new ArrayList<>(); // by host
  private final Map<Integer, Device> devices = new HashMap<>(); // by port
  private long frames;
  private boolean countsOnly;

  SoftFabric(Topology topology, Rules rules, TurnedClock clock) {
    this.clock = clock;
    cabling = new Cabling(topology);
    loop = new RealLoop(Waiting.SPIN, sleeper, clock);
    for (int link = 0; link < topology.links().size(); link++) {
      join(topology, link);
    }
    Framing framing = rules.ipv6 ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    switches = new SoftSwitches(topology, rules.format, AddressBook.SIMULATED, this::device, loop);
    var hostRules = new HostConfig(new HostConfig.Packets(framing, SerializationTime.EXACT, 1000),
        new HostConfig.InBand(rules.format, 8, null, 0), new HostConfig.Acks(1, US, false, MarkEcho.WITH_OTHERS, 0, null),
        new HostConfig.Sending(true, 1000 * US, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    var switchRules = new SwitchConfig(framing, new SwitchConfig.Buffer(rules.bufferBytes, rules.pfc, 1, 1 << 3),
        new SwitchConfig.Marking(rules.marking, _ -> () -> 0.5), rules.queues);
    fabric = new Fabric(topology, List.of(hostRules), switchRules, RoutingRules.by(new SeededEcmp(1)), _ -> loop,
        (from, _) -> switches.from(from), _ -> switches.observer());
    switches.begin(fabric);
    loop.begin();
    beginNanos = clock.nanos();
  }

  /** Creates a link between a host and a switch, or between two switches. */
  private void join(Topology topology, int link) {
    int host = cabling.node(cabling.endA(link)); // which have lower numbers than the switches
    boolean toHost = !topology.isSwitch(host);
    MemoryDevice.Pair cable = MemoryDevice.pair("link" + link, memory, toHost ? outside : memory, UNDER_WAY);
    cables.add(cable);
    Device near = cable.one();
    if (toHost) {
      var times = new LongQueue();
      near = new WatchedDevice(near, _ -> times.add(nowPs()));
      cable.other().deliverTo((at, length, _) -> takeOut(host, at, length, times.take()));
      hostEnds.add(cable.other());
    } else {
      loop.add(cable.other());
      devices.put(cabling.endA(link), cable.other());
    }
    loop.add(near);
    devices.put(cabling.endB(link), near);
  }

  private void takeOut(int host, long at, int length, long atPs) {
    frames++;
    if (!countsOnly) {
      byte[] frame = new byte[length];
      MemorySegment.copy(outside.bytes(), ValueLayout.JAVA_BYTE, at, frame, 0, length);
      arrived.add(new Arrived(host, frame, atPs));
    }
    outside.give(at);
  }

  private Device device(Port port) {
    return devices.get(port.index());
  }

  /** The n-th switch, in the order of the topology. */
  Switch at(int number) {
    return fabric.switches().get(number);
  }

  /** Interface of a host, for a test that receives its frames itself. */
  MemoryDevice hostEnd(int host) {
    return hostEnds.get(host);
  }

  /** Sends a frame of a host now. */
  void send(int host, byte[] frame) {
    MemoryDevice device = hostEnds.get(host);
    long at = outside.take() + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(frame, 0, outside.bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
    if (!device.send(at, frame.length)) {
      throw new IllegalStateException("host " + host + " has no room for what it sends");
    }
    device.flush();
  }

  /** Advances time; returns the frames that arrived since the last call. */
  List<Arrived> run(long ps) {
    turn(ps);
    List<Arrived> since = List.copyOf(arrived);
    arrived.clear();
    return since;
  }

  /** Advances time. */
  void turn(long ps) {
    long end = clock.nanos() + ps / 1000;
    int idle = 0;
    while (clock.nanos() < end) {
      idle++;
      while (loop.round() > 0 && clock.nanos() < end) { // a jumping clock advances in between
        idle = 0;
      }
      for (int host = 0; host < hostEnds.size(); host++) {
        hostEnds.get(host).poll(nowPs(), CHUNKS);
      }
      clock.turn(Math.clamp(end - clock.nanos(), 0, idle < IDLE_STEPS ? STEP_NANOS : IDLE_STEP_NANOS));
    }
  }

  /** Only counts frames to hosts from now on, without keeping them, which allocates nothing. */
  void countOnly() {
    countsOnly = true;
  }

  /** Number of frames that arrived at hosts. */
  long frames() {
    return frames;
  }

  /** Loop of all switches. */
  RealLoop loop() {
    return loop;
  }

  /** Time of the loop at its last reading. */
  long nowPs() {
    return (clock.nanos() - beginNanos) * 1000;
  }

  /** Removes the interfaces of a link. */
  void unplug(int link) {
    cables.get(link).close();
  }

  /** Number of packets and frames in the switches. */
  int held() {
    return fabric.packetsInside() + memory.chunks() - memory.freeChunks();
  }

  @Override
  public void close() {
    cables.forEach(MemoryDevice.Pair::close);
    memory.close();
    sleeper.close();
    outside.close();
  }

  /** Times of frames in transit. */
  private static final class LongQueue {
    private final long[] times = new long[UNDER_WAY];
    private int first;
    private int end;

    void add(long time) {
      times[end++ % UNDER_WAY] = time;
    }

    long take() {
      return times[first++ % UNDER_WAY];
    }
  }
}
