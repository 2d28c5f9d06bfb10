package dev.inflight.lab.live;

import dev.inflight.live.cable.CableCounters;
import dev.inflight.live.cable.RealCables;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.Lateness;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Real time and real cables for the nodes of one run. */
final class LiveWorld implements World, AutoCloseable {
  /** Makes the device that is a port. */
  interface Opener {
    /** Opens the interface of a port, whose frames stand in that memory. */
    Device open(Port port, FrameMemory memory);
  }

  /** Chunks for the frames of a port: as many as are in the kernel's rings, and as many more. */
  private static final int CHUNKS_OF_PORT = 4096;

  private final RealLoop loop;
  private final RealTimeline timeline;
  private final RealCables cables;
  private final Opener opener;
  private final int[] portsOfNode;
  private final int chunkBytes;
  private final Map<Integer, FrameMemory> memories = new HashMap<>();
  private final List<Device> devices = new ArrayList<>();

  LiveWorld(Topology topology, FrameRules rules, RealLoop loop, Opener opener, int chunkBytes) {
    this.loop = loop;
    this.opener = opener;
    this.chunkBytes = chunkBytes;
    timeline = new RealTimeline(loop);
    portsOfNode = new int[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      portsOfNode[link.a()]++;
      portsOfNode[link.b()]++;
    }
    cables = new RealCables(rules, this::device, topology::isSwitch, timeline);
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public Wire cable(Port from, Port to) {
    return cables.from(from);
  }

  private Device device(Port port) {
    FrameMemory memory = memories.computeIfAbsent(port.node(),
        node -> new FrameMemory(CHUNKS_OF_PORT * portsOfNode[node], chunkBytes));
    Device device = opener.open(port, memory);
    devices.add(device);
    loop.add(device);
    return device;
  }

  @Override
  public void begin(Fabric fabric) {
    cables.begin(fabric);
  }

  /** The devices, in the order of the cables. */
  List<Device> devices() {
    return List.copyOf(devices);
  }

  /** What the cables have counted. */
  CableCounters cableCounters() {
    return cables.counters();
  }

  /** How late events were. */
  Lateness lateness() {
    return loop.lateness();
  }

  @Override
  public void close() {
    devices.forEach(Device::close);
    memories.values().forEach(FrameMemory::close);
    devices.clear();
    memories.clear();
  }
}
