package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.live.cable.CableCounters;
import dev.inflight.live.cable.RealCables;
import dev.inflight.live.device.Device;
import dev.inflight.live.loop.Lateness;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.World;
import java.util.List;

/** Real time and real cables for the nodes of one run. */
final class LiveWorld implements World {
  private static final double LEAST_IDLE = 0.1;

  private final RealLoop loop;
  private final RealTimeline timeline;
  private final RealCables cables;
  private final LiveDevices devices;

  LiveWorld(Topology topology, FrameRules rules, RealLoop loop, LiveDevices devices) {
    this.loop = loop;
    this.devices = devices;
    timeline = new RealTimeline(loop);
    cables = new RealCables(rules, devices::of, topology::isSwitch, timeline);
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public Wire cable(Port from, Port to) {
    Wire cable = cables.from(from);
    loop.add(devices.of(from));
    return cable;
  }

  @Override
  public void begin(Fabric fabric) {
    cables.begin(fabric);
    cables.watch(fabric);
  }

  /** Devices, by the numbers of their ports. */
  List<Device> devices() {
    return devices.all();
  }

  /** Frames lost outside the scenario's own links: the kernel or this program had no room for them. */
  long lost() {
    return devices.lostOnTheWayIn() + devices.notSent() + cables.counters().withoutMemory;
  }

  /** True if the machine was too slow for the scenario. */
  boolean isOverloaded() {
    return idleShare() < LEAST_IDLE;
  }

  /** Counters of the cables. */
  CableCounters cableCounters() {
    return cables.counters();
  }

  /** Share of its time in which the loop was idle. */
  double idleShare() {
    return loop.idleShare();
  }

  /** Average number of frames that arrived at once. */
  double framesAtOnce() {
    return loop.framesAtOnce();
  }

  /** Lateness of events. */
  Lateness lateness() {
    return loop.lateness();
  }
}
