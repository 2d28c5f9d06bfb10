package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.live.forward.SoftSwitches;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.World;

/** Real time and soft switches for a fabric with hosts of other programs. */
final class ForwardingWorld implements World {
  private final RealLoop loop;
  private final RealTimeline timeline;
  private final LiveDevices devices;
  private final SoftSwitches switches;

  ForwardingWorld(Topology topology, FrameRules rules, RealLoop loop, LiveDevices devices) {
    this.loop = loop;
    this.devices = devices;
    timeline = new RealTimeline(loop);
    switches = new SoftSwitches(topology, rules.telemetry(), AddressBook.SIMULATED, devices::of, timeline);
  }

  SoftSwitches switches() {
    return switches;
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public Wire cable(Port from, Port to) {
    Wire cable = switches.from(from);
    if (from instanceof SwitchPort) {
      loop.add(devices.of(from));
    }
    return cable;
  }

  @Override
  public void begin(Fabric fabric) {
    switches.begin(fabric);
  }
}
