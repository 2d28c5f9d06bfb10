package dev.inflight.livetools.live;

import dev.inflight.live.cable.CableCounters;
import dev.inflight.live.cable.RealCables;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.VirtualLoop;
import dev.inflight.sim.loop.World;
import java.util.HashMap;
import java.util.Map;

/**
 * The cables of a live run in virtual time, without interfaces: packets become frames and frames packets as in a live run. A
 * simulation over it equals the one over the simulator's own cables, and warms up the JVM before packets are real.
 */
final class RehearsedWorld implements World, AutoCloseable {
  private static final int CHUNKS = 64; // a frame arrives at its other end at once

  private final VirtualLoop loop = VirtualLoop.of(TieOrder.PORT);
  private final FrameMemory memory;
  private final RealCables cables;
  private final Map<Integer, InstantDevice> devices = new HashMap<>();

  RehearsedWorld(Topology topology, FrameRules rules, int chunkBytes) {
    memory = new FrameMemory(CHUNKS, chunkBytes);
    cables = new RealCables(rules, this::device, topology::isSwitch, loop);
  }

  private InstantDevice device(Port port) {
    return devices.computeIfAbsent(port.index(), index -> new InstantDevice("port " + index, memory, loop::nowPs));
  }

  @Override
  public Timeline timeline() {
    return loop;
  }

  @Override
  public Wire cable(Port from, Port to) {
    if (from.index() < to.index()) {
      device(from).join(device(to));
    }
    return cables.from(from);
  }

  @Override
  public void begin(Fabric fabric) {
    cables.begin(fabric);
  }

  /** Counters of the cables. */
  CableCounters counters() {
    return cables.counters();
  }

  @Override
  public void close() {
    devices.values().forEach(InstantDevice::close);
    memory.close();
  }
}
